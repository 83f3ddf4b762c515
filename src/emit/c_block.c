/* c_block.c - the functions of an algebraic block: residuals, Jacobian, direction, modes. */
#include "dae/walk.h"
#include "emit/emit_internal.h"

typedef struct BlockCode {
    Emit *e;
    const Block *b;
    uint32_t number;
    const char *about; /* a comment before the next function; NULL: none */
} BlockCode;

static void block_function(BlockCode *k, const char *what, const Items *items)
{
    const char *name = arena_printf(k->e->arena, "b%u_%s", k->number, what);
    alike_add(k->e, name, k->about, items);
    k->about = NULL;
    putf(&k->e->protos, "static int %s(KInst*m,double*r);\n", name);
    putf(&k->e->entries, "b->%s=%s;", what, name);
}

static void put_residuals(BlockCode *k, Items *items)
{
    const Block *b = k->b;
    for (int i = 0; i < b->core->ntorn; i++)
        vec_push(
            k->e->arena, items,
            ((Item){.to = TO_R,
                    .n = (uint32_t)i,
                    .value = b->core->residual[i],
                    .eq = b->core->residual_eq[i] + 1,
                    .at = b->core->residual_eq[i] >= 0 ? k->e->d->eq.v[b->core->residual_eq[i]].span
                                                       : (Span){0}}));
}

static void residual_function(BlockCode *k)
{
    Items items = {0};
    assign_items(k->e, k->b->nassign, k->b->assign, PART_RHS, &items);
    put_residuals(k, &items);
    block_function(k, "residual", &items);
}

/* Residuals and the sizes of their terms. */
static void check_function(BlockCode *k)
{
    Items items = {0};
    put_residuals(k, &items);
    for (int i = 0; i < k->b->core->ntorn; i++)
        vec_push(k->e->arena, &items,
                 ((Item){.to = TO_R,
                         .n = (uint32_t)(k->b->core->ntorn + i),
                         .value = k->b->core->size[i]}));
    block_function(k, "check", &items);
}

static bool has_jacobian(const Block *b)
{
    return b->core->entry && b->core->ntorn > 0;
}

static void jacobian_function(BlockCode *k)
{
    Items items = {0};
    for (int i = 0; i < k->b->core->nnz; i++)
        vec_push(k->e->arena, &items,
                 ((Item){.to = TO_R, .n = (uint32_t)i, .value = k->b->core->entry[i]}));
    block_function(k, "jacobian", &items);
}

/* The unknowns move, and what follows from them; of what is known, that which `moving` says.
 * False if a residual has no derivative. */
static bool direction_function(BlockCode *k, Moving *moving)
{
    Emit *e = k->e;
    const Block *b = k->b;
    Items items = {0};
    for (int i = 0; i < b->core->ntorn; i++)
        moving->v[b->core->torn[i]] = true;
    direction_items(e, b->nassign, b->assign, PART_RHS, moving, &items);
    for (int i = 0; i < b->core->ntorn; i++) {
        Item item = {.to = TO_R, .n = (uint32_t)i};
        if (!direction_of(e, b->core->residual[i], moving, &item.value))
            return false;
        if (!item.value)
            item.value = expr_real(e->s, 0);
        vec_push(e->arena, &items, item);
    }
    block_function(k, "direction", &items);
    return true;
}

/* Relations that depend on the unknowns, algorithms for the sake of those inside of them, then the
 * discrete unknowns. */
static void modes_function(BlockCode *k)
{
    Emit *e = k->e;
    const Block *b = k->b;
    Items items = {0};
    for (int i = 0; i < b->nassign && b->core->nplain < b->core->nrelations; i++)
        if (has_inner_events(e->d, &b->assign[i]))
            assign_items(e, 1, &b->assign[i], PART_RHS, &items);
    for (int i = 0; i < b->core->nplain; i++)
        vec_push(e->arena, &items,
                 ((Item){.to = TO_NONE, .value = e->d->relation.v[b->core->relation[i]].e}));
    assign_items(e, b->core->nmodes, b->core->mode, PART_RHS, &items);
    emit_driver(e, (Sequence){.name = arena_printf(e->arena, "b%u_modes", k->number)}, &items);
    putf(&e->entries, "b->modes=b%u_modes;", k->number);
}

/* Blocks outside rhs are never part of a larger direction: only their own unknowns move, for the
 * Jacobian if there is no other. */
static void rest_again(Emit *e, const Block *b, const Moving *moving)
{
    for (int i = 0; i < b->core->ntorn; i++)
        moving->v[b->core->torn[i]] = false;
    const uint32_t *output;
    for (int i = 0; i < b->nassign; i++)
        for (int k = assign_outputs(e->d, &b->assign[i], &output); k-- > 0;)
            if (output[k] != NONE)
                moving->v[output[k]] = false;
}

/* Which equations, for which unknowns. */
static const char *about(Emit *e, uint32_t number)
{
    enum { MOST = 8 };
    const Block *b = e->num->block[number];
    Buf text = {0};
    if (!e->readable)
        return NULL;
    buf_printf(&text, "Block %u: %d %s equation%s for ", number, b->n,
               b->solved == SOLVE_NEWTON ? "nonlinear" : "linear", b->n == 1 ? "" : "s");
    for (int i = 0; i < b->core->ntorn && i < MOST; i++) {
        buf_puts(&text, i ? ", " : "");
        dae_var_name(e->d, b->core->torn[i], &text);
    }
    if (b->core->ntorn > MOST)
        buf_printf(&text, " and %d more", b->core->ntorn - MOST);
    if (b->nassign)
        buf_printf(&text, "%s%d variables that follow", b->core->ntorn ? ", and " : "", b->nassign);
    const char *kept = arena_printf(e->arena, "%s", buf_text(&text));
    buf_free(&text);
    return kept;
}

bool emit_block(Emit *e, uint32_t number, Moving *moving)
{
    const Block *b = e->num->block[number];
    BlockCode k = {e, b, number, about(e, number)};
    bool whole = true; /* before: what moves is then as this block leaves it */
    if (b->core->whole)
        whole = emit_block(e, (uint32_t)e->num->whole[number], moving);
    putf(&e->entries, "b=code->block+%u;", number);
    residual_function(&k);
    if (has_jacobian(b))
        jacobian_function(&k);
    bool direction = true;
    if (moving || !has_jacobian(b))
        direction = direction_function(&k, moving ? moving : &e->own);
    if (!moving)
        rest_again(e, b, &e->own);
    if (block_has_modes(b))
        modes_function(&k);
    if (b->core->size)
        check_function(&k);
    put(&e->entries, "\n");
    return direction && whole;
}
