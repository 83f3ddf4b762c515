/* connect_bus.c - expandable connectors: members that nothing gives a value (specification,
 * 9.1.3). */
#include "model/connect_internal.h"

typedef struct BusScalars {
    Connect *c;
    uint8_t *state; /* [nscalars] */
    uint32_t source;
    bool found; /* what spread has reached is mentioned in an equation */
    ElementVec todo;
} BusScalars;

enum { BUS_OTHER, BUS_OPEN, BUS_DRIVEN, BUS_DONE };

/* One source, however many buses a signal goes through. */
static void check_bus_source(BusScalars *b, uint32_t e)
{
    Connect *c = b->c;
    if (e >= 2 * c->nscalars || b->state[e / 2] != BUS_OTHER || !connect_is_source(c, e) ||
        e == b->source)
        return;
    if (b->source != UINT32_MAX && !diags_errors(c->m->ctx->diags))
        refuse(c->m, connect_position(c, e),
               "`%s` and `%s` are connected, but both are sources of a signal: connect one of them "
               "only, or "
               "their sum",
               flat_scalar_text(c->m->flat, b->source / 2), flat_scalar_text(c->m->flat, e / 2));
    b->source = e;
}

/* All scalars of buses that are equal to one of those in todo. */
static void spread(BusScalars *b, uint8_t state)
{
    b->source = UINT32_MAX;
    b->found = false;
    while (b->todo.n) {
        uint32_t x = vec_pop(&b->todo);
        b->found = b->found || connect_is_mentioned(b->c, x);
        for (uint32_t face = 2 * x; face <= 2 * x + 1; face++)
            for (uint32_t e = b->c->set.v[face].next; e != face; e = b->c->set.v[e].next) {
                check_bus_source(b, e);
                if (e < 2 * b->c->nscalars && b->state[e / 2] == BUS_OPEN) {
                    b->state[e / 2] = state;
                    vec_push(b->c->scratch, &b->todo, e / 2);
                }
            }
    }
}

static Expr no_value(Connect *c, uint32_t scalar)
{
    const TypeInfo *t = tinfo(c->m, flat_var_of(c->m->flat, scalar)->type);
    return t->base == TY_STRING ? expr_string(c->m->store, name_cstr(c->m->ctx->names, ""))
                                : expr_literal(c->m->store, t->scalar, t->base == TY_ENUM);
}

void connect_bus_equations(Connect *c)
{
    FlatModel *f = c->m->flat;
    BusScalars b = {.c = c, .state = ARENA_ARRAY(c->scratch, uint8_t, c->nscalars)};
    for (int i = 0; i < f->var.n; i++)
        if (f->var.v[i].variability > VARY_PARAMETER &&
            connect_is_bus_member(var_comp(c->m, &f->var.v[i])))
            memset(b.state + f->var.v[i].first, BUS_OPEN, f->var.v[i].count);
    for (uint32_t x = 0; x < c->nscalars; x++) {
        if (b.state[x] != BUS_OPEN || c->role[x] == ROLE_FLOW + 1)
            continue;
        bool driven = false;
        for (uint32_t face = 2 * x; face <= 2 * x + 1; face++)
            for (uint32_t e = c->set.v[face].next; e != face; e = c->set.v[e].next)
                driven = driven || e >= 2 * c->nscalars || b.state[e / 2] == BUS_OTHER;
        if (!driven)
            continue;
        b.state[x] = BUS_DRIVEN;
        vec_push(c->scratch, &b.todo, x);
        spread(&b, BUS_DRIVEN);
    }
    for (uint32_t x = 0; x < c->nscalars; x++) {
        bool flow = c->role[x] == ROLE_FLOW + 1, alone = c->set.v[2 * x + 1].next == 2 * x + 1;
        if (b.state[x] != BUS_OTHER && flow && alone && c->set.v[2 * x].next != 2 * x)
            connect_set_equation(c, connect_scalar(c->m, x), expr_real(c->m->store, 0), 2 * x + 1);
        if (b.state[x] != BUS_OPEN || flow)
            continue;
        b.state[x] = BUS_DONE;
        vec_push(c->scratch, &b.todo, x);
        spread(&b, BUS_DONE);
        if (!b.found)
            connect_set_equation(c, connect_scalar(c->m, x), no_value(c, x), 2 * x + 1);
    }
}
