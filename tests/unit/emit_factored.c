/* What the compiler reports about the factorization of a block is what runs: Block.solved, the
 * table, and the solver that the run time opens agree. */
#include "emit_model.h"
#include "rt/block_internal.h"

/* Coefficients may vanish, so that nothing is eliminated. */
static const char chain[] =
    "model M Real x[50]; equation cos(time)*x[1] + sin(3 + time)*x[2] = 1;"
    " for i in 2:49 loop sin(i + time)*x[i - 1] + cos(i*time)*x[i] + sin(i*time + 1)*x[i + 1] = i;"
    " end for; sin(9 + time)*x[49] + cos(50*time)*x[50] = 0; end M;";
static const char full[] =
    "model M Real x[45]; equation for i in 1:45 loop"
    " cos(i*time)*x[i]*50 + sum(sin(i*k + time)*x[k] for k in 1:45) = i; end for; end M;";
static const char small[] =
    "model M Real x[3]; equation for i in 1:3 loop"
    " cos(i*time)*x[i] + sum(sin(i*k + time)*x[k] for k in 1:3) = i; end for;"
    " end M;";
static const char curved[] =
    "model M Real x[60](each start=1); equation x[1] + x[1]^3 = 2 + time + x[2]/9;"
    " for i in 2:59 loop x[i]^3 + x[i] = 2 + x[i - 1]*x[i + 1]/9; end for;"
    " x[60] + x[60]^3 = 2 + x[59]*x[60]/9; end M;";

/* How the largest block was reported; all blocks run as they are reported. */
static SolveKind factored(const char *text, bool *sparse)
{
    SolveKind kind = SOLVE_ASSIGN;
    Rows rows = {0};
    *sparse = false;
    if (!model_open(text) || run_code(jit_code(T.jit), K_CVODE, 0.01, &rows)) {
        fprintf(stderr, "%s %s\n", diagnostics(), T.stats.message);
        test_checks_failed++;
        model_close();
        return kind;
    }
    const System *s = dae_system(T.d, SYSTEM_SIMULATION);
    int n = 0, checked = 0;
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        for (int k = 0; b->core->ntorn && k < T.model->nblocks; k++) {
            const KBlock *table = &T.model->block[k];
            const KBlockWork *w = T.inst->run->block[k];
            if (table->n != b->core->ntorn || table->var[0] != (int)b->core->torn[0] || !w)
                continue;
            checked++;
            CHECK_INT(table->sparse, b->sparse);
            if (b->solved != SOLVE_NEWTON)
                CHECK_INT(b->solved == SOLVE_KLU, table->sparse);
        }
        if (b->core->ntorn > n) {
            n = b->core->ntorn;
            kind = (SolveKind)b->solved;
            *sparse = b->sparse;
        }
    }
    CHECK(checked > 0);
    free(rows.data);
    model_close();
    return kind;
}

TEST(runs_as_reported)
{
    bool sparse;
    CHECK_INT(factored(chain, &sparse), SOLVE_KLU);
    CHECK(sparse);
    CHECK_INT(factored(full, &sparse), SOLVE_LU);
    CHECK(!sparse);
    CHECK_INT(factored(small, &sparse), SOLVE_LU);
    CHECK(!sparse);
    CHECK_INT(factored(curved, &sparse), SOLVE_NEWTON);
}

TEST_MAIN(T(runs_as_reported))
