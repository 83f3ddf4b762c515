/* walk.c - walks over the DAG: each distinct node once, operands before users, on an explicit
 * stack. O(nodes and operands reached), independent of the size of the store. */
#include "base/die.h"
#include "symbolic/expr_internal.h"

#include <stdlib.h>

/* ---- Memos ---- */

enum { FIRST_ENTRIES = 64, FIRST_SLOTS = 128 };

static void memo_clear_slots(Memo *m, uint32_t nslots)
{
    if (nslots > m->slot_cap) {
        m->slot = store_resize(m->slot, nslots, sizeof *m->slot);
        m->slot_cap = nslots;
    }
    m->nslots = nslots;
    memset(m->slot, 0, sizeof *m->slot * nslots);
}

Memo *memo_take(const ExprStore *s)
{
    Memo *m = s->memos->unused;
    if (m) {
        s->memos->unused = m->next;
    } else {
        m = store_resize(NULL, 1, sizeof *m);
        *m = (Memo){0};
    }
    m->n = 0;
    memo_clear_slots(m, FIRST_SLOTS);
    return m;
}

void memo_give(const ExprStore *s, Memo *m)
{
    m->next = s->memos->unused;
    s->memos->unused = m;
}

static uint32_t memo_slot(const Memo *m, Expr e)
{
    /* numbers near each other, as those of one expression are, stay so */
    uint32_t mask = m->nslots - 1, block = (uint32_t)((e >> 5) * 0x9E3779B97F4A7C15u >> 32);
    uint32_t i = ((block << 5) + (e & 31)) & mask;
    while (m->slot[i] && m->key[m->slot[i] - 1] != e)
        i = (i + 1) & mask;
    return i;
}

uint32_t memo_find(const Memo *m, Expr e)
{
    uint32_t found = m->slot[memo_slot(m, e)];
    return found ? found - 1 : MEMO_ABSENT;
}

uint32_t memo_add(Memo *m, Expr e, uint64_t value)
{
    if (m->n == m->cap) {
        m->cap = m->cap ? 2 * m->cap : FIRST_ENTRIES;
        m->key = store_resize(m->key, m->cap, sizeof *m->key);
        m->value = store_resize(m->value, m->cap, sizeof *m->value);
    }
    if (2 * m->n >= m->nslots) {
        memo_clear_slots(m, 4 * m->nslots);
        for (uint32_t i = 0; i < m->n; i++)
            m->slot[memo_slot(m, m->key[i])] = i + 1;
    }
    m->key[m->n] = e;
    m->value[m->n] = value;
    m->slot[memo_slot(m, e)] = m->n + 1;
    return m->n++;
}

static void memo_push(Memo *m, uint32_t *depth, Expr e)
{
    if (*depth == m->stack_cap) {
        m->stack_cap = m->stack_cap ? 2 * m->stack_cap : FIRST_ENTRIES;
        m->stack = store_resize(m->stack, m->stack_cap, sizeof *m->stack);
    }
    m->stack[(*depth)++] = (struct MemoFrame){e, 0};
}

void walk_collect(const ExprStore *s, Memo *m, Expr root, WalkEnter *enter, void *arg)
{
    uint32_t depth = 0;
    if (memo_find(m, root) == MEMO_ABSENT)
        memo_push(m, &depth, root);
    while (depth) {
        struct MemoFrame *top = &m->stack[depth - 1];
        const ExprNode *node = expr_node(s, top->e);
        if (!top->next && enter && node->nargs && !enter(arg, s, top->e))
            top->next = node->nargs;
        const Expr *args = s->pool + node->args;
        while (top->next < node->nargs && memo_find(m, args[top->next]) != MEMO_ABSENT)
            top->next++;
        if (top->next < node->nargs) {
            memo_push(m, &depth, args[top->next++]);
        } else {
            memo_add(m, top->e, 0);
            depth--;
        }
    }
}

/* ---- Visits ---- */

void expr_visit(const ExprStore *s, Expr e, void (*visit)(void *arg, Expr e), void *arg)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, NULL, NULL);
    for (uint32_t i = 0; i < m->n; i++)
        visit(arg, m->key[i]);
    memo_give(s, m);
}

