/* inst_internal.h - what the files of class instances share (inst*.c). */
#ifndef KRON_MODEL_INST_INTERNAL_H
#define KRON_MODEL_INST_INTERNAL_H

#include "model/inst.h"

enum {
    MOST_DEPTH = 200,          /* levels of components, bases, definitions by each other */
    MOST_COMPONENTS = 1000000, /* made for one model; an array of components is one */
    MOST_BASES = 10000,        /* of one class, directly or not */
    MOST_ALL_BASES = 2000000,  /* of all components of a model */
};

typedef VEC(ModRef) ModList;

extern const char *const restriction_words[]; /* by SynRestriction */
/* Classes of different groups never fit; `class`, 0, fits all. */
int class_group(SynRestriction restriction);

/* ---- inst_mod.c ---- */

ModEnv mod_env(ModList list);
bool is_redeclaration(const SynElement *el);
ModRef mod_ref_args(const SynMod *mod, ClassInst *scope);
/* Reports arguments that name nothing in the class they modify. */
void check_modifier_names(Model *m, ClassInst *ci, Comp *c, const ModRef *r);
/* Models and blocks have no value. */
void check_no_value(Model *m, const Comp *c);

/* ---- inst_class.c ---- */

/* Enters the names the class itself declares; looks nothing up. */
void class_enter_own(Model *m, ClassInst *ci);

/* ---- inst_slot.c ---- */

/* A simple type that extends a replaceable class of its own, as component modifiers redeclare it.
 */
ClassUse *redeclared_simple(Model *m, ClassUse *use, ModEnv env);
/* Begins to make what a slot holds; false if that is under way already. */
bool slot_open(Model *m, Slot *s);
void slot_close(Model *m, Slot *s, bool good);

#endif
