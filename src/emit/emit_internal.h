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
 * Blocks are those solved at run time: of the simulation, then of the initial problem, then whole
 * ones. */
typedef struct Numbers {
    uint32_t nv;
    uint32_t *place; /* [nv] the variable it is an alias of, or itself */
    bool *negated;   /* [nv] alias with the other sign */
    int ns;
    int *string;                       /* [nv] place in m->s, -1: not a String */
    Map relation, kept, sample, delay; /* Expr -> number + 1 */
    VEC(Expr) delays;
    VEC(Span) delays_at; /* where they are written, as far as known */
    /* Relations, and event-generating functions, that occur only in algorithm sections of the
     * simulation: those are run to know their operands. */
    bool *in_algorithm;      /* [nrel] */
    bool *kept_in_algorithm; /* [nkept] */
    bool *uses_pre;          /* [nv] pre(v) occurs */
    bool uses_homotopy;
    int nblocks, nsim_blocks, ninit_blocks; /* those of the simulation, the initial problem ... */
    int nstep_blocks;                       /* ... a step */
    int nsolved; /* ... and several stages end there; from nsolved on: whole ones (Block.whole) */
    Block **block;
    int *whole; /* [nsolved] number of its whole block; 0: none */
} Numbers;

Numbers *emit_numbers(Dae *d, Arena *a);
/* For expressions of a sheet: every variable has its own place, nothing makes events. */
Numbers *plain_numbers(Dae *d, Arena *a);
/* Whether a block is solved at run time (KInst.solve), not by assignments. */
bool block_is_solved(const Block *b);
bool block_has_modes(const Block *b);
/* Evaluated where: the part of the program that a block of the simulation belongs to. */
typedef enum { PART_RHS, PART_CROSS, PART_OUT, PART_DISCRETE } Part;
Part block_part(const Block *b);
/* Calls visit for every expression in the statements of a body; of an assignment, its object
 * equation included; of a block, its modes and its whole block included. */
typedef void ExprVisit(void *arg, Expr e);
void stmts_visit(int n, Stmt *const *body, ExprVisit *visit, void *arg);
void assign_visit(const Dae *d, const Assign *a, ExprVisit *visit, void *arg);
void block_visit(const Dae *d, const Block *b, ExprVisit *visit, void *arg);
/* The variables that an assignment gives, NONE among them; how many. */
int assign_outputs(const Dae *d, const Assign *a, const uint32_t **list);

/* ---- Pieces of text (c_text.c) ---- */
void put(Buf *b, const char *text);
void put_at(Buf *b, size_t at, const char *text); /* in the middle */
void put_spaces(Buf *b, int n);
bool is_letter(char c); /* of C's words: digits too */
void put_uint(Buf *b, uint64_t n);
void put_int(Buf *b, int64_t n);
void put_real(Buf *b, double x);           /* a double constant, exact */
void put_string(Buf *b, const char *text); /* a string literal */
void putf(Buf *b, const char *fmt, ...);   /* %s text, %u uint32_t, %d int; nothing else */
void put_comment(Buf *b, const char *text);
void put_remark(Buf *b, const char *text); /* text inside a comment */
/* static const int c<k>[]={...}, or double; k. */
struct Emit;
uint32_t int_table(struct Emit *e, int n, const int64_t *v);
uint32_t real_table(struct Emit *e, int n, const double *v);

/* ---- The program ---- */
/* The text laid out for people; name[n] stands for the number n of a variable (c_layout.c). */
void c_layout(const char *text, uint32_t nnames, const char *const *name, Buf *out);

/* Functions that differ only in numbers become one (c_share.c). */
void share_functions(struct Emit *e);
/* Takes what is computed seldom out of a large text, for libtcc (c_cold.c); `cold` stays empty:
 * there is nothing. */
void take_cold(struct Emit *e, Buf *cold);

/* A scope being written: the next of its held nodes, and the node that it belongs to. */
typedef struct Frame {
    uint32_t scope, next, end;
    uint32_t owner;   /* NO_NODE: written for itself */
    uint32_t outer;   /* scope the owner is computed in */
    uint32_t operand; /* of the owner, that this scope is for */
} Frame;

/* Which variables have a directional derivative that is not always 0. */
typedef struct Moving {
    bool *v;       /* [nv] */
    bool discrete; /* discrete Reals may move too: they are unknowns of the initial problem */
} Moving;

/* A table of numbers less the first one. */
typedef struct OffsetTable {
    uint32_t number;
    int n;
    int64_t *value;
} OffsetTable;

