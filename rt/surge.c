/* surge.c - short circuits through ideal switches, diodes and thyristors: what their `Ron` stands
 * for is nothing, as long as something else limits the current. Where the voltage over it is no
 * longer small against those of the model, nothing else does: a diode is the wrong way round, two
 * switches are closed at once, a resistance is missing.
 *
 * An element is what has a parameter Ron, which is small, beside i. The voltages of the model are
 * the means of their sizes over the time: what a coil makes for an instant is not among them.
 * Linear in the voltages at each point. */
#include "rt/surge.h"
#include "rt/texts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 500 };

static const double small = 1e-3; /* Ohm: such an Ron is meant as nothing */
static const double share = 0.1;  /* of the largest mean voltage: Ron takes it alone */

/* The variable `name` of the component whose name ends before `dot`; NULL: there is none. Those of
 * components stand in one order with their parameters: it is searched for from where the last one
 * was, `from`. */
static const KVariable *beside(const KModel *model, const char *of, size_t dot, const char *name,
                               int *from)
{
    for (int k = 0; k < model->nvariables; k++) {
        int at = (*from + k) % model->nvariables;
        const char *other = model->variable[at].name;
        if (strncmp(other, of, dot + 1) || strcmp(other + dot + 1, name))
            continue;
        *from = at;
        return &model->variable[at];
    }
    return NULL;
}

/* asked: how many have a resistance of that name. */
static bool is_element(const KInst *m, int i, const KVariable **current, int *from, int *asked)
{
    const KVariable *on = &m->run->model->variable[i];
    const char *dot = strrchr(on->name, '.');
    if (!dot || strcmp(dot, ".Ron") || on->type != K_REAL ||
        !(m->v[on->index] > 0 && m->v[on->index] <= small) || ++*asked > MOST_ELEMENTS)
        return false;
    *current = beside(m->run->model, on->name, (size_t)(dot - on->name), "i", from);
    return *current != NULL;
}

static bool is_voltage(const KVariable *v)
{
    return v->type == K_REAL && v->kind > K_PARAMETER && !v->is_alias && v->unit &&
           !strcmp(v->unit, "V");
}

/* Elements and voltages, or how many there are. */
static void find(KSurge *s, const KInst *m)
{
    const KModel *model = m->run->model;
    const KVariable *current = NULL;
    int from = 0, asked = 0;
    s->n = s->nvoltages = 0;
    for (int i = 0; i < model->nvariables; i++) {
        if (is_voltage(&model->variable[i])) {
            if (s->voltage)
                s->voltage[s->nvoltages] = model->variable[i].index;
            s->nvoltages++;
        } else if (is_element(m, i, &current, &from, &asked)) {
            if (s->of)
                s->of[s->n] = (KSurgeElement){.on = &model->variable[i], .current = current};
            s->n++;
        }
    }
}

bool surge_open(KSurge *s, const KInst *m)
{
    *s = (KSurge){.last = m->time};
    find(s, m);
    if (!s->n)
        return true;
    s->of = calloc((size_t)s->n, sizeof *s->of);
    s->voltage = calloc((size_t)s->nvoltages + 1, sizeof *s->voltage);
    s->sum = calloc((size_t)s->nvoltages + 1, sizeof *s->sum);
    if (!s->of || !s->voltage || !s->sum)
        return false;
    find(s, m);
    return true;
}

void surge_close(KSurge *s)
{
    free(s->of);
    free(s->voltage);
    free(s->sum);
    *s = (KSurge){0};
}

void surge_note(KSurge *s, const KInst *m)
{
    if (!s->n)
        return;
    for (int k = 0; k < s->n; k++) {
        KSurgeElement *e = &s->of[k];
        double amperes = k_value(m, e->current), drop = fabs(amperes) * m->v[e->on->index];
        if (!(drop > e->drop))
            continue;
        e->drop = drop;
        e->amperes = amperes;
        e->at = m->time;
    }
    for (int k = 0; k < s->nvoltages && m->time > s->last; k++)
        s->sum[k] += (m->time - s->last) * fabs(m->v[s->voltage[k]]);
    s->last = m->time;
}

/* The largest mean. */
static double usual_voltage(const KSurge *s, const KInst *m)
{
    double most = 0;
    for (int k = 0; k < s->nvoltages && s->sum; k++)
        most = fmax(most, s->sum[k] / k_elapsed(m));
    return most;
}

void surge_tell(const KSurge *s, const KInst *m)
{
    enum { NAMED = 4 };
    const KSurgeElement *worst = NULL;
    double usual = usual_voltage(s, m);
    for (int k = 0; k < s->n; k++)
        if (s->of[k].drop > share * usual && usual > 0 && (!worst || s->of[k].drop > worst->drop))
            worst = &s->of[k];
    if (!worst)
        return;
    char text[600] = "", from[600] = "";
    Text t = {text, sizeof text}, origin = {from, sizeof from};
    for (int k = 0, n = 0; k < s->n && n < NAMED; k++)
        if (s->of[k].drop > share * worst->drop)
            text_add(&t, "%s%s = %g", n++ ? ", " : "", s->of[k].on->name, m->v[s->of[k].on->index]);
    text_source(&origin, m, worst->on->index);
    run_message(m, K_MSG_WARNING,
                "at time %g %s = %g is limited by nothing but what is closed (%s), over which %g V "
                "are, where voltages of the model are %.2g V in the mean: a source, or a "
                "charged capacitor, is short-circuited there; is a diode the wrong way round, a "
                "switch closed that should "
                "be open, or a resistance missing?%s",
                worst->at, worst->current->name, worst->amperes, text, worst->drop, usual, from);
}
