/* classic_internal.h - what the parts of the parser of the classic language share.
 *
 * It is the Modelica parser (parser_internal.h) with other tokens, declarations and statements. The
 * whole file is made into tokens first. Statements end with their line unless they must go on
 * (classic_parser.c, statement_end), so the bounds of a statement are known before it is parsed:
 * the parser sees nothing beyond them but an end of line. A statement with a failure is dropped. */
#ifndef KRON_SYNTAX_CLASSIC_INTERNAL_H
#define KRON_SYNTAX_CLASSIC_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "syntax/parser_internal.h"

/* A class under construction. */
typedef struct ClassicBody {
    SynClass *cls;
    VEC(SynElement *) elem;
    VEC(SynEqu *) equ;
    VEC(SynCut) cut;
    VEC(SynPath) path;
    VEC(SynNode) node;
    VEC(SynCutVar) notear;
    Map declared;        /* name -> index in elem + 1 */
    Map implied;         /* name -> 1: declared by a cut only, may be declared yet */
    VEC(Span) port_span; /* of cuts, paths and nodes, which share one name space */
    Map port;            /* name -> index in port_span + 1 */
} ClassicBody;

/* ---- classic_lexer.c ---- */

/* Makes all tokens of the source. */
void classic_scan(Lexer *lx);

/* ---- classic_parser.c ---- */

/* Whether the current token is a name with this text; such words are reserved nowhere. */
bool classic_at_word(const Parser *p, const char *word);

/* The statement has ended with the line, even if the next one begins with a sign. */
void classic_one_line(Parser *p);
/* Whatever is left of the statement is a mistake. True if it is whole. */
bool classic_end_statement(Parser *p);

/* lhs "=" rhs */
SynEqu *classic_equation(Parser *p);
/* What the tree calls a predefined name of the classic language (Time, arcsin, ln, ...); any other
 * name is itself. */
Name classic_meaning(Context *ctx, Name name);
/* The same for a reference of one part in an expression. */
void classic_predefined(Parser *p, SynRef *r);

/* A class that begins at the current token, its keyword; its name; whether another statement of it
 * has begun (if not, its `end` has been read, or reported missing). */
SynClass *classic_class_new(Parser *p, SynRestriction restriction);
void classic_class_name(Parser *p, SynClass *c, const char *what);
bool classic_class_goes_on(Parser *p, SynClass *c);

/* ---- classic_decl.c ---- */

/* One declaration statement of a model, at its keyword. */
void classic_declaration(Parser *p, ClassicBody *b);
/* Enters a component of type Real; NULL (after a report) if the name is taken. */
SynElement *classic_declare(Parser *p, ClassicBody *b, Name name, Span span);
/* Adds an attribute to its declaration: x(start = 1). */
void classic_attribute(Parser *p, SynElement *el, Name name, SynExp *value);
/* Checks what only the whole class can tell, and gives the lists to the class. */
void classic_body_finish(Parser *p, ClassicBody *b);

/* ---- classic_function.c ---- */

/* `function`, at its keyword, to its `end`; NULL if it has no name. */
SynClass *classic_function(Parser *p);
/* `table`, likewise, and its derivative; NULL if they are broken. */
SynClass *classic_table(Parser *p, SynClass **der);

/* ---- classic_connect.c ---- */

SynEqu *classic_connect(Parser *p);

#endif
