/* expr_internal.h - what the files of src/symbolic share and nobody else needs: the store's
 * insides, the memo of a walk, and the rules behind the operator table. */
#ifndef KRON_SYMBOLIC_EXPR_INTERNAL_H
#define KRON_SYMBOLIC_EXPR_INTERNAL_H

#include "base/map.h"
#include "base/vec.h"
#include "symbolic/expr.h"

/* ---- Memo: results of one walk, by node (walk.c) ----
 * Entries stand in the order in which they were added, which for a walk is operands before
 * users. Memos are kept by the store and reused; taking one costs nothing, filling it is
 * O(entries), however large the one before was. */
typedef struct Memo {
    uint32_t n, cap;
    Expr *key;       /* [n] */
    uint64_t *value; /* [n] */
    uint32_t *slot;  /* [nslots] entry + 1, 0 = free */
    uint32_t nslots, slot_cap;
    struct MemoFrame {
        Expr e;
        uint32_t next;
    } * stack; /* of the walk */
    uint32_t stack_cap;
    struct Memo *next; /* in the store's list of unused ones */
} Memo;

Memo *memo_take(const ExprStore *s);
void memo_give(const ExprStore *s, Memo *m);
#define MEMO_ABSENT UINT32_MAX
uint32_t memo_find(const Memo *m, Expr e);          /* position of e's entry, or MEMO_ABSENT */
uint32_t memo_add(Memo *m, Expr e, uint64_t value); /* e must be absent */

/* Adds root and what is below it to the memo, operands before users, with value 0. Nodes that
 * `enter` refuses are added, but what is below them is not visited (NULL: none is refused). */
typedef bool WalkEnter(void *arg, const ExprStore *s, Expr e);
void walk_collect(const ExprStore *s, Memo *m, Expr root, WalkEnter *enter, void *arg);

/* How many variables a leaf is, from its payload on: 1 or those of an array; 0 for others. */
uint32_t leaf_vars(const ExprStore *s, Expr e);
/* Sorts numbers and drops equal ones; how many are left. */
int sort_numbers(size_t n, uint32_t *number);

/* ---- The store ---- */
struct ExprStore {
    Arena *arena;
    NameTable *names;
    TypeTable *types;
    ExprNode *node; /* [n], node[0] unused */
    uint32_t n, cap;
    Expr *pool; /* operands */
    uint32_t pool_n, pool_cap;
    uint64_t *slot; /* [nslots] upper half of the hash and node number, 0 = free */
    uint32_t nslots;
    uint64_t *type_hash; /* [ntype_hash] structural, by Type */
    uint32_t ntype_hash, type_hash_cap;
    Func **func; /* [nfuncs + 1], func[0] unused */
    uint32_t nfuncs, func_cap;
    struct MemoList {
        Memo *unused;
    } * memos;
    Map opened; /* calls that were written out: their places in opened_call */
    VEC(struct OpenedCall *) opened_call;
    bool drop_zeros; /* 0*x is 0 whatever x is: see expr_drop_zeros */
};

/* realloc that does not return on failure. */
void *store_resize(void *p, size_t n, size_t elem);

/* ---- Rules of operators (ops.c) ----
 * Formulas are in reverse Polish notation: operators of ops.def and the words below. */
enum { W_U = EX_COUNT, W_V, W_F, W_R, W_0, W_1, W_2, W_10 };
_Static_assert(W_10 < 256, "formulas are bytes");

typedef struct OpRule {
    double (*eval1)(double);
    double (*eval2)(double, double);
    const uint8_t *partial[2]; /* derivative by the operands u, v; f is the function itself */
    const uint8_t *inverse;    /* u from f(u) = r */
    double branch[2];          /* the inverse gives the u in this range; both 0: the only one */
    double result[2];          /* f(u) lies in this range and the inverse does not notice an r
                                  outside; both 0: it fails by itself, or there is no limit */
    char parity;               /* 'o' odd: f(-u) = -f(u); 'e' even */
    char sign; /* '+' positive, '0' not negative, 'a' the same and zero only with its operand,
                  'u' sign of its operand */
} OpRule;
extern const OpRule op_rule[EX_COUNT];

/* A formula with its words replaced; relations in it are noEvent. */
Expr op_formula(ExprStore *s, const uint8_t *rpn, Expr f, Expr u, Expr v);

/* ---- Building (simplify.c) ---- */
static inline bool is_pure(const ExprStore *s, Expr e)
{
    return !(expr_node(s, e)->traits & (ET_FAIL | ET_IMPURE));
}
/* expr_build with the type found from the operands, for arithmetic, relations, elementary
 * functions and IF on scalars or arrays. */
Expr expr_apply(ExprStore *s, ExprOp op, unsigned flags, uint32_t n, const Expr *args);
bool expr_is_scalar(const ExprStore *s, Expr e);
/* Numbers as operands go; INT only if they are exact. */
bool expr_is_int_literal(const ExprStore *s, Expr e, int64_t *value);

/* Whether a canonical term has a sign that can be moved outwards. */
bool term_negative(const ExprStore *s, Expr term);

/* ---- Canonical order ---- */

typedef struct ExprKey {
    uint8_t rank;
    uint32_t min_var, size;
    uint64_t order, hash;
    Expr e;
} ExprKey;

static inline ExprKey expr_key(const ExprStore *s, Expr e, uint8_t rank)
{
    const ExprNode *n = expr_node(s, e);
    bool leaf = op_info[n->op].flags & OPF_LEAF;
    return (ExprKey){rank, n->min_var, n->size, leaf ? n->payload : 0, n->hash, e};
}

#define COMPARE(x, y)                                                                              \
    if ((x) != (y))                                                                                \
    return (x) < (y) ? -1 : 1

static inline int key_compare(const ExprKey *a, const ExprKey *b)
{
    COMPARE(a->rank, b->rank);
    COMPARE(a->min_var, b->min_var);
    COMPARE(a->size, b->size);
    COMPARE(a->order, b->order);
    COMPARE(a->hash, b->hash);
    COMPARE(a->e, b->e); /* only impure calls of one function come this far */
    return 0;
}

/* ---- Arrays ---- */
/* Zero of the shape of e: a number, constructors, or fill() where sizes are not known. */
Expr zero_like(ExprStore *s, Expr e);

/* ---- Differentiation (diff.c) ---- */
struct CalcError;
typedef struct Derivation {
    /* of VAR, LOCAL and TIME leaves; literal 0 for constants, 0 if there is none */
    Expr (*leaf)(void *arg, Expr leaf);
    void *arg;
    bool partial; /* with respect to `var` alone: what cannot contain it is skipped */
    uint32_t var;
    bool annotated; /* EX_LATE by the annotation of the call */
} Derivation;
/* Derivative of an expression of scalars or arrays; *out is 0 if it vanishes identically. False
 * with *err if there is none. The derivative of a call of several outputs is a call. */
bool diff_run(ExprStore *s, Expr e, const Derivation *how, struct CalcError *err, Expr *out);

/* ---- Linear forms (linear.c) ----
 * e = coef*node + rest; false if e is not linear in that node (which occurs in it). */
bool linear_in_node(ExprStore *s, Expr e, Expr node, Expr *coef, Expr *rest);

/* For walk_collect: what is scalar, without what calls and arrays are made of. */
static inline bool enter_scalars(void *arg, const ExprStore *s, Expr e)
{
    (void)arg;
    ExprOp op = expr_op(s, e);
    return op != EX_CALL && op != EX_PICK && !(op_info[op].flags & OPF_ARRAY);
}

#endif