bool expr_any(const ExprStore *s, Expr e, bool (*test)(void *arg, Expr e), void *arg)
{
    Memo *m = memo_take(s);
    bool found = false;
    walk_collect(s, m, e, NULL, NULL);
    for (uint32_t i = 0; i < m->n && !found; i++)
        found = test(arg, m->key[i]);
    memo_give(s, m);
    return found;
}

static bool has_vars(void *arg, const ExprStore *s, Expr e)
{
    (void)arg;
    return expr_node(s, e)->var_mask != 0;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

int sort_numbers(size_t n, uint32_t *number)
{
    int distinct = 0;
    if (n)
        qsort(number, n, sizeof *number, by_number);
    for (size_t i = 0; i < n; i++)
        if (!i || number[i] != number[distinct - 1])
            number[distinct++] = number[i];
    return distinct;
}

uint32_t leaf_vars(const ExprStore *s, Expr e)
{
    const ExprNode *node = expr_node(s, e);
    if (node->op == EX_VAR)
        return 1;
    if (node->op != EX_ARRVAR)
        return 0;
    int64_t n = type_elements(s->types, node->type);
    KRON_ASSERT(n <= UINT32_MAX);
    return n < 0 ? 0 : (uint32_t)n;
}

VarList expr_vars(const ExprStore *s, Arena *a, int n, const Expr *roots)
{
    Memo *m = memo_take(s);
    for (int i = 0; i < n; i++)
        walk_collect(s, m, roots[i], has_vars, NULL);
    size_t total = 0;
    for (uint32_t i = 0; i < m->n; i++)
        total += leaf_vars(s, m->key[i]);
    VarList list = {ARENA_ARRAY(a, uint32_t, total), 0};
    size_t k = 0;
    for (uint32_t i = 0; i < m->n; i++) {
        uint32_t count = leaf_vars(s, m->key[i]);
        for (uint32_t j = 0; j < count; j++)
            list.var[k++] = (uint32_t)expr_node(s, m->key[i])->payload + j;
    }
    memo_give(s, m);
    list.n = sort_numbers(k, list.var);
    return list;
}

static bool may_have_var(void *arg, const ExprStore *s, Expr e)
{
    uint32_t var = *(uint32_t *)arg;
    const ExprNode *node = expr_node(s, e);
    return (node->var_mask >> (var & 63) & 1) && node->min_var <= var;
}

static bool any_leaf(const ExprStore *s, Expr e, WalkEnter *enter, uint32_t var)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, enter, &var);
    bool found = false;
    for (uint32_t i = 0; i < m->n && !found; i++) {
        uint32_t first = (uint32_t)expr_node(s, m->key[i])->payload;
        found = var - first < leaf_vars(s, m->key[i]);
    }
    memo_give(s, m);
    return found;
}

bool expr_has_var(const ExprStore *s, Expr e, uint32_t var)
{
    if (!may_have_var(&var, s, e))
        return false;
    return expr_node(s, e)->min_var == var || any_leaf(s, e, may_have_var, var);
}

static bool may_have_now(void *arg, const ExprStore *s, Expr e)
{
    return expr_op(s, e) != EX_PRE && may_have_var(arg, s, e);
}

bool expr_has_now(const ExprStore *s, Expr e, uint32_t var)
{
    return any_leaf(s, e, may_have_now, var);
}

/* ---- Replacing leaves ---- */

static bool is_replaced(const ExprStore *s, Expr e)
{
    switch (expr_op(s, e)) {
    case EX_VAR:
    case EX_ARRVAR:
    case EX_LOCAL:
    case EX_ITER:
    case EX_TIME:
        return true;
    case EX_PRE:
    case EX_DER:
        return expr_op(s, expr_arg(s, e, 0)) == EX_VAR;
    default:
        return false;
    }
}

static bool is_inner(void *arg, const ExprStore *s, Expr e)
{
    (void)arg;
    return !is_replaced(s, e);
}

