/* emit_internal.h - what the files of src/emit share and nobody else needs.
 *
 * Writing C goes through three layers:
 *   Emit   one program: numbers of relations, strings, ...; the texts of its parts
 *   Code   one C function under construction
 *   Graph  the distinct expressions of one piece of that function (a statement, or about a
 *          hundred assignments): which of them are held in locals, and where they are computed */
#ifndef KRON_EMIT_EMIT_INTERNAL_H
#define KRON_EMIT_EMIT_INTERNAL_H

#include "emit/emit.h"

/* ---- Numbers (c_numbers.c) ----
 * What generated code and tables must agree on; made from the DAE alone, so that both can make it.
 * Blocks are those solved at run time: of the simulation, then of the initial problem. */
typedef struct Numbers {
    uint32_t nv;
    int ns;
    int *string;                         /* [nv] place in m->s, -1: not a String */
    Map relation, kept, sample, delay;   /* Expr -> number + 1 */
    int ndelays;
    bool *in_algorithm;                  /* [nrel] the relation occurs in an algorithm section */
    bool *kept_in_algorithm;             /* [nkept] the same for event-generating functions */
    bool *uses_pre;                      /* [nv] pre(v) occurs */
    bool uses_homotopy;
    int nblocks, nsim_blocks;
    Block **block;
} Numbers;

Numbers *emit_numbers(Dae *d, Arena *a);
/* Whether a block is solved at run time (KInst.solve), not by assignments. */
bool block_is_solved(const Block *b);
/* Evaluated where: the part of the program that a block of the simulation belongs to. */
typedef enum { PART_RHS, PART_CROSS, PART_OUT, PART_DISCRETE } Part;
Part block_part(const Block *b);
/* Calls visit for every expression in the statements of a body. */
void stmts_visit(int n, Stmt *const *body, void (*visit)(void *arg, Expr e), void *arg);

/* ---- Pieces of text (c_text.c) ---- */
void put(Buf *b, const char *text);
void put_uint(Buf *b, uint64_t n);
void put_int(Buf *b, int64_t n);
void put_real(Buf *b, double x);             /* a double constant, exact */
void put_string(Buf *b, const char *text);   /* a string literal */
void putf(Buf *b, const char *fmt, ...);     /* %s text, %u uint32_t, %d int; nothing else */

/* ---- The program ---- */

/* A scope being written: the next of its held nodes, and the node that it belongs to. */
typedef struct Frame {
    uint32_t scope, next, end;
    uint32_t owner;   /* NO_NODE: written for itself */
    uint32_t outer;   /* scope the owner is computed in */
    uint32_t operand; /* of the owner, that this scope is for */
} Frame;

typedef struct Emit {
    Dae *d;
    ExprStore *s;
    Arena *arena; /* scratch, until the text is complete */
    Numbers *num;
    Buf tables, protos, text;
    bool rolls; /* repeated assignments become loops */
    bool failed;
    bool needs_arrays; /* array_helpers */
    int ntables;
    struct Graph *graph;
    VEC(Frame) frame;
    VEC(uint32_t) func; /* functions to be written, in the order of first use */
    Map func_known;     /* number -> 1 */
    Map enum_table;     /* Type -> number of its table of literals + 1 */
    Map object;         /* equation + 1 -> 1: its function has been written */
} Emit;

/* ---- One C function ---- */
typedef enum {
    CODE_MODEL,     /* equations: relations are frozen between events */
    CODE_ALGORITHM, /* the same, but operands exist only while it runs: k_lt_g, ... */
    CODE_FUNCTION,  /* everything is taken literally */
} CodeKind;

typedef struct Code {
    Emit *e;
    ExprStore *s;
    struct Graph *g;
    CodeKind kind;
    const Func *f; /* whose LOCALs are used; NULL: none */
    Buf text;      /* statements so far */
    uint32_t ntemps;
    bool uses_v, uses_pre, uses_dv; /* locals v, p, d for m->v, m->pre, m->dv */
    bool fails;                     /* jumps to the label `fail` with rc set */
    bool stack;                     /* something was put on the instance's stack */
    bool keeps_strings;             /* ... that must stay until the caller has copied it */
    bool returns;                   /* jumps to the label `done` */
    Span at;                        /* position that faults are reported at */
} Code;

