/* torn_internal.h - the continuous part of a block while it is solved, for the files torn*.c. */
#ifndef KRON_DAE_TORN_INTERNAL_H
#define KRON_DAE_TORN_INTERNAL_H

#include "dae/linear.h"
#include "dae/tear_policy.h"

/* The continuous part of a block; positions 0 .. n are local numbers of its rows and unknowns, row
 * i being matched to unknown i. */
typedef struct Part {
    Problem *p;
    Plan *plan;
    Block *b; /* what is filled in: the plan's, or the whole one beside it */
    int n;
    int *row;         /* [n] of the problem */
    VarId *var;       /* [n] */
    Expr *lhs, *rhs;  /* [n] with `relation` replaced by variables; objects: 0 */
    LinearForm *form; /* [n] lhs - rhs in the unknowns of the part */
    bool linear, mixed;
    int nparts, *part; /* linear: of what is left (LinearSystem) */
    double error;      /* linear: of the elimination (LinearSystem) */
    bool may_vanish;   /* the same */
    bool through;      /* nonlinear, and rows with nonlinear terms are eliminated, too */
    bool loose;        /* nonlinear, and pairs give what is torn, but not what is left over */
    bool recursive;    /* linear, and eliminated by the order of unknowns that follow from others */
    struct Part *recursion;             /* how that comes out; NULL: not tried */
    int *pair, *place;                  /* the same (LinearSystem); NULL: not sought */
    struct EchelonPivot *pivot;         /* the same */
    bool deep;                          /* torn, but through long chains of sums */
    int nfirst, *order_row, *order_col; /* linear, and not condensed (LinearSystem) */
    bool condensed;                     /* unknowns that occur linearly were eliminated */
    bool derived;                       /* the Jacobian is known */
    bool iterated; /* what is torn is iterated by substitution (relaxed_iterate.c) */
    AssignVec before, after;
    VEC(Expr) relation;
    Map relation_at;                  /* relation -> the variable for it */
    Map variable_at;                  /* and back: number -> relation */
    int ncomponents, *order, *border; /* strong components, local numbers */
    AssignVec assign;
    VEC(int) torn, residual, object; /* object: equations that are evaluated already */
} Part;

static inline Dae *dae_of(const Part *t)
{
    return t->p->d;
}

static inline bool is_object_row(const Part *t, int i)
{
    return t->p->row.v[t->row[i]].kind == ROW_OBJECT;
}

static inline int local_of(const Part *t, VarId var)
{
    return t->p->local[problem_col(t->p, var)];
}

/* What may be solved for while tearing. */
typedef enum {
    PEEL_SAFE,    /* coefficients that are never zero */
    PEEL_NUMBERS, /* numbers only */
    PEEL_SLOPES,  /* the same as in the simulation: each equation for its own unknown */
    PEEL_OBJECTS, /* calls and algorithms only: all else is iterated */
} PeelRule;

/* One component of a part: local numbers of its rows (and unknowns), and the inverse. */
typedef struct Component {
    const int *at; /* [n] */
    int n;
    int *index; /* [part n] position in `at`, -1: known here */
    int number; /* of the next one */
} Component;

/* ---- torn.c ---- */
/* An unknown of the part at hand; arg: the problem. */
bool is_local(void *arg, VarId var);
/* Relations that were frozen are themselves again. */
Expr thawed(Part *t, Expr e);
/* pre of a variable follows it where the model asks for that. */
void push_pre(Problem *p, AssignVec *out, VarId var);
void push_assign(Problem *p, AssignVec *out, Assign a);
void keep_assigns(Block *b, Dae *d, const AssignVec *list);
/* Unknown `col` is torn. */
void push_torn(Part *t, int col);
void number_unknowns(const Part *t);
/* The components of a part: for (c = first; next;). */
Component first_component(const Part *t);
bool next_component(const Part *t, Component *c);

/* ---- Which unknowns are torn (torn_choose.c) ---- */
Pattern component_pattern(Part *t, const Component *c, PeelRule rule);
Tearing tear_component(Part *t, const Component *c, PeelRule rule);
/* Equations up to which a part is torn to however many unknowns it takes. */
int tear_limit(const Part *t);
/* Candidates of the sets of states that are decided here are torn: the run time knows some of them
 * by the states (rt/block.c). Returns how many. */
int give_candidates(Part *t, const Component *c, int *given);
/* Pairs that the model gives: the variable is torn, its equation left over. `given` has n already.
 * Returns how many there are then; left[i] is set for rows that are left over. */
int give_pairs(Part *t, const Component *c, int *given, int n, bool *left);

/* ---- Linear equations (torn_linear.c) ---- */
/* Eliminates the linear unknowns of a nonlinear part if fewer are then torn. */
void condense_nonlinear(Part *t);
/* A copy that is solved in another way, with a plan of its own; to be taken, or t goes on. */
Part *part_try(const Part *t);
void part_take(Part *t, const Part *u);
void part_reject(const Part *t);
/* The Jacobian of what is torn, through inner assignments. false: it has none, or one that is not
 * sparse. */
bool make_jacobian_through(Part *t);
/* Solves a linear part; all that elimination leaves is factored. */
void solve_linear(Part *t);
/* The same in the order that relax() gives (relaxed.h); false if it gives none. */
bool solve_relaxed(Part *t);
bool has_constant_matrix(Part *t);
/* All equations of a nonlinear part as they are; NULL if there are objects among them. */
Block *whole_nonlinear(Part *t);

/* Iterates over what is relaxed, if that is asked for and possible (relaxed_iterate.c). */
bool solve_iterated(Part *t);

/* ---- What is kept in the block, and its Jacobian (torn_jacobian.c) ---- */
void keep_torn(Part *t);

/* ---- torn_nested.c ---- */
/* Lists the linear systems inside of a nonlinear one; t: the part before anything was eliminated.
 */
void keep_nested(const Part *torn, Part *t);

/* ---- torn_pairs.c ---- */
/* Fills in LinearSystem.pair and place. */
void find_pairs(Part *t, LinearSystem *s);

#endif
