/* lang_internal.h - what the writers of other languages share.
 *
 * lang.c turns a sheet into a `Lang`: parameters, steps in order of evaluation, names that are
 * legal in the language. A writer is a `LangInfo` and a function that prints a Lang; it decides
 * nothing about the model.
 *
 *   lang.c        the table of languages; what a program consists of
 *   lang_check.c  what a language cannot express; functions written out
 *   lang_names.c  names
 *   lang_func.c   functions of the model as functions of the language
 *   lang_unfold.c functions of the model as formulas
 *   lang_matlab.c what Octave and SIMULINK have in common
 *   lang_inline.c discretised sheets, of lang_dsblock.c
 *   lang_NAME.c   one writer each */
#ifndef KRON_EMIT_LANG_INTERNAL_H
#define KRON_EMIT_LANG_INTERNAL_H

#include "base/buf.h"
#include "emit/lang.h"

/* What a language can do besides assignments and integration. */
enum {
    CAN_LINEAR = 1,         /* solve linear systems */
    CAN_NONLINEAR = 2,      /* solve nonlinear systems */
    CAN_FUNCTIONS = 4,      /* functions with statements of their own */
    CAN_CONDITIONS = 8,     /* relations and if-expressions */
    CAN_SWITCH = 32,        /* conditions as numbers: the language's function `swtch` */
    CAN_DIFFERENTIATE = 16, /* a variable with respect to time, by differences */
};

typedef struct LangNaming {
    const char *dot;      /* stands for `.` */
    const char *other;    /* stands for what else is not a letter or digit */
    const char *mate;     /* with every name x the name `mate`x is taken too; NULL: none */
    bool brief;           /* `C.deru` is `deru` if no other name ends so (FM-66) */
    bool fold;            /* upper and lower case are the same */
    const char *reserved; /* words; functions of the dialect are reserved too */
} LangNaming;

typedef struct Lang Lang;

typedef struct LangInfo {
    const char *title; /* as people write it */
    unsigned can;
    ExprDialect dialect; /* .function lists every function the language has */
    LangNaming naming;
    int width;                /* longer lines are continued; 0: never */
    const char *continuation; /* at the end of a line that is continued */
    int longest; /* formula in characters, about, where lines cannot be continued; 0: any */
    bool shares; /* common subexpressions by itself */
    void (*write)(Lang *w);
} LangInfo;

extern const LangInfo lang_acsl, lang_desire, lang_dsblock, lang_octave, lang_simnon, lang_simulink;

/* One thing to compute: a variable, or the unknowns of a system. */
typedef enum {
    STEP_ASSIGN,
    STEP_DERIVATIVE, /* of `value`, by the language (FM-83) */
    STEP_LINEAR,
    STEP_NONLINEAR
} StepKind;

typedef struct LangStep {
    uint8_t kind;
    bool not_torn;           /* of a torn system: what follows from the torn unknowns */
    uint32_t owner;          /* number in Dae.owner */
    const SheetBlock *block; /* NULL: not of a block */
    int eq;                  /* number in Sheet.eq: the order of its terms; -1: none */
    uint32_t var;            /* STEP_ASSIGN, STEP_DERIVATIVE: var = value */
    int row, col;            /* of an entry, or place in a list */
    Expr value;
    int n; /* systems: unknowns */
    const uint32_t *unknown;
    Expr *residual; /* [n] lhs - rhs */
    int nentries;
    SheetEntry *entry; /* STEP_LINEAR: A and b, by rows */
} LangStep;

typedef VEC(uint32_t) VarNumbers;

/* {a, b, ...}[i] with literals is written as a function of i. */
typedef struct LangTable {
    uint32_t func;
    Expr array;
} LangTable;

struct Lang {
    const LangInfo *info;
    Sheet *s;
    Dae *d;
    LangOptions o;     /* nothing is NaN any more */
    const char *model; /* what the program is called: a legal name */
    const char *title; /* the model's own name */
    Arena *arena;
    Buf *out;
    bool failed;

    VarNumbers constant;  /* parameters with a value of their own that the program needs */
    VarNumbers dependent; /* parameters computed from others, in order of evaluation */
    VEC(LangStep) step;   /* in order of evaluation */
    VEC(LangStep) extra;  /* then: eliminated derivatives and outputs */
    VarNumbers computed;  /* variables of all steps */
    VarNumbers iterated;  /* unknowns of systems, derivatives of states left out */
    uint32_t *derivative; /* [s->nstates] */
    uint32_t nvars;       /* numbers of variables are below it */
    bool *defined;        /* [nvars] has a value in the program (parameters: when needed) */
    const char **name;    /* [nvars] NULL: does not occur */
    bool uses[EX_COUNT];  /* operators that occur */
    VarNumbers func;      /* numbers of functions to be written */
    VarNumbers outside;   /* functions that are defined nowhere: the language has them */
    uint32_t swtch;       /* CAN_SWITCH: number of that function; 0: not used yet */
    bool told_of_branches;
    VEC(LangTable) table;     /* those of them that are tables */
    const SheetAssign *shown; /* whose tree is printed; NULL: none */
    const Func *within;       /* the function whose expressions are prepared; NULL: none */
    int tries;                /* what cannot be expressed is not said: there may be another way */
    int unfolding;            /* calls that are being unfolded, one inside the other */
    int unfolded;             /* calls unfolded for the outermost of them */
};

