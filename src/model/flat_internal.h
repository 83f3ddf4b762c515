/* flat_internal.h - what the files that make the flat model share. */
#ifndef KRON_MODEL_FLAT_INTERNAL_H
#define KRON_MODEL_FLAT_INTERNAL_H

#include "model/eval.h"
#include "model/front.h"
#include "model/function.h"

/* What a join connects: a cut or connector of a component, or a node of a model. */
typedef struct Port {
    Expr ref;          /* EX_CREF of the connector, or of the component that has the cut or node */
    const SynCut *cut; /* NULL: a connector or a node */
    Name node;         /* 0: a cut or a connector */
    bool outside;      /* a cut or connector of the class itself */
    Span span;
} Port;

typedef struct PortJoin {
    Port left, right;
} PortJoin;
typedef VEC(PortJoin) JoinList;

/* A connector, or another component, at one place (ends.c). */
typedef struct End {
    Comp *comp;
    int64_t position; /* among all elements on the path from the root */
    bool outside;
} End;
typedef VEC(End) EndList;

/* The places a reference denotes under these iterators. False after a report, in which `what` is
 * where the reference stands; without `what` nothing is reported. */
bool reference_ends(Model *m, Expr e, const IterValue *iters, Span at, const char *what,
                    EndList *out);

/* What Connections.branch, root, potentialRoot and uniqueRoot state. */
typedef enum {
    GRAPH_NONE,
    GRAPH_BRANCH,
    GRAPH_ROOT,
    GRAPH_POTENTIAL_ROOT,
    GRAPH_UNIQUE_ROOT
} GraphKind;

typedef struct GraphRef {
    Expr ref;
    Span span;
} GraphRef;

/* What equations are made of while the front end works on them. */
typedef struct FlatSource {
    JoinList joins; /* FE_CONNECT */
    uint8_t graph;  /* GraphKind: instead of a connection */
    GraphRef graph_arg[2];
    Expr priority;             /* of a potential root; 0: none given */
    Expr message;              /* of a unique root; 0: none given */
    bool by_name;              /* its one join is that of two connectors, whose parts have names */
    const SynSection *section; /* FE_ALGORITHM: an algorithm section of scope */
    ClassInst *scope;
} FlatSource;

static inline Comp *var_comp(Model *m, const FlatVar *v)
{
    return m->comp.v[v->part];
}
/* The variable of a simple component that has one. */
static inline FlatVar *comp_var(Model *m, const Comp *c)
{
    return &m->flat->var.v[c->flat - 1];
}

/* A reference to variables: VAR, ARRVAR (whole contiguous array) or INDEX of ARRVAR. sub[n]: one
 * per dimension, literals, run-time expressions or EX_COLON. */
Expr flat_reference(Model *m, Comp *c, uint32_t n, const Expr *sub, Type type);

/* An expression at a position, as it is shown: iterators, subscripts and constants of packages are
 * their values (flat_print.c). */
Expr flat_filled(Model *m, Expr e, const IterValue *iters);

/* The type of a component in all elements of what it is part of (lower.c); 0 after a report. */
Type comp_path_type(Model *m, Comp *c);
/* A reference to it; 0 if the type is. */
Expr comp_whole_ref(Model *m, Comp *c, Type t);

/* Mistakes with what changes at events (discrete.c). */
void check_discrete(Model *m);

/* Units of measure: what does not fit is reported (unit_check.c). */
void check_units(Model *m);

/* Types the equations and algorithms of a component's class (equations.c). */
void resolve_equations(Model *m, Comp *c);
/* Before variables are numbered: those that Connections.uniqueRootIndices gives. */
void settle_root_indices(Model *m, ClassInst *ci);
/* The call of (a, , b) = f(x) or := and the types of its n results; 0 after a report. */
Expr resolve_results(Env *env, const SynEqu *q, const Type **type, int *n);
/* Whether a reference may be assigned to or reinitialized; false after a report (lower_stmt.c). */
bool is_target(Model *m, Expr ref, Span at, bool parameters);
/* Condition, message and level (or 0) of a call of assert. False after a report. */
bool resolve_assertion(Env *env, const SynExp *e, Span at, Expr part[3]);
/* Whether an expression depends on nothing that may be changed after translation. */
bool is_fixed(Model *m, Expr e);

