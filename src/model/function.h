/* function.h - functions: their scope, their numbers, and lowering of their bodies.
 *
 * A function gets a number when it is first called; its body is lowered (records to leaves, names
 * to numbers; symbolic/func.h) when somebody needs it: the evaluator or, at the end of flattening,
 * everything that is still called. A function with function-valued inputs is specialised for the
 * functions it is called with, so that no function values remain. */
#ifndef KRON_MODEL_FUNCTION_H
#define KRON_MODEL_FUNCTION_H

#include "model/eval.h"
#include "model/resolve.h"
#include "symbolic/func.h"

/* What stands for a function-valued input in a specialised function. */
typedef struct FuncArg {
    Comp *input;
    uint32_t value; /* index in Model.func_value */
    int first;      /* position of its first bound value among the inputs' variables */
} FuncArg;

typedef struct FuncInfo {
    uint32_t number;
    ClassUse *use;
    ClassInst *ci; /* NULL: a part of a function */
    int nspecial;
    FuncArg *special;      /* [nspecial] */
    struct FuncInfo *next; /* other versions of the same function */
    Func *func;            /* in the store */
    uint8_t state;         /* 0 not lowered, 1 being lowered, 2 done */
    bool complete;         /* what it calls is lowered too */
} FuncInfo;

/* The contents of a function (or record used as one); NULL after a report. */
ClassInst *function_scope(Model *m, ClassUse *use);
/* Its number. */
uint32_t function_number(Model *m, ClassUse *use);
/* Lowered; NULL if that failed (reported). */
Func *function_lowered(Model *m, uint32_t number);
/* The number to call when function-valued arguments are what they are: `number` itself if there
 * are none, else that of a version for them. Their bound values become further arguments, in their
 * place. `within`: the function whose body makes the call (it may pass on its own functions), or
 * NULL. 0 after a report. */
uint32_t function_special(Model *m, uint32_t number, uint32_t nargs, const Expr *arg,
                          const FuncInfo *within, Span at);
/* The same with every function that it calls, directly or not; NULL if one of them failed. Their
 * derivatives (annotation) are lowered too if they can be. */
Func *function_complete(Model *m, uint32_t number);
/* The same while functions are being lowered: all that the bodies say is there. */
Func *function_lowered_below(Model *m, uint32_t number);
/* The same for the functions that an algorithm calls. */
bool function_complete_body(Model *m, const Func *algorithm);
FuncInfo *function_info(Model *m, uint32_t number);
/* Whether it has function-valued inputs that are not bound to functions: it cannot be lowered. */
bool function_is_open(Model *m, uint32_t number);
/* Inputs in order. */
int function_inputs(Model *m, ClassInst *ci, Comp ***in);
int function_outputs(Model *m, ClassInst *ci, Comp ***out);
int function_locals(Model *m, ClassInst *ci, Comp ***local);

/* A function as a value: EX_FUNCREF [its number], operands the bound values; the type's decl is the
 * index in Model.func_value. input: of the function it is written in, instead of a function. */
Expr function_value(Model *m, ClassUse *use, Comp *input, int nbound, const Name *name,
                    const Expr *value);
/* Which function an argument is: place in Model.func_value, for a call in the body of `within`.
 * False after a report. */
bool function_argument(Model *m, Expr arg, const FuncInfo *within, uint32_t *value, Span at);
/* Whether a function given as an argument can be called as its input says; false after a report. */
bool function_fits(Model *m, Expr arg, const Comp *input, Span at);
/* The version of a function for these functions as inputs. */
uint32_t function_version(Model *m, uint32_t number, int nspecial, const FuncArg *special);
/* A part of a function that is one itself, lowered: its number. */
uint32_t function_made(Model *m, const FuncInfo *of, Func f);

/* A function that is nothing but a built-in one (external "builtin" y = sin(u)): the expression for
 * these arguments; else 0. */
Expr builtin_external(Model *m, ClassUse *use, int nargs, const Expr *arg);

/* ---- Lowering (lower.c) ---- */
/* Makes info->func's variables and body. False after a report. */
bool lower_function(Model *m, FuncInfo *info);
/* An algorithm section of a model: statements over its variables. iters give the position in
 * arrays of components. NULL after a report. */
Func *lower_algorithm(Model *m, ClassInst *scope, const SynSection *section,
                      const IterValue *iters);
/* Makes a function known of which only the name is known, with so many Real inputs: classic models
 * may name functions of the language they are translated to. */
void function_undefined(Model *m, Name name, int ninputs, Span span);
/* Links a function of one input with the function named like it and DER, if there is one. */
void function_link_partial(Model *m, FuncInfo *info);

#endif