void code_begin(Code *c, Emit *e, CodeKind kind, const Func *f);
/* Appends `static int NAME(PARAMS) { ... return 0; }` to the program. */
void code_end(Code *c, const char *name, const char *params);
/* The number under which positions are known to the run time (KModel.assert_place). */
uint32_t position_number(Span at);
/* rc = k_fault(...); goto fail; */
void put_fault(Code *c, const char *what);

/* ---- Expressions of a piece of code (c_graph.c) ---- */

#define NO_NODE UINT32_MAX

/* Where code is executed: TOP, or inside a branch, an operand that need not be evaluated, a loop. */
typedef enum { SCOPE_TOP, SCOPE_BRANCH, SCOPE_MAYBE, SCOPE_LOOP } ScopeKind;
enum { TOP = 0 };

typedef struct Scope {
    uint8_t kind;
    uint32_t parent, depth;
    uint32_t sibling; /* BRANCH: the other one */
    uint32_t mark;    /* while sites are reduced */
    VEC(uint32_t) held; /* nodes computed here, operands first */
} Scope;

enum {
    NODE_HELD = 1,     /* computed once into a local */
    NODE_COSTLY = 2,   /* may fail or takes time: not computed where it may not be needed */
    NODE_STRICT = 4,   /* must not be computed where it is not needed: calls, subscripts, iterators */
    NODE_LITERAL = 8,  /* arithmetic of literals: `value` */
    NODE_ARRAY = 16,
};

typedef struct GraphNode {
    Expr e;
    uint8_t op, flags;
    uint16_t depth;    /* of the text of what is not held below it */
    uint32_t weight;   /* operators in that text */
    uint32_t uses;
    uint32_t sites;    /* list of scopes it is used in, in Graph.site, + 1 */
    uint32_t place;    /* list of scopes it is computed in, in Graph.place, + 1 */
    uint32_t temp;     /* number of the local */
    uint32_t flat, nflat; /* ARRAY: elements row by row, in Graph.flat */
    bool marked;       /* comprehension: its body gives back what it took from the stack */
    double value;
} GraphNode;

typedef struct Graph {
    ExprStore *s;
    Arena *arena;
    VEC(GraphNode) node; /* operands before users */
    uint32_t *slot;      /* [nslots] by Expr: its node, if that is of the same Expr */
    uint32_t nslots;
    VEC(Scope) scope;
    VEC(struct { uint32_t scope, next; }) site;
    VEC(struct { uint32_t scope, child, next; }) place; /* child: first scope of its own */
    VEC(Expr) flat;
    VEC(struct { Expr e; uint32_t next; }) walk;
    VEC(uint32_t) work;
    uint32_t marks;
    bool has_scopes;
} Graph;

Graph *graph_new(ExprStore *s, Arena *a);
void graph_clear(Graph *g);
/* A scope that is not always executed, for guarded roots. */
uint32_t graph_guard(Graph *g);
/* Adds an expression used in `scope`; returns the number of nodes so far. */
uint32_t graph_root(Graph *g, Expr e, uint32_t scope);
/* After all roots: decides what is held and where it is computed. */
void graph_arrange(Graph *g);
GraphNode *graph_find(const Graph *g, Expr e); /* NULL: a leaf */
bool graph_is_leaf(const Graph *g, Expr e);
/* First scope of a node's own when it is computed in `scope`. */
uint32_t graph_child(const Graph *g, const GraphNode *n, uint32_t scope);
bool node_is_array(const ExprStore *s, Expr e);
bool node_is_loop(const GraphNode *n);

/* ---- Writing expressions (c_expr.c) ----
 * One piece: add roots, code_arrange, then code_nodes for what comes before each root, then the
 * expression itself. */
void code_piece(Code *c);                    /* begins a piece */
uint32_t code_root(Code *c, Expr e);         /* used at the top */
/* Computes the nodes [from, to) held at the top. */
void code_nodes(Code *c, uint32_t from, uint32_t to);
void code_scope(Code *c, uint32_t scope);    /* those of another scope */
/* A piece with one root: arranged, its nodes written. */
void code_one(Code *c, Expr e);
void code_arranged(Code *c); /* all roots are added: arranges, writes all nodes held at the top */

/* Binding strength of what is written. */
enum { PREC_ANY, PREC_COND, PREC_OR, PREC_AND, PREC_REL, PREC_ADD, PREC_MUL, PREC_UNARY, PREC_POST };
void put_expr(Code *c, Expr e, int prec);
void put_int_expr(Code *c, Expr e); /* as a C int */
/* Number of a temporary that is not a node. */
uint32_t code_temp(Code *c);
bool expr_is_string(const Code *c, Expr e);
const TypeInfo *type_of(const Code *c, Expr e);
/* m->v[number] as an lvalue, or m->s[...]. */
void put_var(Code *c, uint32_t number);
const char *scalar_c_type(const Code *c, Expr e);

