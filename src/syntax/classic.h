/* classic.h - the classic language of Dymola (.dym files) to class tree.
 *
 * The same tree as for Modelica: a model type is a model class, `inherit` an extends clause,
 * `submodel` a component with modification, `terminal`, `local`, `input`, `output`, `parameter`
 * components of type Real. What is classic only are cuts, paths and nodes (see ast.h). */
#ifndef KRON_SYNTAX_CLASSIC_H
#define KRON_SYNTAX_CLASSIC_H

#include "base/context.h"
#include "syntax/ast.h"

/* Whether a file is in the classic language: by its suffix .dym. */
bool is_classic_file(const char *path);

/* Parses a whole file, like parse_modelica: mistakes are reported, what could be understood is
 * returned. The last class is the file's model: the last `model` without `type`, if there is one.
 */
SynFile *parse_classic(Context *ctx, SourceFile *source);

#endif
