/* sheet.h - a model as the papers' session shows it: a heap of equations on which the user works.
 *
 * The pipeline goes from a model to code by itself. A sheet shows the same passes in the steps of
 * `formula-manipulation-1993`: equations by owner, aliases eliminated, constraints differentiated,
 * assignment and sorting, solved equations, matrices. The passes run on a copy of the scalar model
 * whose equations are in the order of the listing, with a Policy (dae.h): what is written and
 * wished decides, not cost. The sheet is what they leave, seen with names, owners and written
 * order. It is made anew whenever the plan changes, so a step is never undone. The other languages
 * (emit/lang.h) are written from it too.
 *
 *   sheet.c             the copy, roles of variables, names
 *   sheet_partition.c   assignment and sorting in the order of the listing
 *   sheet_solve.c       solved equations, linear systems
 *   sheet_tear.c        systems torn
 *   sheet_relax.c       systems relaxed
 *   sheet_inline.c      discretised: x = h*derx + oldx; nonlinear systems torn
 *   sheet_linear.c      linear systems of discretised sheets, as one formula
 *   sheet_scale.c       rows without common factors
 *   sheet_share.c       common subexpressions
 *   sheet_order.c       terms in the order of the text
 *   sheet_print.c       listings */
#ifndef KRON_DAE_SHEET_H
#define KRON_DAE_SHEET_H

#include "dae/dae.h"

/* ---- What the user asked for ---- */

/* The switches of `set`, in the order of the table sheet_switch_names. */
typedef enum SheetSwitch {
    SW_ELIMINATE,    /* a = b: one of both is replaced by the other */
    SW_SUB_EXPR,     /* common subexpressions become Q101, Q102 ... */
    SW_EVALUATE,     /* what is constant is replaced by its value; what is not needed is dropped */
    SW_SOLVE_LINEAR, /* linear systems are solved symbolically */
    SW_MATRIX,       /* linear systems that are not solved are shown as A(i,j), b(i) */
    SW_INCIDENCE,    /* systems are shown with their incidence matrix */
    SW_TEAR,         /* linear systems are torn */
    SW_RESIDUE,      /* as residue() says, where it does */
    SW_RELAX,        /* relax() is used */
    SW_INLINE,       /* x = h*derx + oldx for every state; nonlinear systems are torn */
    SW_COUNT
} SheetSwitch;

extern const char *const sheet_switch_names[SW_COUNT + 1]; /* as printed in the papers; NULL */
extern const char *const sheet_switch_help[SW_COUNT];

typedef enum { WISH_NONE, WISH_UNKNOWN, WISH_KNOWN, WISH_STATE } SheetWish;

typedef struct SheetPlan {
    bool on[SW_COUNT];
    bool differentiate; /* constraints are to be differentiated */
    bool only_wished;   /* no other states than those in `wish` */
    bool by_value;      /* values of parameters may decide: zeros, conditions, hidden constraints */
    bool partition;     /* equations are to be assigned and sorted */
    bool program; /* to be run: only formulas that hold everywhere; else y = sqrt(L**2 - x**2), as
                     the papers print it */
    bool apart;   /* calls are taken apart: no other language has them with several results */
    bool iterate; /* SW_RELAX: runs iterate over what is relaxed; listings show the elimination */
    bool lenient; /* systems that formulas solve with more work, or not at all, are left as matrices
                   */
    bool solve;   /* and solved: for `output solved equations` and for programs */
    int nwishes;
    struct SheetWishFor {
        VarId var; /* number in the Dae; of der(x) for `variable known C2.deru` */
        uint8_t wish;
    } * wish; /* in the order given: later ones count */
} SheetPlan;

/* ---- The sheet ---- */

/* What a variable is on the sheet. */
typedef enum {
    SV_KNOWN, /* parameter, constant, input */
    SV_GIVEN, /* `variable known` */
    SV_STATE, /* known in the equations, integrated */
    SV_UNKNOWN,
    SV_ALIAS,  /* eliminated: sheet_value */
    SV_ABSENT, /* does not occur */
} SheetVarKind;

