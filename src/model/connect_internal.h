/* connect_internal.h - what the files of connections share (connect*.c). */
#ifndef KRON_MODEL_CONNECT_INTERNAL_H
#define KRON_MODEL_CONNECT_INTERNAL_H

#include "graph/eliminate.h"
#include "model/flat_internal.h"

typedef enum {
    ROLE_POTENTIAL,
    ROLE_FLOW,
    ROLE_STREAM,
    ROLE_INPUT,
    ROLE_OUTPUT,
    ROLE_PARAMETER
} Role;

/* An element of a cut or node. */
typedef struct CutElement {
    uint32_t scalar; /* NO_SCALAR: of a node, or `.` */
    int8_t sign;     /* in sums; 0: `.`, there is no sum */
    bool flow;
} CutElement;

#define NO_SCALAR UINT32_MAX
enum { MOST_NESTED = 32, MOST_SUMS = 3000 };

typedef VEC(uint32_t) ElementVec;

/* An element as a member of a set. */
typedef struct Member {
    uint32_t parent;  /* UINT32_MAX: a set that is done */
    uint32_t next;    /* circular list of the members of a set */
    uint32_t made_by; /* the last connection of the element, in Connect.source; 0: none */
} Member;

/* An element that was joined: its place in the ordered list of its set. */
typedef struct Linked {
    uint32_t element;
    int parent, tail, next; /* in Connect.linked; a root is the head of its list; next -1: last */
    int touched;            /* roots: place among the sets; 0: not joined yet */
    const FlatEq *by;
} Linked;

/* Two sets that became one: by a and b, in the connection `by` of Connect.source. */
typedef struct United {
    uint32_t a, b, by;
} United;

/* The elements of one cut, connector or node at one place. */
typedef struct PortElements {
    const SynCut *cut;
    Name node;
    bool outside;
    int next;      /* in Connect.port, of the same component and position; -1 */
    bool any_flow; /* `.` stands for any number of flows */
    bool failed;
    ElementVec across, flow;
} PortElements;

typedef struct Connect {
    Model *m;
    Arena *scratch;
    uint32_t nscalars;
    VEC(Member) set;            /* by element: 2 * scalar + outside, then those of cuts and nodes */
    uint8_t *role;              /* [nscalars], Role + 1; 0: not part of a connector */
    const FlatEq *eq;           /* being expanded */
    uint32_t by;                /* its place in source */
    VEC(const FlatEq *) source; /* connections met; [0] unused */
    EndList lhs, rhs;           /* of the connection being expanded */
    VEC(CutElement) cut;        /* element - 2 * nscalars */
    VEC(Linked) linked;
    Map linked_at; /* element + 1 -> place in linked + 1 */
    VEC(PortElements) port;
    Map port_at;  /* component, position -> place of the first in port + 1 */
    Echelon sums; /* see is_new_sum; opened when it is needed */
    RealStep sum_step;
    Map sum_column; /* model, scalar -> column */
    bool compare;   /* all sums with each other */
    Map mentioned;  /* components that equations name, once `mentions` */
    bool mentions;
    Map open_of; /* component -> first of its inputs without signal + 1, once `opens` */
    bool opens;
    Map bridged; /* components whose connectors meet, reported as such */
    VEC(United) united;
    struct Joined *joined; /* by element: see connect_closing.c; made when it is needed */
    int joins;
} Connect;

/* ---- connect_pair.c ---- */

/* Signals of expandable connectors go wherever the connections lead them. */
bool connect_is_bus_member(const Comp *k);
/* Unites the members of two connectors by name; `inner`: elements inside the end for each. */
void connect_members(Connect *c, const End *a, const End *b, Comp *x, Comp *y, int64_t inner);
void connect_mark_role(Connect *c, const FlatVar *v);
/* Whether it exists, with all that it is in. */
bool connect_is_enabled(Model *m, const Comp *c);
/* One connection, for the values of iterators around it; data is the Connect. */
void connect_one(void *data, const FlatEq *eq, const IterValue *iters);

/* ---- connect_ports.c ---- */

/* Joins the elements of two ports in their order. */
void connect_join_ports(Connect *c, const PortJoin *j, const End *a, const End *b);
/* If some model shares flows: what the classes themselves say about two variables. */
void connect_prepare_joins(Connect *c);
/* The sets with joined elements in their order. Elements of the same set that connect() has added
 * come last. */
void connect_join_equations(Connect *c);
/* Which cuts of the model's own components no connection names, for messages. */
void connect_note_open_cuts(Connect *c);

/* ---- connect_bus.c ---- */

/* Elements of buses that are not connected to anything else, and that no equation names, have no
 * value: they are zero. */
void connect_bus_equations(Connect *c);

/* ---- connect_closing.c ---- */

/* Where the connection stands that has brought two elements of one set together. */
/* The connection, in Connect.source, that is on the ways between the most of some pairs of elements
 * of one set, and which of these go through it; 0: none is on two of them. */
uint32_t connect_on_most_ways(Connect *c, uint32_t (*pair)[2], int n, bool *through);
Span connect_closing(Connect *c, uint32_t a, uint32_t b);
/* The scalar at which it did so, if that is neither of them and no source; UINT32_MAX. */
uint32_t connect_closing_input(Connect *c, uint32_t a, uint32_t b);

/* ---- connect.c ---- */

uint32_t connect_find(Connect *c, uint32_t x); /* the root of the set of x */
void connect_unite(Connect *c, uint32_t a, uint32_t b);
/* Is it a connector or inside of one? */
bool connect_is_inside(const Connect *c, const Comp *k);
/* Whether an equation names its component; algorithms are not read. */
bool connect_is_mentioned(Connect *c, uint32_t scalar);
Expr connect_scalar(Model *m, uint32_t number);
/* The scalar of element e is connected, on that face. */
void connect_mark(Connect *c, uint32_t e);
/* Where an equation comes from: a connection of the element, or the connector's declaration. */
Span connect_position(const Connect *c, uint32_t e);
void connect_equation(Connect *c, Expr lhs, Expr rhs, const Comp *owner, Span span);
/* An equation of the class in which the element is connected; none for the outside of the model. */
void connect_set_equation(Connect *c, Expr lhs, Expr rhs, uint32_t e);
/* An output of a component, or a public input of the class itself. */
bool connect_is_source(const Connect *c, uint32_t e);

#endif
