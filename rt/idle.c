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

void idle_tell(const KInst *m)
{
    enum { MOST = 3 };
    const KModel *model = m->run->model;
    for (int i = 0, n = 0; i < model->nrel && model->rel_when && n < MOST; i++) {
        if (!model->rel_when[i] || m->run->met[i] || is_near(m, i))
            continue;
        char text[600];
        Text t = {text, sizeof text};
        text_relation(&t, model, i);
        text_add(&t, " never became true, so nothing happened in its `when`");
        const KTexts *texts = k_texts(model);
        const KEquation *e = texts ? k_equation(texts, texts->relation, i) : NULL;
        for (int k = 0; e && k < e->nvars && k < 2 * FAIL_NAMED; k++) {
            text_add(&t, k ? ", " : "; at the end ");
            text_variable(&t, model, e->var[k]);
            text_add(&t, " = %g", m->v[e->var[k]]);
        }
        run_message(m, K_MSG_INFO, "%s", text);
        n++;
    }
}