/* Which trace of c_roll.c saw a node last, and its position there. */
typedef struct TraceMark {
    uint32_t trace, index;
} TraceMark;

typedef struct Emit {
    Dae *d;
    ExprStore *s;
    Arena *arena; /* scratch, until the text is complete */
    Numbers *num;
    Buf tables, protos, text;
    bool rolls; /* repeated assignments become loops */
    bool apart; /* a file of its own: notes positions, calls external functions by their names */
    bool fmu;   /* apart, for an FMU: external functions of libraries are kx_NUMBER (library.c) */
    bool readable; /* apart, with comments */
    bool alone;    /* without the run time: functions do not keep results there */
    bool failed;
    VEC(uint32_t) position; /* apart: that the program names */
    /* The statements of a function u0, ... -> *o... that the writer cannot know; NULL: it can. */
    const char *(*foreign)(void *arg, const Func *f);
    void *foreign_arg;
    int ntables, nsingles; /* constant tables; functions of one assignment */
    Moving own;           /* for blocks of which only the own unknowns move: all false in between */
    const int *sim_order; /* blocks of the simulation */
    struct Graph *graph;
    VEC(Frame) frame;
    VEC(uint32_t) func; /* functions to be written, in the order of first use */
    Map func_known;     /* number -> place in `func` + 1 */
    Map enum_table;     /* Type -> number of its table of literals + 1 */
    Map object;         /* equation + 1 -> 1: its function has been written */
    Map difference;     /* name -> 1: the same for functions by difference */
    Buf entries;        /* statements of k_entry */
    Map offset_table;   /* hash -> position in `offsets` + 1 */
    VEC(OffsetTable) offsets;
    struct Alike *alike;   /* functions of blocks that are not written yet (c_alike.c) */
    int nalike;            /* functions written for several of them */
    TraceMark *trace_mark; /* [ntrace_marks] by Expr */
    uint32_t ntrace_marks, trace;
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
    bool loops;                     /* counts turns of loops */
    bool keeps_strings;             /* ... that must stay until the caller has copied it */
    bool objects;                   /* a function: makes external objects, which end with it */
    bool returns;                   /* jumps to the label `done` */
    bool calls_back;                /* a function: calls one that was used no later than itself */
    bool calls_itself;              /* a function: this is itself */
    Span at;                        /* position that faults are reported at */
    const struct Loop *loop;        /* written for all repetitions at once; NULL: not in a loop */
    bool items;                     /* arrays stand for their element q */
} Code;

void code_begin(Code *c, Emit *e, CodeKind kind, const Func *f);
/* Appends `static int NAME(PARAMS) { ... return 0; }` to the program. */
void code_end(Code *c, const char *name, const char *params);
/* The rest of a function whose head is written; mark: gives back the stack. `results`: statements
 * that hand over what it gives, and by k_return give back the stack but for that. */
void code_close(Code *c, bool mark, const char *results);
/* The number under which positions are known to the run time (KTexts.position). */
uint32_t position_number(Emit *e, Span at);
/* rc = k_fault(...); goto fail; */
void put_fault(Code *c, const char *what);

/* ---- Expressions of a piece of code (c_graph.c) ---- */

#define NO_NODE UINT32_MAX

/* Where code is executed: always, or in a branch, an operand that may be left out, a loop. */
typedef enum { SCOPE_TOP, SCOPE_BRANCH, SCOPE_MAYBE, SCOPE_LOOP } ScopeKind;
enum { TOP = 0 };

typedef struct Scope {
    uint8_t kind;
    uint32_t parent, depth;
    uint32_t sibling;   /* BRANCH: the other one */
    uint32_t mark;      /* while sites are reduced */
    VEC(uint32_t) held; /* nodes computed here, operands first */
} Scope;

enum {
    NODE_HELD = 1,   /* computed once into a local */
    NODE_COSTLY = 2, /* may fail or takes time: not computed where it may not be needed */
    NODE_STRICT = 4, /* must not be computed where it is not needed: calls, subscripts, iterators */
    NODE_LITERAL = 8, /* arithmetic of literals: `value` */
    NODE_ARRAY = 16,
};

typedef struct GraphNode {
    Expr e;
    uint8_t op, flags;
    uint16_t depth;  /* of the text of what is not held below it */
    uint32_t weight; /* operators in that text */
    uint32_t uses;
    uint32_t sites;       /* list of scopes it is used in, in Graph.site, + 1 */
    uint32_t place;       /* list of scopes it is computed in, in Graph.place, + 1 */
    uint32_t temp;        /* number of the local */
    uint32_t flat, nflat; /* ARRAY: elements row by row, in Graph.flat */
    bool marked;          /* comprehension: its body gives back what it took from the stack */
    double value;
} GraphNode;