/* ---- lang.c ---- */
void lang_printf(Lang *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Writes a text in which these words are replaced:
 *   $M $T  what the program is called; the model's own name
 *   $n $s  a variable: its name in the program; in the model
 *   $i $j  its place in the list, or row and column of an entry, from 1
 *   $d     the name of its derivative (in the list of states)
 *   $v     its value (of parameters), or start value, as a number
 *   $e     the formula it is computed by; a line that has one is continued where it is too long
 *   $o     the owner of a step
 *   $a $b $l $h $r $p  start, stop, length and step of the run, tolerance, points of output
 * Numbers with a capital read as a Real in every language: 1.0. */
void lang_text(Lang *w, const char *text);
void lang_step(Lang *w, const LangStep *t, const char *text);
/* For each variable; with $e for those that have a binding or start value. */
void lang_each(Lang *w, int n, const uint32_t *var, const char *text);
/* For the entries of a linear system: of the matrix, of the right-hand side. */
void lang_entries(Lang *w, const LangStep *t, const char *a, const char *b);
/* All steps, with a line where the owner changes. system: writes number k of them (NULL: there are
 * no systems). */
typedef void LangSystem(Lang *w, const LangStep *t, int k);
void lang_steps(Lang *w, const char *owner, const char *assign, LangSystem *system);
/* The formula of an assignment of the sheet, prepared, as it is shown there. */
void lang_formula(Lang *w, const SheetAssign *a);
/* An expression; ends the line that begins at `begin` of the text: continues it where it is too
 * long. */
void lang_value(Lang *w, Expr e);
void lang_end(Lang *w, size_t begin);
/* The variable's name in the model, `der(C.u)`. */
const char *lang_shown(Lang *w, uint32_t var);
/* Its start value: an expression over parameters; 0: none is given. */
Expr lang_start(Lang *w, uint32_t var);
bool lang_is_auxiliary(const Lang *w, uint32_t var); /* Q101, ... */
bool lang_is_state(const Lang *w, uint32_t var);
/* A derivative that was declared known: the language finds it; false: it cannot. */
bool lang_add_derivative(Lang *w, uint32_t var);

/* ---- lang_inline.c ---- */
extern const ExprDialect lang_c_dialect;
extern const char lang_c_reserved[];
struct Emit;
/* A step of a discretised sheet as a function; its sizes; the functions that it calls. */
void inline_step(Lang *w);
void inline_sizes(Lang *w);
void inline_functions(Lang *w, struct Emit *e);
void inline_calls(Lang *w);

/* ---- lang_check.c ---- */
/* Refuses what the language cannot express; false after an error. */
bool lang_check_blocks(Lang *w);
/* The expression with what the language lacks in other words; counts what it uses. Errors name
 * equation `eq` of the sheet (-1: variable `var`). */
Expr lang_prepare(Lang *w, Expr e, int eq, uint32_t var);

/* ---- lang_names.c ---- */
void lang_name_all(Lang *w);
/* A legal name that no variable has. */
const char *lang_legal(Lang *w, const char *name);

/* ---- lang_unfold.c ---- */
/* A call written out with conditions, loops with a known number of turns unrolled; 0: it cannot be.
 */
Expr lang_unfold(Lang *w, const Func *f, uint32_t nargs, const Expr *arg, int output,
                 uint32_t element);

/* ---- lang_func.c ---- */
/* Whether the function can be written: scalars in, one scalar out, statements on scalars. If so it
 * is noted in Lang.func. */
bool lang_func_simple(Lang *w, const Func *f, const char **why);
/* The function that gives an element of an array of literals. */
uint32_t lang_table(Lang *w, Expr array);
Expr lang_table_of(const Lang *w, uint32_t func); /* its array; 0: it is no such function */
const char *lang_func_name(Lang *w, uint32_t number);
void lang_func_body(Lang *w, const Func *f); /* in MATLAB's words */

/* ---- lang_matlab.c ---- */
extern const char *const matlab_functions[][2];
extern const char matlab_reserved[];
#define MATLAB_DIALECT                                                                             \
    {                                                                                              \
        .power = "^", .time = "t_", .truth = {"false", "true"}, .and_ = "&&", .or_ = "||",         \
        .not_ = "~", .equal = "==", .not_equal = "~=", .conditional = {"ifelse_(", ", ", ", "},    \
        .function = matlab_functions                                                               \
    }
/* A part of lib/octave/program.m. */
void matlab_part(Lang *w, const char *name);
/* Functions parameters_(given), start_(p), model_(t, x, u, p) and what they call. `all`: with the
 * values of all variables as a third result of model_. */
void matlab_model(Lang *w, bool all);
/* These variables. */
VarNumbers matlab_shown(Lang *w);
/* Names of the program beside those of the model, as comments under a title. */
void matlab_list(Lang *w, const char *title, int n, const uint32_t *var);

#endif
