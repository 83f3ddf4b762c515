/* What the passes promise is checked: a model is broken on purpose, one promise at a time, and
 * dae_fault tells which. */
#include "dae_test.h"

static const char circuit[] =
    "model M parameter Real a = 2; Real x(start=1, fixed=true), y, z, p, q, k;"
    " equation der(x) = -y; y + a*z = x; y - z = sin(x); p + q^3 = y; q + p^3 = z; k = p + q;"
    " end M;";

/* A fault that contains the text; the model is as it was before and after. */
#define BROKEN(text, ...)                                                                          \
    do {                                                                                           \
        Fixture f = fixture_structured(circuit);                                                   \
        CHECK(f.d != NULL);                                                                        \
        if (f.d) {                                                                                 \
            Dae *d = f.d;                                                                          \
            System *s = dae_system(d, SYSTEM_SIMULATION);                                          \
            CHECK(dae_fault(d) == NULL);                                                           \
            __VA_ARGS__;                                                                           \
            const char *fault = dae_fault(d);                                                      \
            CHECK(s &&fault &&strstr(fault, text));                                                \
            if (fault && !strstr(fault, text))                                                     \
                fprintf(stderr, "%s\n", fault);                                                    \
        }                                                                                          \
        fixture_close(&f);                                                                         \
    } while (0)

static Block *torn_block(const System *s)
{
    for (int i = 0; i < s->nblocks; i++)
        if (s->block[i]->core->ntorn)
            return s->block[i];
    return NULL;
}

TEST(variables)
{
    uint32_t x = 0;
    BROKEN("is an alias of", d->var.v[0].alias = (uint32_t)d->var.n);
    BROKEN("has no end", d->var.v[0].alias = 1; d->var.v[1].alias = 0);
    BROKEN("no inverse", x = d->state[0]; d->var.v[d->var.v[x].der_of].int_of = 0);
    BROKEN("list of states", d->var.v[d->state[0]].kind = DV_ALGEBRAIC);
}

TEST(equations)
{
    BROKEN("has one side", d->eq.v[0].lhs = 0);
    BROKEN("names variable", d->eq.v[1].rhs = expr_var(d->store, T_REAL, (uint32_t)d->var.n + 5));
    BROKEN("links out of range", d->eq.v[0].source = (uint32_t)d->eq.n + 1);
}

TEST(blocks)
{
    BROKEN("before it is known", Block *b = s->block[0]; s->block[0] = s->block[s->nblocks - 1];
           s->block[s->nblocks - 1] = b);
    BROKEN("unknown of two blocks", s->block[1] = s->block[0]);
    BROKEN("of them in blocks", s->nblocks--);
    BROKEN("leaves", s->block[s->nblocks - 1]->nassign--);
    BROKEN("twice", Block *b = torn_block(s); b->assign = ARENA_ARRAY(d->arena, Assign, 1);
           b->assign[0] =
               (Assign){.var = b->core->torn[0], .value = b->core->residual[0], .eq = -1};
           b->nassign = 1);
    BROKEN("which is removed", d->eq.v[s->block[s->nblocks - 1]->assign[0].eq].removed = true);
    BROKEN("parts of block", static int part[] = {0, 0}; Block *b = torn_block(s);
           b->core->nparts = 1; b->core->part = part);
}

TEST_MAIN(T(variables), T(equations), T(blocks))
