/* store.c - the nodes of expressions and their interning.
 *
 * Nodes and operands lie in two growing arrays; an open-addressing table of (hash, number) finds
 * the node of a key. Making a node is O(operands). The hash of a node depends on its structure
 * alone (texts instead of name numbers, operands by their hashes), so that an order by hash is
 * the same in every run. */
#include "base/die.h"
#include "symbolic/expr_internal.h"
#include "symbolic/func.h"

#include <stdlib.h>

void *store_resize(void *p, size_t n, size_t elem)
{
    if (elem && n > SIZE_MAX / 2 / elem)
        die_memory(SIZE_MAX, 0);
    p = realloc(p, n * elem);
    if (!p)
        die_memory(n * elem, 0);
    return p;
}

static void *zeroed(size_t n, size_t elem)
{
    void *p = calloc(n, elem);
    if (!p)
        die_memory(n * elem, 0);
    return p;
}

/* ---- The store ---- */

enum { FIRST_NODES = 1024, FIRST_SLOTS = 4096 };

ExprStore *exprs_new(Arena *a, NameTable *names)
{
    ExprStore *s = ARENA_NEW(a, ExprStore);
    s->arena = a;
    s->names = names;
    s->types = types_new(a);
    s->cap = FIRST_NODES;
    s->node = zeroed(s->cap, sizeof *s->node);
    s->n = 1;
    s->pool_cap = 4 * FIRST_NODES;
    s->pool = store_resize(NULL, s->pool_cap, sizeof *s->pool);
    s->nslots = FIRST_SLOTS;
    s->slot = zeroed(s->nslots, sizeof *s->slot);
    s->memos = zeroed(1, sizeof *s->memos);
    return s;
}

void exprs_free(ExprStore *s)
{
    for (Memo *m = s->memos->unused, *next; m; m = next) {
        next = m->next;
        free(m->key);
        free(m->value);
        free(m->slot);
        free(m->stack);
        free(m);
    }
    free(s->memos);
    free(s->node);
    free(s->pool);
    free(s->slot);
    free(s->type_hash);
    free(s->func);
    *s = (ExprStore){0};
}

TypeTable *expr_types(const ExprStore *s)
{
    return s->types;
}

uint32_t exprs_count(const ExprStore *s)
{
    return s->n;
}

const ExprNode *expr_node(const ExprStore *s, Expr e)
{
    KRON_ASSERT(e && e < s->n);
    return &s->node[e];
}

Expr expr_arg(const ExprStore *s, Expr e, uint32_t i)
{
    const ExprNode *n = expr_node(s, e);
    KRON_ASSERT(i < n->nargs);
    return s->pool[n->args + i];
}

const Expr *expr_args(const ExprStore *s, Expr e)
{
    return s->pool + expr_node(s, e)->args;
}

/* ---- Structural hashes ---- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    h ^= h >> 29;
    return h * 0xBF58476D1CE4E5B9u;
}

static uint64_t hash_name(const ExprStore *s, Name name)
{
    const char *text = name_text(s->names, name);
    size_t n = name_length(s->names, name);
    uint64_t h = n;
    for (size_t i = 0; i < n; i++)
        h = mix(h, (unsigned char)text[i]);
    return h;
}

static uint64_t hash_type(const ExprStore *s, Type type)
{
    const TypeInfo *info = type_info(s->types, type);
    uint64_t h = mix(info->base, info->ndims);
    for (int i = 0; i < info->ndims; i++)
        h = mix(h, (uint32_t)info->dim[i]);
    if (info->base == TY_ENUM) {
        h = mix(h, hash_name(s, type_enum_info(s->types, type)->name));
    } else if (info->base == TY_RECORD || info->base == TY_TUPLE) {
        const RecordInfo *r = type_record_info(s->types, type);
        h = mix(h, hash_name(s, r->name));
        for (int i = 0; i < r->n; i++)
            h = mix(h, s->type_hash[r->type[i]]);
    } else {
        h = mix(h, info->decl);
    }
    return h;
}

static uint64_t type_hash(ExprStore *s, Type type)
{
    if (type >= s->ntype_hash) {
        uint32_t n = types_count(s->types);
        if (n > s->type_hash_cap) {
            s->type_hash_cap = 2 * n;
            s->type_hash = store_resize(s->type_hash, s->type_hash_cap, sizeof *s->type_hash);
        }
        while (s->ntype_hash < n) {
            s->type_hash[s->ntype_hash] = hash_type(s, s->ntype_hash);
            s->ntype_hash++;
        }
    }
    return s->type_hash[type];
}

static uint64_t hash_node(ExprStore *s, ExprOp op, Type type, unsigned flags, uint64_t payload,
                          uint32_t n, const Expr *args)
{
    uint64_t h = mix(type_hash(s, type), (uint64_t)op << 8 | flags);
    h = mix(h, op == EX_STRING ? hash_name(s, (Name)payload) : payload);
    h = mix(h, n);
    for (uint32_t i = 0; i < n; i++)
        h = mix(h, s->node[args[i]].hash);
    return h ^ h >> 32;
}

/* ---- What a node knows about its inside ---- */