/* Lists of a node: scopes it is used in; scopes it is computed in, with the first of the scopes
 * that it then has of its own. next: position + 1. */
typedef struct Site {
    uint32_t scope, next;
} Site;
typedef struct Computed {
    uint32_t scope, child, next;
} Computed;
typedef struct Visit {
    Expr e;
    uint32_t next; /* operand */
} Visit;

typedef struct Graph {
    ExprStore *s;
    Arena *arena;
    VEC(GraphNode) node; /* operands before users */
    uint32_t *slot;      /* [nslots] by Expr: its node, if that is of the same Expr */
    uint32_t nslots;
    VEC(Scope) scope;
    VEC(Site) site;
    VEC(Computed) place;
    VEC(Expr) flat;
    VEC(Visit) walk;
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
/* Number of scopes that a node has of its own. */
uint32_t graph_scopes(const Graph *g, const GraphNode *n);
/* Is anything held in them? `child` is the first. */
bool graph_has_contents(const Graph *g, const GraphNode *n, uint32_t child);
/* First scope of a node's own when it is computed in `scope`. */
uint32_t graph_child(const Graph *g, const GraphNode *n, uint32_t scope);
bool node_is_array(const ExprStore *s, Expr e);
bool node_is_loop(const GraphNode *n);

/* ---- Pieces of a function (c_code.c) ----
 * Begin a piece, add roots, arrange the graph, write the nodes that come before each root, then the
 * expression itself. */
void code_piece(Code *c);            /* begins a piece */
uint32_t code_root(Code *c, Expr e); /* used at the top */
/* Computes the nodes [from, to) held at the top. */
void code_nodes(Code *c, uint32_t from, uint32_t to);
void code_scope(Code *c, uint32_t scope); /* those of another scope */
/* A piece with one root: arranged, its nodes written. */
void code_one(Code *c, Expr e);
void code_arranged(Code *c); /* all roots are added: arranges, writes all nodes held at the top */

/* ---- Expressions as text (c_expr.c) ---- */
/* Binding strength of what is written. */
enum {
    PREC_ANY,
    PREC_COND,
    PREC_OR,
    PREC_AND,
    PREC_REL,
    PREC_ADD,
    PREC_MUL,
    PREC_UNARY,
    PREC_POST
};
void put_expr(Code *c, Expr e, int prec);
void put_inner(Code *c, Expr e, int prec); /* the same even if it is held */
void put_sum(Code *c, Expr e, uint32_t from,
             uint32_t to); /* terms [from, to) of a sum, with signs */
/* The node of e if it has that operator and its text stands where it is used. */
const GraphNode *unheld(const Code *c, Expr e, ExprOp op);
void put_int_expr(Code *c, Expr e); /* as a C int */
/* Text with operands of e in it: $k as an expression, #k as an int, @k the address of its array, ^k
 * "t1." or "u1->"; with + behind it all from operand k on. `k: how many these are. ~: e's local. */
void put_form(Code *c, Expr e, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The text of an expression of the piece, or of the address of its array. */
const char *code_text(Code *c, Expr e);
/* Number of a temporary that is not a node. */
uint32_t code_temp(Code *c);
bool expr_is_string(const Code *c, Expr e);
const TypeInfo *type_of(const Code *c, Expr e);
/* m->v[number] as an lvalue, or m->s[...]. */
void put_var(Code *c, uint32_t number);
const char *scalar_c_type(const Code *c, Expr e);

/* ---- Arrays (c_array.c) ---- */
void write_array(Code *c, GraphNode *n);   /* a held array node */
void write_element(Code *c, GraphNode *n); /* INDEX, SCALAR, MATMUL that give a scalar */
void open_comprehension(Code *c, GraphNode *n, uint32_t scope);
void close_comprehension(Code *c, const GraphNode *n);
/* Of an array of a function or the model, as the user knows it; "": none. */
const char *users_array_name(const Code *c, Expr array);
void put_array(Code *c, Expr e);     /* address of its KArr */
void put_array_dot(Code *c, Expr e); /* "t1." or "u1->" */
void put_item(Code *c, Expr e);      /* its element q */
/* The value of homotopy of arrays while it is on its way. */
void write_blend(Code *c, const GraphNode *n);
/* Computes the position of an element in its array, checked. Returns the number of the local. */
uint32_t write_position(Code *c, Expr array, uint32_t n, const Expr *sub);
void put_array_element(Code *c, Expr array, uint32_t position); /* the element there */
/* A scalar as an element of an array: its number, if it is a String. */
void put_element(Code *c, Expr e);
void write_view(Code *c, Expr array, uint32_t temp); /* KArr t<temp> of variables */
/* A local KArr[n] of general subscripts. */
uint32_t write_subscripts(Code *c, uint32_t n, const Expr *sub);

/* A range that is looped over: locals with its number of elements, start and step. */
typedef struct Range {
    Expr range;
    uint32_t count, start, step;
} Range;
Range write_range_size(Code *c, Expr range);
/* for (...) { TYPE letter<number> = element; */
void put_turn(Code *c); /* looks now and then whether the user wants to end */
void put_loop_head(Code *c, const Range *r, const char *type, char letter, uint32_t number);

/* ---- Calls and functions (c_func.c) ---- */
/* A held call; outputs in locals t<temp>_<k>, or t<temp> if there is one. */
void write_call(Code *c, GraphNode *n);
void put_output(Code *c, uint32_t temp, const Func *f, int k);
void write_entry(Code *c, const Func *f); /* declares variables: sizes and initial values */
void emit_funcs(Emit *e);                 /* all that are used */
void emit_slots(Emit *e, const Func *f);  /* the entry of a function by itself */

/* ---- External functions (c_external.c) ---- */
/* What the function cannot be called for; NULL: it can. */
const char *external_unsupported(const Emit *e, const Func *f);
/* The call, after the variables have their first values. */
void write_external(Code *c, const Func *f);
/* Notes that a function is called by what is being written. */
void func_use(Code *c, uint32_t number);

/* ---- Statements (c_stmt.c) ---- */
void write_stmts(Code *c, int n, Stmt *const *body);
void write_assert(Code *c, Expr condition, Expr message, Expr level, Span at);
/* Statements that put something on the stack give it back: what was written since `begin`. */
typedef struct Mark {
    size_t at;
    bool outer;
} Mark;

/* ---- Sequences of assignments (c_sequence.c) ----
 * Written as functions of about a hundred items, so that the C compiler's time stays linear. */
typedef enum {
    TO_V,          /* v[n] = value; a String: m->s */
    TO_PARAM,      /* the same unless it was set from outside */
    TO_FROM_START, /* v[n] = m->start[other] */
    TO_PRE,        /* m->pre[n] = value */
    TO_START,      /* m->start[n] = value */
    TO_DV,         /* d[n] = value */
    TO_R,          /* r[n] = value */
    TO_G,          /* m->g[n] = left - right side of the relation `value`; up to here: places */
    TO_TIME,       /* *r = value if it lies between the time and *r */
    TO_NONE,       /* evaluated for its effect */
    TO_SOLVE,      /* solves block n */
    TO_SOLVE_DIR,  /* the same for the directional derivative */
    TO_CALL,       /* name(m) */
} Target;

typedef struct Item {
    uint8_t to;        /* Target */
    uint8_t part;      /* Part */
    uint32_t n, other; /* other: TO_FROM_START: from where; TO_SOLVE...: 1: only modes are found */
    Expr value;
    const char *name; /* TO_CALL */
    Span at;
    int eq; /* the equation it comes from, + 1; 0: none */
} Item;
typedef VEC(Item) Items;

/* A part of a sequence: `reps` times `period` items of the same shape from `first` on, to be
 * written as a loop; or, with reps 1, `period` items as they are (c_roll.c). */
typedef enum { SLOT_NUMBER, SLOT_REAL } SlotKind;
typedef struct LoopSlot {
    uint8_t kind;
    Expr leaf;      /* of the first repetition; 0: target of an item */
    uint64_t value; /* number of a variable, relation, ...; or bits of a literal */
} LoopSlot;
typedef struct Loop {
    int first, period, reps;
    int nslots;
    LoopSlot *slot;    /* [reps * nslots] */
    const char **text; /* [nslots] C text; NULL: the same in all repetitions */
    Map leaf;          /* Expr -> slot + 1 */
} Loop;
typedef VEC(Loop) Loops;
void roll_loops(Emit *e, const Items *items, Loops *out);
/* Shapes of the blocks of a system, from 1; 0: none. Returns how many there are. */
uint32_t roll_shapes(Emit *e, const System *s, uint32_t *shape);
/* Shapes of pieces of a list of items, piece i from first[i] to first[i + 1]; and those of one
 * shape as repetitions, piece k from first[k] on. */
uint32_t roll_piece_shapes(Emit *e, const Items *items, int n, const int *first, uint32_t *shape);
Loop roll_pieces(Emit *e, const Items *items, int reps, const int *first, int period);
/* The same of the items of a sequence, each by itself. */
uint32_t roll_item_shapes(Emit *e, const Items *items, uint32_t *shape);
/* How many blocks are written out if they come in this order. */
int roll_rest(const System *s, const uint32_t *shape, uint32_t nshapes, const int *order);
/* Makes the texts of all slots, for the loop variable t<counter>. */
void loop_texts(Emit *e, Loop *l, uint32_t counter);
/* What stands for the number (or value) of a leaf inside the loop; NULL: it is as it is. */
const char *loop_text(const Loop *l, Expr leaf);

typedef struct Sequence {
    const char *name;  /* functions NAME_0, NAME_1, ... */
    bool has_r;        /* they have a second parameter, double *r */
    bool literal;      /* relations have no modes here: parameters, samples */
    VEC(uint8_t) part; /* of each function */
} Sequence;
void emit_sequence(Emit *e, Sequence *q, const Items *items);
/* A function with a further parameter: the number of the repetition. */
void emit_repeated(Emit *e, const char *name, const Items *items, Loop *l);
/* Calls of those functions whose part is in the mask: if((rc=NAME_0(m)))return rc; */
void put_calls(Buf *b, const Sequence *q, unsigned mask);
/* The same for do_PART of KCode, and its entry; without calls there is none. */
void put_code(Emit *e, const char *part, const char *params, Buf *calls);
/* Functions of the items, and one with the name of the sequence that calls them all. */
void emit_driver(Emit *e, Sequence q, const Items *items);
enum { ALL_PARTS = 15 };
/* Block `number` solved. */
Item solve_item(const Block *b, uint32_t number, Part part);

/* ---- Assignments of blocks and their derivatives (c_assign.c) ---- */

/* Appends what evaluates the assignments. */
void assign_items(Emit *e, int n, const Assign *a, Part part, Items *out);
/* Appends dv of the variables they assign, and notes which are moving. Where an expression has no
 * derivative, by a difference. */
void direction_items(Emit *e, int n, const Assign *a, Part part, Moving *moving, Items *out);
/* The derivative along dv; 0: it vanishes. False if there is none. */
bool direction_of(Emit *e, Expr value, const Moving *moving, Expr *out);

/* ---- Objects: equations that are calls or algorithms (c_object.c) ---- */
/* The function that evaluates it, written when it is first asked for. */
const char *emit_object(Emit *e, int eq);
/* Output and element that the i-th scalar result of a call is; -1: there is none. */
int call_output(const Emit *e, Expr call, int i, uint32_t *element);
/* The name of a function that makes dv of the outputs from those of the inputs by a difference. */
const char *emit_difference(Emit *e, const char *function, int nin, const uint32_t *in, int nout,
                            const uint32_t *out);
/* Variables that a list of statements reads or writes, ascending. */
VarList stmts_vars(Emit *e, int n, Stmt *const *body);

/* ---- Parts of the program ---- */
/* The order in which the blocks of a system are written (c_order.c). */
const int *block_order(Emit *e, const System *s);
/* Items of one shape brought together, as far as they do not need each other; false: they must stay
 * as they are. */
bool regroup_items(Emit *e, const Items *items, Items *out);
/* What the derivatives have of time (c_time.c). */
void emit_time(Emit *e);
/* Begins a program; d, rolls, apart and readable are set. */
void emit_open(Emit *e, Numbers *(*numbers)(Dae *d, Arena *a));
/* All parts into e->protos, tables and text. False after a report. */
bool emit_parts(Emit *e);
void emit_free(Emit *e);
/* emit_c, with repeated assignments as loops or not. */
bool emit_program(Dae *d, Buf *out, bool rolls);
/* Readable programs: a heading; the equation (+ 1; 0: none) that the next statements are for. */
void put_heading(Emit *e, const char *title);
void put_origin(Code *c, int eq);
/* Whether a word occurs outside comments. */
bool text_mentions(const char *text, const char *word, size_t n);
/* Names for the numbers of variables: V_R1_i for R1.i; those that would be equal get their number.
 */
void c_enumerators(NameTable *names, Arena *a, uint32_t n, const char *const *shown,
                   const char **out);
void emit_params(Emit *e); /* c_params.c: do_params */
/* c_block.c: b0_residual, ...; moving: what moves among the known variables, NULL: nothing. False
 * if it has no direction. */
bool emit_block(Emit *e, uint32_t number, Moving *moving);
/* The function NAME(m, r) of a block will do these items (c_alike.c), by emit_alike at last. */
void alike_add(Emit *e, const char *name, const char *about, const Items *items);
void emit_alike(Emit *e);

#endif
