/* bounds.c - variables that leave the range their min and max give: a warning, once for each. The
 * list of those that have bounds is made once; checking them is linear in it. */
#include "rt/bounds.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_WARNINGS = 10 };

bool bounds_open(KBounds *b, const KModel *model)
{
    *b = (KBounds){0};
    b->var = malloc((size_t)(model->nvariables + 1) * sizeof *b->var);
    if (!b->var)
        return false;
    for (int i = 0; i < model->nvariables && model->min && model->max; i++) {
        const KVariable *v = &model->variable[i];
        if (v->type <= K_INTEGER && !v->negated &&
            (isfinite(model->min[v->index]) || isfinite(model->max[v->index])))
            b->var[b->n++] = i;
    }
    return true;
}

void bounds_close(KBounds *b)
{
    free(b->var);
    *b = (KBounds){0};
}

/* The variable whose equation is behind a value: of a state its derivative. */
static int moved_by(const KModel *model, int index)
{
    for (int i = 0; i < model->nstates; i++)
        if (model->state[i] == index)
            return model->der[i];
    return index;
}

void bounds_check(KBounds *b, const KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < b->n && b->warnings < MOST_WARNINGS; i++) {
        const KVariable *v = &model->variable[b->var[i]];
        double x = m->v[v->index], min = model->min[v->index], max = model->max[v->index];
        double slack = 1e-6 * fmax(fabs(x), k_nominal(model, v->index));
        if (!(x < min - slack) && !(x > max + slack))
            continue;
        bool low = x < min;
        char by[600] = "";
        text_defining(&(Text){by, sizeof by}, model, moved_by(model, v->index), ", by ");
        run_message(m, K_MSG_WARNING, "at time %g: %s = %g is %s its %s value %g%s%s", m->time,
                    v->name, x, low ? "below" : "above", low ? "min" : "max", low ? min : max, by,
                    moved_by(model, v->index) == v->index || !*by ? "" : ": nothing there ends at this value");
        b->warnings++;
        int index = v->index;
        for (int k = b->n - 1; k >= 0; k--) /* with its aliases */
            if (model->variable[b->var[k]].index == index) {
                b->var[k] = b->var[--b->n];
                i = -1;
            }
    }
}
