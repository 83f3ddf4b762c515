/* tables_words.c - texts for messages as tables, for programs that run without the compiler: every
 * equation that a message can show, once, and what refers to it. Linear in the texts. */
#include "emit/tables_internal.h"

typedef struct Words {
    Dae *d;
    Numbers *num;
    KTexts *t;
    Map known; /* equation + 1 -> its number here + 1 */
    VEC(KEquation) equation;
} Words;

static const int *variables_of(Words *w, int n, const Expr *e, int *count)
{
    VarList all = expr_vars(w->d->store, w->d->arena, n, e);
    int *list = ARENA_ARRAY(w->d->arena, int, all.n + 1);
    *count = 0;
    for (int i = 0; i < all.n; i++) {
        const DaeVar *v = &w->d->var.v[all.var[i]];
        if (!v->hidden && v->type != T_STRING && v->kind != DV_CONSTANT)
            list[(*count)++] = (int)all.var[i];
    }
    return list;
}

static int number_of(Words *w, int eq)
{
    if (eq < 0)
        return -1;
    uint32_t known = map_get(&w->known, (uint64_t)eq + 1, 0);
    if (known)
        return (int)known - 1;
    const DaeEq *q = &w->d->eq.v[eq];
    KEquation *e = vec_add(w->d->arena, &w->equation);
    *e = (KEquation){.text = equation_text(w->d, eq), .place = place_of(w->d, q->span.beg)};
    if (q->kind == EQ_SCALAR)
        e->var = variables_of(w, 2, (Expr[]){q->lhs, q->rhs}, &e->nvars);
    map_set(&w->known, w->d->arena, (uint64_t)eq + 1, (uint32_t)w->equation.n);
    return w->equation.n - 1;
}

/* ---- What refers to equations ---- */

static void add_relations(Words *w)
{
    Dae *d = w->d;
    int *relation = ARENA_ARRAY(d->arena, int, d->relation.n + 1);
    ExprNames names = dae_names(d);
    for (int i = 0; i < d->relation.n; i++) {
        const Relation *r = &d->relation.v[i];
        Buf text = {0};
        expr_print(d->store, r->e, &names, &text);
        relation[i] = w->equation.n;
        *vec_add(d->arena, &w->equation) =
            (KEquation){.text = arena_strdup(d->arena, buf_text(&text)),
                        .place = r->eq < 0 ? "" : place_of(d, d->eq.v[r->eq].span.beg)};
        buf_free(&text);
    }
    w->t->relation = relation;
}

static void add_residuals(Words *w)
{
    const Numbers *num = w->num;
    int *first = ARENA_ARRAY(w->d->arena, int, num->nblocks + 1), n = 0;
    for (int i = 0; i < num->nblocks; i++)
        first[i + 1] = first[i] + num->block[i]->ntorn;
    int *residual = ARENA_ARRAY(w->d->arena, int, first[num->nblocks] + 1);
    for (int i = 0; i < num->nblocks; i++)
        for (int k = 0; k < num->block[i]->ntorn; k++)
            residual[n++] = number_of(w, num->block[i]->residual_eq[k]);
    w->t->first = first;
    w->t->residual = residual;
}

/* The constraint as written. */
static void add_sets(Words *w)
{
    Dae *d = w->d;
    int *set = ARENA_ARRAY(d->arena, int, d->set.n + 1);
    for (int i = 0; i < d->set.n; i++) {
        int eq = d->set.v[i].eq[0];
        while (d->eq.v[eq].ndiff)
            eq = (int)d->eq.v[eq].source - 1;
        set[i] = number_of(w, eq);
    }
    w->t->set = set;
}

typedef VEC(KStep) Steps;

static void add_assigns(Words *w, int n, const Assign *a, Steps *out)
{
    for (int i = 0; i < n; i++)
        if (a[i].var != NO_ALIAS && !a[i].pre)
            vec_push(w->d->arena, out, ((KStep){(int)a[i].var, number_of(w, a[i].eq)}));
}

