/* parser.h - Modelica text to class tree. */
#ifndef KRON_SYNTAX_PARSER_H
#define KRON_SYNTAX_PARSER_H

#include "base/context.h"
#include "syntax/ast.h"

/* Parses a whole file. Never fails as a whole: mistakes are reported to ctx->diags, the parser
 * resynchronises, and what could be understood is returned (so callers look at
 * diags_errors before and after). */
SynFile *parse_modelica(Context *ctx, SourceFile *source);
/* The same; the first class is made in the memory of `first`, so that all that refers to it as
 * their parent refer to that (for stubs, see model/library.h). */
SynFile *parse_modelica_into(Context *ctx, SourceFile *source, SynClass *first);

/* Parses a text that must be one expression (--set values, session). NULL after an error. */
SynExp *parse_expression(Context *ctx, SourceFile *source);

#endif
