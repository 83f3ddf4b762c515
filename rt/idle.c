/* idle.c - `when` clauses of the user whose condition was never true in a run: a note, since a limit
 * in another unit, or a wrong direction, fails in silence. The relations that are true are collected
 * at events, which is where they change. */
#include "rt/idle.h"
#include "rt/texts.h"

#include <math.h>
#include <string.h>

void idle_begin(KInst *m)
{
    memset(m->run->met, 0, (size_t)m->run->model->nrel);
    idle_note(m);
}

void idle_note(KInst *m)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nrel && model->rel_when; i++)
        m->run->met[i] |= m->rel[i];
}

/* Whether a relation is about to change where the run ends. */
static bool is_near(const KInst *m, int relation)
{
    static const double near = 1e-3;
    const KTexts *texts = k_texts(m->run->model);
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL;
    double size = 0;
    for (int k = 0; e && k < e->nvars; k++)
        size = fmax(size, fabs(m->v[e->var[k]]));
    return fabs(m->g[relation]) <= near * fmax(size, 1);
}

/* An instant so far behind the end of the run that its unit is in doubt. */
static bool tell_late(const KInst *m, int relation)
{
    static const double far = 100, never = 1e6;
    const KModel *model = m->run->model;
    char text[600];
    Text t = {text, sizeof text};
    int var = model->rel_instant[relation];
    if (var < 0 || !(m->v[var] >= far * m->time && m->v[var] <= never * m->time))
        return false;
    text_relation(&t, model, relation);
    text_add(&t, " never changed: ");
    text_variable(&t, model, var);
    text_add(&t, " = %g is %.3g times the end of the run; is it given in another unit, as ms?", m->v[var],
             m->v[var] / m->time);
    run_message(m, K_MSG_INFO, "%s", text);
    return true;
}

/* Whether a variable, which each event makes from its last value, has kept it all the time. */
static const KEquation *stays(const KInst *m, int var)
{
    const KTexts *texts = k_texts(m->run->model);
    const KEquation *e = k_equation(texts, texts->defining, var);
    bool own = false, discrete = false;
    for (int i = 0; e && i < e->nvars; i++)
        own |= e->var[i] == var;
    for (int i = 0; i < m->run->model->ndiscrete; i++)
        discrete |= m->run->model->discrete[i] == var;
    return own && discrete && strstr(e->text, "pre(") && m->v[var] == k_began(m, var) ? e : NULL;
}

/* time >= pre(next), where next = pre(next) + 0: it becomes true once, and no event comes again. */
static bool tell_standing(const KInst *m, int relation)
{
    const KModel *model = m->run->model;
    const KTexts *texts = m->rel[relation] ? k_texts(model) : NULL;
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL, *by = NULL;
    int var = -1;
    for (int i = 0; e && i < e->nvars && !by; i++)
        by = stays(m, var = e->var[i]);
    if (!by)
        return false;
    char text[900], which[300];
    Text t = {text, sizeof text}, condition = {which, sizeof which};
    text_relation(&condition, model, relation);
    text_variable(&t, model, var);
    text_add(&t, " = %g never changes", m->v[var]);
    text_defining(&t, model, var, " by ");
    for (int i = 0; i < by->nvars; i++)
        if (m->run->is_parameter[by->var[i]] && m->v[by->var[i]] == 0)
            text_source(&t, m, by->var[i]);
    run_message(m, K_MSG_WARNING, "%s stays true after its first event, and no other one comes: %s", which, text);
    return true;
}

static void tell_never(const KInst *m, int relation)
{
    const KModel *model = m->run->model;
    char text[600];
    Text t = {text, sizeof text};
    text_relation(&t, model, relation);
    text_add(&t, " never became true, so nothing happened in its `when`");
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->relation, relation) : NULL;
    for (int k = 0; e && k < e->nvars && k < 2 * FAIL_NAMED; k++) {
        text_add(&t, k ? ", " : "; at the end ");
        text_variable(&t, model, e->var[k]);
        text_add(&t, " = %g", m->v[e->var[k]]);
    }
    run_message(m, K_MSG_INFO, "%s", text);
}

void idle_tell(const KInst *m)
{
    enum { MOST = 3 };
    const KModel *model = m->run->model;
    for (int i = 0, n = 0; i < model->nrel && model->rel_when && n < MOST; i++) {
        if (model->rel_when[i] >= 2) {
            n += model->rel_when[i] == 2 ? tell_late(m, i) : tell_standing(m, i);
        } else if (model->rel_when[i] && !m->run->met[i] && !is_near(m, i)) {
            tell_never(m, i);
            n++;
        }
    }
}