/* var = value. Q101 ... are variables of our own (Sheet.first_aux on). */
typedef struct SheetAssign {
    VarId var;
    Expr value;
    uint32_t owner;
    VarList order; /* its variables in the order in which they are written; n 0: any */
    int from;      /* number + 1 of the equation whose order of terms it has; 0: none */
    Expr shown;    /* the tree to print for the value, as it stands; 0: none */
} SheetAssign;

typedef enum {
    SB_EXPLICIT,  /* one equation: the last of assign[], auxiliary ones first */
    SB_SOLVED,    /* linear, solved: assign[], the auxiliary ones first */
    SB_TORN,      /* linear, torn: assign[0 .. ntorn_assign) give the tearing variables */
    SB_RELAXED,   /* linear, relaxed: equations in the order of the elimination, assign[] */
    SB_LINEAR,    /* linear, not solved: entry[] and rhs */
    SB_NONLINEAR, /* residual lhs - rhs of each equation */
    SB_ITERATED,  /* nonlinear, torn: part[] gives the others and assign[] the residuals */
    SB_OBJECT,    /* a call or an algorithm with several results */
} SheetBlockKind;

typedef struct SheetEntry {
    int col, row; /* from 0; col = n: the right-hand side b(row); col first: graph/eliminate.h */
    Expr value;
} SheetEntry;

typedef struct SheetBlock {
    uint8_t kind;        /* SheetBlockKind */
    bool differentiated; /* has an equation made by differentiation */
    bool dropped;        /* not needed (SW_EVALUATE) */
    int n;
    int *row;       /* [n] of the problem */
    int *eq;        /* [n] numbers of equations, in the order they are shown */
    VarId *unknown; /* [n] unknown[k] is what eq[k] is solved for */
    int nassign, nentries;
    SheetAssign *assign;
    SheetEntry *entry; /* SB_LINEAR: by rows; also kept for SB_SOLVED with SW_MATRIX */
    int ntorn, ntorn_assign;
    VarId *torn;              /* tearing variables ... */
    int *residual;            /* ... and their residual equations */
    int nleft, nleft_entries; /* SB_RELAXED: the system of nodes inside (RX-41) ... */
    VarId *left;              /* ... its unknowns ... */
    SheetEntry *left_entry;   /* ... and coefficients, written out */
    int nparts;               /* SB_ITERATED: what follows from the torn unknowns, in order */
    struct SheetBlock *part;
} SheetBlock;

typedef struct Sheet {
    const Dae *scalar; /* the model after the pass `scalar` */
    Dae *d;            /* the copy the passes worked on; variables have the same numbers */
    SheetPlan plan;
    int neq;             /* equations of d that were there when it was partitioned */
    VarId *solved;       /* [neq] the variable an equation is solved for; NONE: none */
    WrittenOrder *order; /* [neq] its variables in the order in which they are written */
    uint32_t nvars;
    Expr *constant; /* [first_aux] what stands for a variable that is constant (SW_EVALUATE); 0 */
    bool differentiated;
    Map link; /* number of der(x) + 1 -> v, for der(x) = v: derivatives of equations have v */
    /* After partition: */
    bool partitioned, singular;
    int nunassigned, nextra;
    VarId *unassigned; /* variables without equation */
    int *extra;        /* equations without variable */
    int nblocks;
    SheetBlock *block; /* in order of evaluation */
    struct Problem *problem;
    /* For writers, in order of declaration: */
    int nparameters, nstates, ninputs, noutputs;
    VarId *parameter, *state, *input, *output;
    VarId first_aux;  /* auxiliary variables: Q(first_q + number - first_aux) */
    uint32_t first_q; /* 101, or more where the model has such names itself */
    bool der_taken;   /* a variable is called like a derivative: der(u) is never written deru */
    bool old_taken;   /* likewise old(u) and oldu */
    char h_name[16];  /* SW_INLINE: of the step, `h` */
    bool *looped;     /* SW_INLINE: [first_aux] in a system of the model itself */
    int naux;
    uint32_t *rank;         /* [nvars] scratch of the listings: SHEET_NO_RANK + number */
    struct SheetText *text; /* of the equation that is being printed; NULL: none */
} Sheet;