static const KStep *steps_of(Words *w, const System *s, int *n)
{
    Steps list = {0};
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        add_assigns(w, b->nassign, b->assign, &list);
        add_assigns(w, b->nmodes, b->mode, &list);
        for (int k = 0; k < b->ntorn; k++)
            vec_push(w->d->arena, &list,
                     ((KStep){(int)b->torn[k], number_of(w, b->residual_eq[k])}));
    }
    *n = list.n;
    return list.v;
}

/* Parameters with values that are computed. */
static void add_params(Words *w)
{
    Dae *d = w->d;
    Steps list = {0};
    ExprNames names = dae_names(d);
    for (int i = 0; i < d->var.n; i++) {
        const DaeVar *v = &d->var.v[i];
        if (v->kind != DV_PARAMETER || v->alias != NO_ALIAS || v->type != T_REAL || !v->binding ||
            expr_is_number(d->store, v->binding))
            continue;
        Buf text = {0};
        expr_print(d->store, v->binding, &names, &text);
        vec_push(d->arena, &list, ((KStep){i, w->equation.n}));
        KEquation *e = vec_add(d->arena, &w->equation);
        *e = (KEquation){.text = arena_strdup(d->arena, buf_text(&text)),
                         .place = place_of(d, v->span.beg)};
        e->var = variables_of(w, 1, &v->binding, &e->nvars);
        buf_free(&text);
    }
    w->t->nparams = list.n;
    w->t->params = list.v;
}

/* ---- Names and positions ---- */

static void add_names(Words *w)
{
    Dae *d = w->d;
    const char **name = ARENA_ARRAY(d->arena, const char *, d->var.n + 1);
    uint32_t *shown = ARENA_ARRAY(d->arena, uint32_t, d->var.n + 1);
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++)
        shown[i] = i;
    for (uint32_t i = d->nflat; i-- > 0;) {
        const DaeVar *v = &d->var.v[i];
        if (v->alias != NO_ALIAS && v->alias >= d->nflat && v->alias_sign > 0 && !v->hidden)
            shown[v->alias] = i;
    }
    Buf text = {0};
    for (int i = 0; i < d->var.n; i++) {
        buf_clear(&text);
        dae_var_name(d, shown[i], &text);
        name[i] = arena_strdup(d->arena, buf_text(&text));
    }
    buf_free(&text);
    w->t->name = name;
}

static KPosition *find_position(KTexts *t, KPosition *list, int number)
{
    int low = 0, high = t->npositions;
    while (low < high) {
        int middle = (low + high) / 2;
        if (list[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->npositions && list[low].number == number ? &list[low] : NULL;
}

/* Values are shown for assertions that share their place with no other one. */
static void add_positions(Words *w, int n, const uint32_t *position)
{
    Dae *d = w->d;
    KPosition *list = ARENA_ARRAY(d->arena, KPosition, n + 1);
    bool *seen = ARENA_ARRAY(d->arena, bool, n + 1);
    for (int i = 0; i < n; i++)
        if (!i || position[i] != position[i - 1])
            list[w->t->npositions++] =
                (KPosition){.number = (int)position[i], .place = place_of(d, position[i])};
    for (int i = 0; i < d->eq.n; i++) {
        const DaeEq *q = &d->eq.v[i];
        if (q->kind != EQ_ASSERT || q->removed)
            continue;
        KPosition *p = find_position(w->t, list, (int)q->span.beg);
        if (!p)
            continue;
        if (!seen[p - list])
            p->var = variables_of(w, 1, &q->rhs, &p->nvars);
        else
            p->nvars = 0;
        seen[p - list] = true;
    }
    w->t->position = list;
}

KTexts *tables_words(Dae *d, int npositions, const uint32_t *position)
{
    Words w = {.d = d, .num = emit_numbers(d, d->arena), .t = ARENA_NEW(d->arena, KTexts)};
    KTexts *t = w.t;
    add_names(&w);
    add_relations(&w);
    add_residuals(&w);
    add_sets(&w);
    add_params(&w);
    t->init = steps_of(&w, dae_system(d, SYSTEM_INITIAL), &t->ninit);
    t->sim = steps_of(&w, dae_system(d, SYSTEM_SIMULATION), &t->nsim);
    add_positions(&w, npositions, position);
    t->nequations = w.equation.n;
    t->equation = w.equation.v;
    return t;
}
