/* front.h - the front end as a whole: from a class to the flat model, with which it ends. */
#ifndef KRON_MODEL_FRONT_H
#define KRON_MODEL_FRONT_H

#include "model/inst.h"

/* Sets an element of an array, before flatten; `text` is how messages call it. */
void model_set_element(Model *m, const SynRef *ref, const SynExp *value, ClassInst *scope,
                       const char *text);
/* Reports elements that are not there. */
bool elements_used(Model *m);

/* The whole way from a class to a flat model. NULL or errors in ctx->diags if it is wrong. What is
 * returned belongs to the caller (flat_free) and needs neither m nor the class tree any more. */
const FlatModel *flatten(Model *m, ClassUse *use, ModEnv settings);

/* All classes of a package and of the packages in it, which are read. */
typedef VEC(SynClass *) Classes;
Classes classes_below(Model *m, SynClass *package);
/* Whether it can be used only with a partial class in it, or a function as its input, replaced. */
bool class_is_incomplete(Model *m, ClassUse *use);
/* A function as a whole, with what it calls; false after a report. */
bool check_function(Model *m, ClassUse *use);
/* Whether the model itself has connectors with flows: it is a component of others. */
bool flat_is_open(const FlatModel *f);

/* `kron flatten`: the flat model as Modelica text; before m is freed. */
void flat_print(Model *m, Buf *out);
/* `kron flatten --class`: as a class that can be read again; false after a report of what cannot be
 * written. */
bool flat_class(Model *m, Buf *out);

#endif