enum { SHEET_NO_RANK = 1 << 24 };

/* ---- Making (d: after the pass `scalar`, not changed) ---- */

/* The plan with the initial switches. */
SheetPlan sheet_plan(void);
/* A sheet by the plan, as far as the plan says. NULL after errors in d->ctx->diags: something
 * cannot be differentiated, a wrong number of states (E-10) ... A singular problem is not an error
 * (E-1): see `singular`. */
Sheet *sheet_make(Dae *d, Arena *a, const SheetPlan *plan);
/* The plan the pipeline would follow: aliases eliminated; differentiated if that is necessary, with
 * the states that it chose. False after an error (states that are chosen during the run ...). */
bool sheet_automatic(Dae *d, Arena *a, SheetPlan *plan, int nstates, const char *const *state);
/* A variable by the name the listings give it: `C1.u`, `C1.deru`, `der(C1.u)`, and, with the name
 * of the model in front, `circuit.u`. NONE if there is none. */
VarId sheet_find(Dae *d, const char *name);
/* Calls `offer` for all names sheet_find knows, for completion and for messages. */
void sheet_names(Dae *d, void (*offer)(void *arg, const char *name), void *arg);

SheetVarKind sheet_kind(const Sheet *s, VarId v);
/* What stands for a variable that was eliminated or is constant; 0: it is neither. */
Expr sheet_value(const Sheet *s, VarId v);

/* ---- Common subexpressions (sheet_share.c) ---- */
/* An auxiliary variable, to be computed before formula `before`. */
typedef struct Auxiliary {
    SheetAssign assign;
    int before;
} Auxiliary;
typedef VEC(Auxiliary) AuxiliaryList;
/* Names what formulas, which are computed in this order, use more than once (if `common`), and
 * parts of those with more than about `most` characters (0: any number). Appends in the order of
 * computation. */
void sheet_share(Sheet *s, Arena *a, int n, Expr *formula, bool common, int most,
                 AuxiliaryList *out);

/* ---- Listings (sheet_print.c) ---- */
long long sheet_block_operations(Sheet *s, const SheetBlock *b); /* */
void sheet_print_operations(Sheet *s, Buf *out);                 /* output operations */
void sheet_print_equations(Sheet *s, Buf *out);                  /* output equations */
void sheet_print_singular(Sheet *s, Buf *out); /* the warning of partition (E-1) */
void sheet_print_solved(Sheet *s, Buf *out);   /* output solved equations */
/* What a program says of a system before its solution (BG-7, BG-20, BG-21): unknowns, equations
 * with full names, incidence and tearing. */
void sheet_print_system(Sheet *s, const SheetBlock *b, Buf *out);
/* One equation with full names; what the residual equation of a torn unknown is known by. */
void sheet_print_equation(Sheet *s, int eq, Buf *out);
void sheet_print_residue(Sheet *s, const SheetBlock *b, int torn, Buf *out);
void sheet_print_variables(Sheet *s, Buf *out); /* output variables: what each variable is */
/* The listing name of a variable as seen from an owner (number in Dae.owner): without its prefix if
 * it is the owner's, with the model's name if it is the model's and the owner is not. */
void sheet_var_name(Sheet *s, VarId var, uint32_t owner, Buf *out);

/* ---- Order as written (sheet_order.c) ----
 * Between these two calls Sheet.rank is the order of the variables in an equation, and the
 * functions tell of the parts of expressions that stand in it (expr.h, ExprNames). If a variable is
 * solved for, the terms beside it come after those of the other side. */
void sheet_set_ranks(Sheet *s, int eq, VarId solved_for);
void sheet_clear_ranks(Sheet *s);
Expr sheet_written(const Sheet *s, Expr e);
uint32_t sheet_place(const Sheet *s, Expr e);
bool sheet_moved(const Sheet *s, Expr e);

#endif