/* ---- Arrays (c_array.c) ---- */
extern const char array_helpers[]; /* C text */
void write_array(Code *c, GraphNode *n);   /* a held array node */
void write_element(Code *c, GraphNode *n); /* INDEX, SCALAR, MATMUL that give a scalar */
void open_comprehension(Code *c, GraphNode *n, uint32_t scope);
void close_comprehension(Code *c, const GraphNode *n);
void put_array(Code *c, Expr e);     /* address of its KArr */
void put_array_dot(Code *c, Expr e); /* "t1." or "u1->" */
/* Computes the position of an element in its array, checked. Returns the number of the local. */
uint32_t write_position(Code *c, Expr array, uint32_t n, const Expr *sub);
/* A local KArr[n] of general subscripts. */
uint32_t write_subscripts(Code *c, uint32_t n, const Expr *sub);

/* A range that is looped over: locals with its number of elements, start and step. */
typedef struct Range {
    Expr range;
    uint32_t count, start, step;
} Range;
Range write_range_size(Code *c, Expr range);
/* for (...) { TYPE letter<number> = element; */
void put_loop_head(Code *c, const Range *r, const char *type, char letter, uint32_t number);

/* ---- Calls and functions (c_func.c) ---- */
/* A held call; outputs in locals t<temp>_<k>, or t<temp> if there is one. */
void write_call(Code *c, GraphNode *n);
void put_output(Code *c, uint32_t temp, const Func *f, int k);
void put_outputs_declaration(Code *c, uint32_t temp, const Func *f);
void put_call(Code *c, Expr call, uint32_t temp);
void write_entry(Code *c, const Func *f); /* declares variables: sizes and initial values */
void emit_funcs(Emit *e); /* all that are used */

/* ---- Statements (c_stmt.c) ---- */
void write_stmts(Code *c, int n, Stmt *const *body);
void write_assert(Code *c, Expr condition, Expr message, Expr level, Span at);
/* Statements that put something on the stack give it back: what was written since `begin`. */
typedef struct Mark {
    size_t at;
    bool outer;
} Mark;
Mark mark_begin(Code *c);
void mark_end(Code *c, Mark m);

/* ---- Sequences of assignments (c_sequence.c) ---- */
typedef enum {
    TO_V,     /* v[n] = value (String: m->s) */
    TO_PARAM, /* the same unless set from outside */
    TO_START, /* m->start[n] = value */
    TO_DV,    /* d[n] = value */
    TO_R,     /* r[n] = value */
    TO_G,     /* m->g[n] = value */
    TO_TIME,  /* *r = value if that lies between the time and *r; the next instant after it */
    TO_AFTER, /* the same for the next instant after value */
    TO_NONE,  /* evaluated for its effect */
    TO_SOLVE, /* m->solve(m, n) */
    TO_SOLVE_DIR,
    TO_CALL,  /* if ((rc = NAME(m))) ...: name */
} Target;

typedef struct Item {
    uint8_t to;
    uint8_t part;     /* Part, for sequences of several */
    uint32_t n;
    Expr value;
    const char *name; /* TO_CALL */
} Item;
typedef VEC(Item) Items;

/* Writes functions NAME_0, NAME_1, ... and, for each part that occurs (or part 0), records which of
 * them belong to it. */
typedef struct Sequence {
    const char *name;
    const char *params; /* "KInst *m" or with a further pointer r */
    const char *args;
    int n;              /* functions written */
    VEC(uint8_t) part;  /* [n] */
} Sequence;
void emit_sequence(Emit *e, Sequence *q, const Items *items);
/* Calls of the functions of a sequence whose part is in `mask`. */
void put_calls(Buf *b, const Sequence *q, unsigned mask);

/* ---- Derivatives along a direction (c_direction.c) ---- */
/* dv of variable `var` from that of the variables in `value`; false if there is none. 0 in *out:
 * it vanishes. */
typedef bool HasDirection(void *arg, uint32_t var);
Expr direction_of(Emit *e, Expr value, HasDirection *has, void *arg);

/* ---- Objects: equations that are calls or algorithms (c_object.c) ---- */
const char *emit_object(Emit *e, int eq);
const char *emit_object_direction(Emit *e, int eq, HasDirection *has, void *arg);

#endif
