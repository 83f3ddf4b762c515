/* clocks_internal.h - shared by the files of the pass `clocks`. */
#ifndef KRON_DAE_CLOCKS_INTERNAL_H
#define KRON_DAE_CLOCKS_INTERNAL_H

#include "dae/walk.h"

typedef struct Ratio {
    int64_t n, d; /* no common divisor, d > 0; d = 0: too large */
} Ratio;

/* The clock of partition `to` follows from that of `from`. */
typedef struct Link {
    int from, to;       /* nodes, then partitions */
    Ratio times, shift; /* period and first tick, in periods of `from`; times.n = 0: inferred */
    bool free;          /* noClock: no condition at all */
    bool solver;        /* the same clock with another solver method */
    Span at;
} Link;

typedef struct Definition {
    int node, form;
    Expr clock; /* EX_CLOCK */
    Span at;
} Definition;

typedef struct Part {
    bool clocked, unclocked;
    Span why_clocked, why_not;
    int why_eq; /* the equation that is at why_clocked */
    bool known;
    Ratio period, first;
    int base;
    Name solver;
    Expr act;      /* it ticks */
    Expr interval; /* made when asked for; 0 */
    VarId fresh;   /* no tick yet; NONE: not asked for */
    bool needs_solver;
    bool discretized; /* has differential equations */
    Expr again;       /* a state was reinitialized: another pass of its equations; 0: never */
} Part;

typedef struct Base {
    int definition; /* of the clock that is not a regular rational one; -1: none */
    bool rational;
    Expr unit;   /* regular clocks: seconds for each unit of the periods */
    Expr act;    /* others: the clock itself ticks */
    VarId count; /* and how often it did before */
    Expr first_interval;
} Base;

typedef struct Edge {
    int a, b;
} Edge;

typedef struct Clocks {
    Dae *d;
    Arena *a;
    int nvars, neqs; /* nodes are variables, then equations */
    int *up;         /* [nodes] union-find */
    int *part_of;    /* [nodes] -1: none */
    Part *mark;      /* [nodes] what is known of each alone */
    VEC(Edge) edge;  /* what joins nodes */
    VEC(Link) link;
    VEC(Definition) definition;
    VEC(Part) part;
    VEC(Base) base;
    Map late, late_var; /* equations and variables added for a partition -> its number + 1 */
    Map remembers;      /* equations with previous() + 1 */
    Map solved;         /* calls and algorithms in systems of equations + 1 */
    Map tick;           /* sample expression -> its Boolean + 1 */
    int eq;             /* being looked at */
    Map seen;
    int round;
    bool failed;
} Clocks;

typedef VEC(int) Numbers;

/* Reports a mistake: the pass fails. */
void clocks_report(Clocks *c, Span at, const char *text);

/* A variable, and pre of it, as an expression. */
static inline Expr var_expr(Dae *d, VarId v)
{
    return expr_var(d->store, d->var.v[v].type, v);
}
Expr pre_expr(Dae *d, VarId v);
static inline Expr and2(Dae *d, Expr a, Expr b)
{
    return expr_build(d->store, EX_AND, T_BOOL, 0, 0, 2, (Expr[]){a, b});
}
/* A variable of ours; start 0: none. */
VarId clocks_variable(Clocks *c, Type type, bool discrete, Expr start, Span at);
/* A body that is an assertion. */
Func *clocks_assertion(Dae *d, Expr condition, Expr message, Expr level, Span at);
/* v = value; `like`: the equation it comes from, -1: none. Its number. */
int clocks_equation(Clocks *c, VarId v, Expr value, bool discrete, int like);

static inline bool is_subclock(ExprOp op)
{
    return op >= EX_SUBSAMPLE && op <= EX_NOCLOCK;
}

/* Whether a variable can belong to a clock. */
static inline bool is_member(const Dae *d, VarId v)
{
    return d->var.v[v].kind > DV_PARAMETER || d->var.v[v].type == T_CLOCK;
}

/* The partition of an equation, or a variable; -1: it has none. */
/* Where a variable of the model is tied to what is on a clock: an equation or connection of the
 * user's on the way there, or the component. */
Span clocks_seam(Clocks *c, int part, VarId from);

static inline int part_of_eq(const Clocks *c, int k)
{
    return k < c->neqs ? c->part_of[c->nvars + k] : (int)map_get(&c->late, (uint64_t)k + 1, 0) - 1;
}

static inline int part_of_var(const Clocks *c, VarId v)
{
    return v < (VarId)c->nvars ? c->part_of[v] : (int)map_get(&c->late_var, (uint64_t)v + 1, 0) - 1;
}

/* ---- Ticks (clocks_ticks.c) ---- */
/* When each partition ticks: Part.act. */
void clocks_ticks(Clocks *c);
/* Seconds since the last tick, and whether there was none, in an equation of the partition. */
Expr clocks_interval(Clocks *c, Part *p);
Expr clocks_first(Clocks *c, Part *p);

/* ---- Differential equations on clocks (clocks_solver.c) ---- */
void clocks_discretize(Clocks *c);

/* ---- reinit on a clock (clocks_reinit.c) ---- */
typedef struct Reinit {
    VarId state, acts, value;
} Reinit;
typedef VEC(Reinit) Reinits;
void clocks_find_reinits(Clocks *c, int part, Reinits *all);
/* What a state is: `next` at a tick, and what reinit gave it in the passes after. */
Expr clocks_restarted(Clocks *c, int part, const Reinits *all, VarId x, Expr next);

/* ---- Constraints between states on a clock (clocks_index.c) ---- */
/* The partition with constraints differentiated. begins: state + 1 -> what is 0 at the first
 * tick, instead of the state having its start value. */
void clocks_reduce(Clocks *c, int part, Map *begins);

/* ---- Equations on clocks as discrete ones (clocks_discrete.c) ---- */
/* One equation without operators of clocks. */
Expr clocks_operator(void *c, Expr old, Expr now);
/* False if there is no memory. */
bool clocks_guard(Clocks *c);

#endif
