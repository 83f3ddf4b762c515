/* structure.c - the passes that sort the equations of the simulation and solve its blocks.
 *
 * Unknowns of the simulation are derivatives, algebraic and discrete variables; states are known.
 * Near-linear but for the blocks (torn.c). */
#include "dae/blocks.h"
#include "dae/diagnose.h"
#include "dae/relaxed.h"

void system_solve(Problem *p)
{
    Dae *d = p->d;
    System *s = dae_system(d, p->role);
    s->nunknowns = p->col.n;
    s->unknown = arena_copy(d->arena, p->col.v, (size_t)p->col.n * sizeof *p->col.v);
    s->block = ARENA_ARRAY(d->arena, Block *, p->ncomponents + 1);
    for (int i = 0; i < p->ncomponents; i++) {
        Plan plan = plan_block(p, p->order + p->border[i], p->border[i + 1] - p->border[i]);
        s->block[s->nblocks++] = plan_commit(p, &plan);
    }
}

bool dae_match(Dae *d)
{
    Problem *p = problem_matched(d);
    bool good = problem_is_matched(p);
    if (!good) {
        diagnose_simulation(p);
    } else {
        problem_sort(p);
        good = problem_check_modes(p) && relaxed_check(p, p->order, p->border, p->ncomponents);
    }
    if (!good)
        problems_close(d);
    return good;
}

bool dae_blocks(Dae *d)
{
    int errors = diags_errors(d->ctx->diags);
    Problem *p = problem_matched(d);
    system_solve(p);
    given_report(p);
    bool good = diags_errors(d->ctx->diags) == errors;
    if (!good)
        problems_close(d);
    return good;
}

bool dae_hoist(Dae *d)
{
    system_hoist(problem_matched(d));
    return true;
}