/* The node again, with the operands that the memo has for it. */
static Expr rebuild(ExprStore *s, const Memo *m, Expr e)
{
    ExprNode node = *expr_node(s, e);
    if (!node.nargs)
        return e;
    Expr few[16], *args = few;
    if (node.nargs > 16)
        args = store_resize(NULL, node.nargs, sizeof *args);
    for (uint32_t i = 0; i < node.nargs; i++)
        args[i] = (Expr)m->value[memo_find(m, s->pool[node.args + i])];
    Expr result =
        expr_build(s, (ExprOp)node.op, node.type, node.flags, node.payload, node.nargs, args);
    if (args != few)
        free(args);
    return result;
}

Expr expr_replace(ExprStore *s, Expr e, ExprLeaf *leaf, void *arg)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, is_inner, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        Expr key = m->key[i];
        m->value[i] = is_replaced(s, key) ? leaf(arg, key) : rebuild(s, m, key);
    }
    Expr result = (Expr)m->value[m->n - 1];
    memo_give(s, m);
    return result;
}

Expr expr_rewrite(ExprStore *s, Expr e, ExprLeaf *node, void *arg)
{
    Memo *m = memo_take(s);
    walk_collect(s, m, e, is_inner, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        Expr key = m->key[i];
        m->value[i] = node(arg, is_replaced(s, key) ? key : rebuild(s, m, key));
    }
    Expr result = (Expr)m->value[m->n - 1];
    memo_give(s, m);
    return result;
}

static Expr same_leaf(void *arg, Expr e)
{
    (void)arg;
    return e;
}

Expr expr_drop_zeros(ExprStore *s, Expr e)
{
    s->drop_zeros = true;
    e = expr_replace(s, e, same_leaf, NULL);
    s->drop_zeros = false;
    return e;
}

/* ---- Cost ---- */

void expr_count(const ExprStore *s, int n, const Expr *roots, OpCount *out)
{
    *out = (OpCount){0};
    Memo *m = memo_take(s);
    for (int i = 0; i < n; i++)
        walk_collect(s, m, roots[i], NULL, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        const ExprNode *node = expr_node(s, m->key[i]);
        switch (node->op) {
        case EX_ADD:
        case EX_SUB:
            out->add += node->nargs - 1;
            break;
        case EX_MUL:
            out->mul += node->nargs - 1;
            break;
        case EX_DIV:
            out->div++;
            break;
        case EX_POW:
            if (expr_is_number(s, expr_arg(s, m->key[i], 1)) &&
                expr_number(s, expr_arg(s, m->key[i], 1)) == 2)
                out->mul++;
            else
                out->call++;
            break;
        case EX_NEG:
        case EX_NOT:
        case EX_AND:
        case EX_OR:
        case EX_TOREAL:
        case EX_ENUMINT:
        case EX_INTENUM:
        case EX_PRE:
        case EX_DER:
            break;
        default:
            if ((op_info[node->op].flags & OPF_ELEMENTARY) || node->op == EX_CALL)
                out->call++;
        }
    }
    memo_give(s, m);
}

static uint64_t own_operations(const ExprStore *s, Expr e)
{
    uint32_t n = expr_node(s, e)->nargs;
    switch (expr_op(s, e)) {
    case EX_ADD:
        return n - 1;
    case EX_MUL: /* -1 in front is a sign */
        return n - 1 -
               (expr_is_number(s, expr_arg(s, e, 0)) && expr_number(s, expr_arg(s, e, 0)) == -1);
    case EX_SUB:
    case EX_DIV:
    case EX_POW:
        return 1;
    default:
        return 0;
    }
}

long long expr_written_operations(const ExprStore *s, Expr e)
{
    enum { MOST = 1000000000 };
    Memo *m = memo_take(s);
    walk_collect(s, m, e, NULL, NULL);
    for (uint32_t i = 0; i < m->n; i++) {
        m->value[i] = own_operations(s, m->key[i]);
        for (uint32_t k = 0; k < expr_node(s, m->key[i])->nargs; k++)
            m->value[i] += m->value[memo_find(m, expr_arg(s, m->key[i], k))];
        m->value[i] = m->value[i] < MOST ? m->value[i] : MOST;
    }
    long long sum = (long long)m->value[m->n - 1];
    memo_give(s, m);
    return sum;
}
