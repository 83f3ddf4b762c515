/* linearize.c - the model as a linear system where it stands.
 *
 * der(x) = A*(x - x0) + B*(u - u0), y - y0 = C*(x - x0) + D*(u - u0): column by column from the
 * exact directional derivatives of the generated code, through algebraic systems and with the
 * states that are integrated now. One call of jvp a column. */
#include "rt/analyse.h"
#include "rt/run_internal.h"

#include <math.h>
#include <string.h>

int k_along(KInst *m, int var, double by, KMode mode)
{
    code_forget_directions(m);
    m->dv[var] = by;
    return code_call(m, m->run->code.jvp, mode);
}

static int not_finite(KInst *m, const char *name)
{
    failure_format(m, "the derivative along `%s` is not finite", name);
    return 1;
}

int k_linearize(KInst *m, int nu, const KVariable *const *u, int ny, const KVariable *const *y,
                double *matrix)
{
    const KModel *model = m->run->model;
    int nx = model->nstates, columns = nx + nu;
    int result = code_rhs(m, K_POINT);
    if (!result && columns && !m->run->code.jvp) {
        failure_format(m, "an equation of the model has no derivative");
        return 1;
    }
    for (int c = 0; c < columns && !result; c++) {
        const KVariable *input = c < nx ? NULL : u[c - nx];
        result = k_along(m, input ? input->index : model->state[c],
                         input && input->negated ? -1 : 1, K_POINT);
        bool finite = true;
        for (int r = 0; r < nx + ny && !result; r++) {
            const KVariable *output = r < nx ? NULL : y[r - nx];
            double d = m->dv[output ? output->index : model->der[r]];
            matrix[(size_t)r * (size_t)columns + (size_t)c] = output && output->negated ? -d : d;
            finite = finite && isfinite(d);
        }
        if (!result && !finite)
            result = not_finite(m, input ? input->name : k_state_name(m, c));
    }
    code_forget_directions(m);
    return result;
}

/* Of a set's state: the candidate that is integrated. */
static int picked(const KInst *m, const KStateSet *s, int i)
{
    for (int k = 0; k < s->n; k++)
        if (fabs(m->v[s->pick[i * s->n + k]]) > 0.5)
            return s->x[s->ngiven + k];
    return -1;
}

const char *k_state_name(const KInst *m, int i)
{
    const KModel *model = m->run->model;
    int var = model->state[i];
    for (int k = 0; k < model->nsets; k++)
        for (int j = 0; j < model->set[k].nstates; j++)
            if (model->set[k].state[j] == var) {
                int candidate = picked(m, &model->set[k], j);
                var = candidate >= 0 ? candidate : var;
            }
    for (int k = 0; k < model->nvariables; k++) {
        const KVariable *v = &model->variable[k];
        if (v->index == var && v->type != K_STRING && !v->is_alias)
            return v->name;
    }
    return "";
}
