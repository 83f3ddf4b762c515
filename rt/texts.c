/* texts.c - texts for messages from the tables of a written program. */
#include "rt/texts.h"
#include "rt/run_internal.h"

#include <math.h>

static const char *equation_of(const KTexts *t, int equation, const char **place)
{
    if (equation < 0)
        return NULL;
    *place = t->equation[equation].place;
    return t->equation[equation].text;
}

const char *k_table_relation_text(void *arg, int relation)
{
    const KTexts *t = arg;
    return t->equation[t->relation[relation]].text;
}

const char *k_table_relation_place(void *arg, int relation)
{
    const KTexts *t = arg;
    return t->equation[t->relation[relation]].place;
}

const char *k_table_defining(void *arg, int number, const char **place)
{
    const KTexts *t = arg;
    for (int i = 0; i < t->nsim; i++)
        if (t->sim[i].var == number)
            return equation_of(t, t->sim[i].equation, place);
    return NULL;
}

static int residual_of(const KTexts *t, int block, int residual)
{
    return t->residual[t->first[block] + residual];
}

int k_table_equation_variables(void *arg, int block, int residual, int room, int *var)
{
    const KTexts *t = arg;
    int k = residual_of(t, block, residual), n = 0;
    for (; k >= 0 && n < room && n < t->equation[k].nvars; n++)
        var[n] = t->equation[k].var[n];
    return n;
}

const char *k_table_block_equation(void *arg, int block, int residual, const char **place)
{
    return equation_of(arg, residual_of(arg, block, residual), place);
}

const char *k_table_variable_name(void *arg, int number)
{
    return ((const KTexts *)arg)->name[number];
}

const char *k_table_set_equation(void *arg, int set, int row, const char **place)
{
    (void)row; /* one stands for all of them */
    return equation_of(arg, ((const KTexts *)arg)->set[set], place);
}

static const KPosition *find_position(const KTexts *t, int number)
{
    int low = 0, high = t->npositions;
    while (low < high) {
        int middle = (low + high) / 2;
        if (t->position[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->npositions && t->position[low].number == number ? &t->position[low] : NULL;
}

const char *k_table_assert_place(void *arg, int number)
{
    const KPosition *p = find_position(arg, number);
    return p ? p->place : NULL;
}

/* "a = 1, b = 2", without one variable. */
static void add_values(Text *out, const KTexts *t, const KInst *m, int n, const int *var, int but,
                       const char *before)
{
    enum { MOST = 6 };
    for (int i = 0, shown = 0; i < n && shown < MOST; i++)
        if (var[i] != but)
            text_add(out, "%s%s = %g", shown++ ? ", " : before, t->name[var[i]], m->v[var[i]]);
}

const char *k_table_assert_values(void *arg, const KInst *m, int number)
{
    const KPosition *p = find_position(arg, number);
    Text out = {m->run->table_text, sizeof m->run->table_text};
    if (!p || !p->nvars)
        return NULL;
    add_values(&out, arg, m, p->nvars, p->var, -1, "");
    return m->run->table_text;
}

/* The first in order of evaluation that is not finite. */
static const KStep *first_not_finite(const KInst *m, int n, const KStep *step)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(m->v[step[i].var]))
            return &step[i];
    return NULL;
}

const char *k_table_locate(void *arg, KInst *m)
{
    const KTexts *t = arg;
    const KStep *step = first_not_finite(m, t->nparams, t->params);
    if (!step)
        step = m->initial ? first_not_finite(m, t->ninit, t->init)
                          : first_not_finite(m, t->nsim, t->sim);
    if (!step || step->equation < 0)
        return NULL;
    const KEquation *e = &t->equation[step->equation];
    Text out = {m->run->table_text, sizeof m->run->table_text};
    text_add(&out, "`%s` is not finite in %s%s%s%s", t->name[step->var], e->text,
             *e->place ? " (" : "", e->place, *e->place ? ")" : "");
    add_values(&out, t, m, e->nvars, e->var, step->var, "\n  with ");
    return m->run->table_text;
}
