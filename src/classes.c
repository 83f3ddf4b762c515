/* classes.c - packages and their classes (include/kron.h). */
#include "kron_internal.h"

#include "model/front.h"

static KronClassKind kind_of(uint8_t restriction)
{
    static const KronClassKind of[] = {
        [CLS_CLASS] = KRON_CLASS_MODEL,
        [CLS_MODEL] = KRON_CLASS_MODEL,
        [CLS_RECORD] = KRON_CLASS_RECORD,
        [CLS_BLOCK] = KRON_CLASS_MODEL,
        [CLS_CONNECTOR] = KRON_CLASS_CONNECTOR,
        [CLS_TYPE] = KRON_CLASS_OTHER,
        [CLS_PACKAGE] = KRON_CLASS_PACKAGE,
        [CLS_FUNCTION] = KRON_CLASS_FUNCTION,
        [CLS_OPERATOR] = KRON_CLASS_OTHER,
        [CLS_OPERATOR_RECORD] = KRON_CLASS_RECORD,
        [CLS_OPERATOR_FUNCTION] = KRON_CLASS_FUNCTION,
        [CLS_EXPANDABLE_CONNECTOR] = KRON_CLASS_CONNECTOR,
    };
    return of[restriction];
}

static KronStatus ask_kind(KronModel *m, void *kind)
{
    Pipeline *p = present(m);
    bool read = p->use && !p->use->builtin && library_load(p->lib, p->use->def);
    *(KronClassKind *)kind = p->next ? KRON_CLASS_MODEL /* it has been translated */
                             : read  ? kind_of(p->use->restriction)
                                     : KRON_CLASS_OTHER;
    return KRON_OK;
}

KronClassKind kron_class_kind(KronModel *m)
{
    KronClassKind kind = KRON_CLASS_OTHER;
    if (m)
        guarded(m, ask_kind, &kind);
    return kind;
}

static KronStatus list_classes(KronModel *m, void *count)
{
    Pipeline *p = present(m);
    m->cls.n = 0;
    if (p->next || !p->use || p->use->builtin)
        return KRON_WRONG_CALL;
    Classes list = classes_below(p->m, p->use->def);
    for (int i = 0; i < list.n; i++)
        vec_push(m->arena, &m->cls,
                 ((KronClass){arena_strdup(m->arena, class_name_text(p->m, list.v[i])),
                              kind_of(list.v[i]->restriction), list.v[i]->partial}));
    take_messages(m, p->ctx->diags);
    *(int *)count = m->cls.n;
    return diags_errors(p->ctx->diags) ? KRON_WRONG_MODEL : KRON_OK;
}

KronStatus kron_classes(KronModel *m, int *n)
{
    if (n)
        *n = 0;
    return m && n ? guarded(m, list_classes, n) : KRON_WRONG_CALL;
}

bool kron_class(KronModel *m, int i, KronClass *out)
{
    bool good = m && out && i >= 0 && i < m->cls.n;
    if (good)
        *out = m->cls.v[i];
    return good;
}

/* A component: declarations, and the number of equations; a complete model: all. */
static bool check_as_model(KronModel *m, const char *name, KronVerdict *verdict)
{
    Pipeline *p = m->program->p;
    p->m->component = true;
    if (!pipeline_run(p, UNTIL_FLATTEN))
        return false;
    bool open = flat_is_open(p->flat);
    if (!open && p->m->rootless) { /* once more as what it is */
        m->stale = true;
        p = present(m);
        if (!pipeline_choose(p, name))
            return false;
    }
    *verdict = open ? KRON_CLASS_OPEN : KRON_CLASS_GOOD;
    return pipeline_run(p, open ? UNTIL_SCALAR : UNTIL_PROGRAM);
}

/* As far as the kind of class allows. */
static bool check_chosen(KronModel *m, const KronClass *c, KronVerdict *verdict)
{
    Pipeline *p = m->program->p;
    if (class_is_incomplete(p->m, p->use)) {
        *verdict = KRON_CLASS_INCOMPLETE;
        return true;
    }
    if (c->kind == KRON_CLASS_FUNCTION)
        return check_function(p->m, p->use);
    if (p->use->builtin || c->kind == KRON_CLASS_PACKAGE || c->kind == KRON_CLASS_OTHER)
        return true;
    return c->kind == KRON_CLASS_MODEL ? check_as_model(m, c->name, verdict)
                                       : pipeline_run(p, UNTIL_FLATTEN);
}

typedef struct ClassCheck {
    int i;
    KronVerdict *verdict;
} ClassCheck;

static KronStatus check_class(KronModel *m, void *arg)
{
    const ClassCheck *k = arg;
    KronClass c = m->cls.v[k->i];
    m->stale = m->stale || m->program->p->next;
    Pipeline *p = present(m);
    *k->verdict = KRON_CLASS_GOOD;
    bool good = pipeline_choose(p, c.name) && check_chosen(m, &c, k->verdict);
    p = m->program->p;
    good = good && !diags_errors(p->ctx->diags);
    if (!good) {
        *k->verdict = KRON_CLASS_WRONG;
        diags_insist(p->ctx->diags, SPAN_ALL);
    }
    take_messages(m, p->ctx->diags);
    m->stale = true;
    return good ? KRON_OK : KRON_WRONG_MODEL;
}

KronStatus kron_check_class(KronModel *m, int i, KronVerdict *verdict)
{
    return m && verdict && i >= 0 && i < m->cls.n
               ? guarded(m, check_class, &(ClassCheck){i, verdict})
               : KRON_WRONG_CALL;
}
