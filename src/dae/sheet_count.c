/* sheet_count.c - operations of a solved listing as the papers' table counts them: every + -
 * * / between two operands is one, a sign none; x**2 is a product. Each formula is counted as it is
 * printed, so what is written twice counts twice. O(size). */
#include "dae/sheet_internal.h"

typedef struct Counter {
    const ExprStore *st;
    Arena *a;
    Map count; /* node -> operations + 1 */
    long long total;
} Counter;

static long long own_operations(const ExprStore *st, Expr e)
{
    uint32_t n = expr_node(st, e)->nargs;
    switch (expr_op(st, e)) {
    case EX_ADD:
        return n - 1;
    case EX_MUL: /* -1 in front is a sign */
        return n - 1 -
               (expr_is_number(st, expr_arg(st, e, 0)) &&
                expr_number(st, expr_arg(st, e, 0)) == -1);
    case EX_SUB:
    case EX_DIV:
    case EX_POW:
        return 1;
    default:
        return 0;
    }
}

static void count_node(void *arg, Expr e)
{
    Counter *c = arg;
    long long sum = own_operations(c->st, e);
    for (uint32_t i = 0; i < expr_node(c->st, e)->nargs; i++)
        sum += (long long)map_get(&c->count, expr_arg(c->st, e, i), 1) - 1;
    if (sum > 1000000000)
        sum = 1000000000;
    map_set(&c->count, c->a, e, (uint32_t)sum + 1);
    c->total = sum;
}

long long sheet_operations(const ExprStore *st, Expr e)
{
    Counter c = {.st = st, .a = arena_new()};
    expr_visit(st, e, count_node, &c);
    arena_free(c.a);
    return c.total;
}

long long sheet_block_operations(Sheet *s, const SheetBlock *b)
{
    const ExprStore *st = s->d->store;
    long long n = 0;
    if (b->dropped)
        return 0;
    for (int i = 0; i < b->nassign; i++)
        n += sheet_operations(st, b->assign[i].value);
    for (int i = 0; b->kind == SB_LINEAR && i < b->nentries; i++)
        n += sheet_operations(st, b->entry[i].value);
    for (int i = 0; b->kind == SB_NONLINEAR && i < b->n; i++) {
        const DaeEq *e = &s->d->eq.v[b->eq[i]];
        n += e->lhs ? sheet_operations(st, e->lhs) + sheet_operations(st, e->rhs) + 1 : 0;
    }
    return n;
}

void sheet_print_operations(Sheet *s, Buf *out)
{
    long long total = 0;
    for (int i = 0; i < s->nblocks; i++) {
        const SheetBlock *b = &s->block[i];
        long long n = sheet_block_operations(s, b);
        total += n;
        if (b->n > 1 && !b->dropped)
            buf_printf(out, "system of %d equations: %lld operations%s\n", b->n, n,
                       b->kind == SB_LINEAR      ? " for its matrix"
                       : b->kind == SB_NONLINEAR ? " for its residuals"
                                                 : "");
    }
    buf_printf(out, "%lld operations in all\n", total);
}