static bool is_nonzero_literal(const ExprStore *s, Expr e)
{
    return expr_is_number(s, e) && expr_number(s, e) != 0;
}

static bool may_fail(const ExprStore *s, ExprOp op, const Expr *args)
{
    switch (op) {
    case EX_CALL:
        return true;
    case EX_DIV:
    case EX_QUOT:
    case EX_MOD:
    case EX_REM:
        return !is_nonzero_literal(s, args[1]);
    case EX_POW: {
        int64_t k;
        return !(expr_is_int_literal(s, args[1], &k) && k >= 0);
    }
    default:
        return op_info[op].flags & OPF_DOMAIN;
    }
}

static bool makes_events(const ExprStore *s, const ExprNode *node, const Expr *args)
{
    bool real = false;
    if (!(op_info[node->op].flags & OPF_EVENT) || (node->flags & EF_NOEVENT))
        return false;
    for (uint32_t i = 0; i < node->nargs; i++)
        real = real || type_info(s->types, s->node[args[i]].type)->base == TY_REAL;
    return real;
}

static void describe(ExprStore *s, ExprNode *node, const Expr *args)
{
    ExprOp op = (ExprOp)node->op;
    uint64_t size = 1;
    node->min_var = UINT32_MAX;
    for (uint32_t i = 0; i < node->nargs; i++) {
        const ExprNode *arg = &s->node[args[i]];
        size += arg->size;
        node->var_mask |= arg->var_mask;
        node->traits |= arg->traits;
        if (arg->min_var < node->min_var)
            node->min_var = arg->min_var;
    }
    node->size = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    if (may_fail(s, op, args))
        node->traits |= ET_FAIL;
    if (node->flags & EF_IMPURE)
        node->traits |= ET_IMPURE;
    if (makes_events(s, node, args))
        node->traits |= ET_EVENT;
    if (op == EX_TIME)
        node->traits |= ET_TIME;
    if (op == EX_LOCAL || op == EX_ITER)
        node->traits |= ET_LOCAL;
    if (op == EX_VAR || op == EX_ARRVAR) {
        int64_t n = op == EX_VAR ? 1 : type_elements(s->types, node->type);
        uint64_t bits = n < 0 || n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
        int turn = (int)(node->payload & 63);
        node->min_var = n ? (uint32_t)node->payload : UINT32_MAX;
        node->var_mask = turn ? bits << turn | bits >> (64 - turn) : bits;
    }
}

/* ---- Interning ---- */

static bool same_node(const ExprStore *s, const ExprNode *a, const ExprNode *key, const Expr *args)
{
    return a->hash == key->hash && a->op == key->op && a->flags == key->flags &&
           a->type == key->type && a->payload == key->payload && a->nargs == key->nargs &&
           (!a->nargs || !memcmp(s->pool + a->args, args, sizeof *args * a->nargs));
}

static uint64_t slot_entry(uint64_t hash, Expr e)
{
    return (hash & ~(uint64_t)UINT32_MAX) | e;
}

static void grow_table(ExprStore *s)
{
    uint64_t *old = s->slot;
    uint32_t nold = s->nslots;
    s->nslots = 2 * nold;
    s->slot = zeroed(s->nslots, sizeof *s->slot);
    uint32_t mask = s->nslots - 1;
    for (uint32_t k = 0; k < nold; k++) {
        if (!old[k])
            continue;
        uint32_t i = (uint32_t)s->node[(Expr)old[k]].hash & mask;
        while (s->slot[i])
            i = (i + 1) & mask;
        s->slot[i] = old[k];
    }
    free(old);
}

/* The operands may lie in the pool itself: they are copied after it has grown, by offset. */
static uint32_t store_operands(ExprStore *s, uint32_t n, const Expr *args)
{
    if (n > UINT32_MAX - s->pool_n)
        die("the operands of expressions exceed 2^32");
    bool inside = args >= s->pool && args < s->pool + s->pool_n;
    size_t offset = inside ? (size_t)(args - s->pool) : 0;
    if (s->pool_n + n > s->pool_cap) {
        uint64_t cap = s->pool_cap;
        while (cap < (uint64_t)s->pool_n + n)
            cap *= 2;
        s->pool_cap = cap > UINT32_MAX ? UINT32_MAX : (uint32_t)cap;
        s->pool = store_resize(s->pool, s->pool_cap, sizeof *s->pool);
    }
    if (inside)
        args = s->pool + offset;
    if (n)
        memcpy(s->pool + s->pool_n, args, sizeof *args * n);
    s->pool_n += n;
    return s->pool_n - n;
}

static Expr add_node(ExprStore *s, ExprNode *node, const Expr *args)
{
    if (s->n == UINT32_MAX)
        die("more than 2^32 expressions");
    describe(s, node, args);
    node->args = store_operands(s, node->nargs, args);
    if (s->n == s->cap) {
        s->cap = s->cap > UINT32_MAX / 2 ? UINT32_MAX : 2 * s->cap;
        s->node = store_resize(s->node, s->cap, sizeof *s->node);
    }
    s->node[s->n] = *node;
    return s->n++;
}