/* Reports `pre` of variables that are not discrete outside of when-clauses (when.c). */
void check_pre(Model *m);

/* Classic connections (cuts.c): the joins an SE_LINK stands for. False after a report. */
bool link_joins(Env *env, Comp *owner, const SynEqu *q, JoinList *out);
/* connect(a, b) of cuts and connectors: one join. */
bool connect_joins(Env *env, Comp *owner, const SynEqu *q, FlatSource *out);
/* The cut of that name (0: the main cut) of a class instance, own or inherited; NULL. */
const SynCut *class_cut(const ClassInst *ci, Name name);
/* All its cuts, inherited ones first. */
typedef VEC(const SynCut *) CutList;
void list_cuts(Model *m, const ClassInst *ci, CutList *out);

/* Gives expandable connectors their members (expandable.c). */
void expand_connectors(Model *m);
/* Whether one side of a connection is disabled, so that it does not exist: the other side may be
 * what exists together with that one only. */
bool connection_is_off(Env *env, const SynEqu *q);
/* Whether an extends clause leaves a connection out: break connect(a, b). */
bool connection_left_out(Model *m, const ClassInst *ci, const SynEqu *q);

/* Turns all FE_CONNECT into equations (connect.c). */
void connect_all(Model *m);
bool connect_has_flow(Model *m, const Comp *connector);

/* ---- Overconstrained connections (overconstrained.c) ---- */

/* An edge of the virtual connection graph. */
typedef struct GraphEdge {
    int node[2];
    bool required; /* by Connections.branch */
    bool broken;   /* optional, and not part of a spanning tree */
    uint32_t by;   /* whatever connect.c wants to know of the connection */
    const FlatEq *eq;
    End end[2];   /* instances: positions do not count the dimensions of their type */
    int64_t unit; /* elements of one instance of a simple type */
} GraphEdge;

/* The function equalityConstraint of a component's class; NULL: it has none. */
ClassUse *equality_constraint(Model *m, const Comp *c);
void graph_open(Model *m);
/* One Connections.branch, root or potentialRoot. */
void graph_statement(Model *m, const FlatEq *eq, const IterValue *iters);
/* Notes the connection of x in a with y in b, `inner` elements for each position of a; `like`: eq
 * and by. False if x is not overdetermined. */
bool graph_connect(Model *m, GraphEdge like, const End *a, const End *b, Comp *x, Comp *y,
                   int64_t inner);
/* Counts one connection of a connector. */
void graph_count(Model *m, const End *e);
/* Finds the trees; calls join for the connections in them, makes equations of the others. */
typedef void GraphJoin(void *arg, const GraphEdge *e);
void graph_close(Model *m, GraphJoin *join, void *arg);

/* Position of a subscript under these iterators: fast for literals and iterators. False if it is
 * not a number during translation. */
bool eval_subscript(Model *m, Expr e, const IterValue *iters, int64_t *out);

/* ---- Streams (streams.c) ---- */

/* A stream variable in a connection set: of a component, or (outside) of the class itself. */
typedef struct StreamMember {
    uint32_t scalar;
    bool outside;
} StreamMember;
typedef VEC(StreamMember) StreamSet;

/* The declaration with the prefix `stream` by which a component is one; NULL. */
const Comp *stream_prefixed(const Comp *c);
/* Lists the stream variables of the flat model, each with its flow; as if not connected. */
void find_streams(Model *m);
/* The members of one set: inStream of the inside ones is noted, what the outside ones are equal to
 * is out[set->n]. */
void connect_streams(Model *m, const StreamSet *set, Expr *out);

/* ---- The end (parts.c, settle.c) ---- */

/* Brings the parts of the flat model up to the components that there are. */
void make_parts(Model *m);
/* Makes the part of a component that is referred to complete: fields of records, names of packages,
 * and those of its fields. Calls `leaf` for the simple ones. */
void complete_part(Model *m, Comp *c, void (*leaf)(void *arg, Comp *c), void *arg);
/* The ranges and conditions that say which equations there are. */
void settle_loops(Model *m);
/* Everything else that is asked of a flat model: values, subscripts, sizes; functions lowered. */
void settle_all(Model *m);
/* Whether flat_integer computes an expression from its operands. */
bool flat_is_computed(const FlatModel *f, Expr e);

#endif