Expr expr_make(ExprStore *s, ExprOp op, Type type, unsigned flags, uint64_t payload, uint32_t n,
               const Expr *args)
{
    for (uint32_t i = 0; i < n; i++)
        KRON_ASSERT(args[i] && args[i] < s->n);
    ExprNode key = {.op = (uint8_t)op,
                    .flags = (uint8_t)flags,
                    .type = type,
                    .nargs = n,
                    .payload = payload,
                    .hash = hash_node(s, op, type, flags, payload, n, args)};
    if (flags & EF_IMPURE)
        return add_node(s, &key, args);
    uint32_t mask = s->nslots - 1, i = (uint32_t)key.hash & mask;
    for (; s->slot[i]; i = (i + 1) & mask) {
        Expr e = (Expr)s->slot[i];
        if (s->slot[i] == slot_entry(key.hash, e) && same_node(s, &s->node[e], &key, args))
            return e;
    }
    Expr e = add_node(s, &key, args);
    s->slot[i] = slot_entry(key.hash, e);
    if (2 * (uint64_t)s->n > s->nslots && s->nslots <= UINT32_MAX / 2)
        grow_table(s);
    return e;
}

/* ---- Leaves ---- */

Expr expr_real(ExprStore *s, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return expr_make(s, EX_REAL, T_REAL, 0, bits, 0, NULL);
}

Expr expr_int(ExprStore *s, int64_t i)
{
    return expr_make(s, EX_INT, T_INT, 0, (uint64_t)i, 0, NULL);
}

Expr expr_bool(ExprStore *s, bool b)
{
    return expr_make(s, EX_BOOL, T_BOOL, 0, b, 0, NULL);
}

Expr expr_string(ExprStore *s, Name text)
{
    return expr_make(s, EX_STRING, T_STRING, 0, text, 0, NULL);
}

Expr expr_enum(ExprStore *s, Type type, int64_t value)
{
    return expr_make(s, EX_ENUM, type, 0, (uint64_t)value, 0, NULL);
}

Expr expr_literal(ExprStore *s, Type scalar, double x)
{
    if (scalar == T_REAL || scalar == T_INT)
        return scalar == T_REAL ? expr_real(s, x) : expr_int(s, (int64_t)x);
    switch (type_info(s->types, scalar)->base) {
    case TY_BOOL:
        return expr_bool(s, x != 0);
    case TY_ENUM:
        return expr_enum(s, scalar, (int64_t)x);
    case TY_STRING:
        return expr_string(s, (Name)x);
    default:
        return expr_real(s, x);
    }
}

Expr expr_time(ExprStore *s)
{
    return expr_make(s, EX_TIME, T_REAL, 0, 0, 0, NULL);
}

Expr expr_var(ExprStore *s, Type type, uint32_t number)
{
    return expr_make(s, EX_VAR, type, 0, number, 0, NULL);
}

bool expr_is_number(const ExprStore *s, Expr e)
{
    ExprOp op = expr_op(s, e);
    return op == EX_REAL || op == EX_INT || op == EX_BOOL || op == EX_ENUM;
}

double expr_number(const ExprStore *s, Expr e)
{
    const ExprNode *n = expr_node(s, e);
    KRON_ASSERT(expr_is_number(s, e));
    if (n->op != EX_REAL)
        return (double)(int64_t)n->payload;
    double x;
    memcpy(&x, &n->payload, sizeof x);
    return x;
}

bool expr_is_zero(const ExprStore *s, Expr e)
{
    ExprOp op = expr_op(s, e);
    return (op == EX_REAL || op == EX_INT) && expr_node(s, e)->payload == 0;
}

bool expr_is_one(const ExprStore *s, Expr e)
{
    ExprOp op = expr_op(s, e);
    return (op == EX_REAL || op == EX_INT) && expr_number(s, e) == 1;
}

bool expr_is_int_literal(const ExprStore *s, Expr e, int64_t *value)
{
    const ExprNode *n = expr_node(s, e);
    if (n->op == EX_INT) {
        *value = (int64_t)n->payload;
        return true;
    }
    double x = n->op == EX_REAL ? expr_number(s, e) : 0.5;
    if (x != (double)(int64_t)(x > -1e15 && x < 1e15 ? x : 0))
        return false;
    *value = (int64_t)x;
    return true;
}

/* ---- Functions ---- */

uint32_t func_add(ExprStore *s, Func *f)
{
    if (s->nfuncs + 1 >= s->func_cap) {
        s->func_cap = s->func_cap ? 2 * s->func_cap : 64;
        s->func = store_resize(s->func, s->func_cap, sizeof *s->func);
        s->func[0] = NULL;
    }
    f->number = ++s->nfuncs;
    s->func[f->number] = f;
    return f->number;
}

Func *func_get(const ExprStore *s, uint32_t number)
{
    KRON_ASSERT(number && number <= s->nfuncs);
    return s->func[number];
}

uint32_t funcs_count(const ExprStore *s)
{
    return s->nfuncs;
}
