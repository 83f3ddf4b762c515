/* tables_words.c - texts for messages: every equation that a message can show, once, and what
 * refers to it. Made when the first message needs one, or for a written program. Linear in the
 * texts. */
#include "dae/diagnose.h"
#include "emit/tables_internal.h"

#include <string.h>

typedef struct Words {
    Dae *d;
    const Numbers *num;
    KTexts *t;
    Map known; /* equation + 1 -> its number here + 1 */
    VEC(KEquation) equation;
    Expr *auxiliary; /* [nvars] what is assigned to variables of ours; 0: others */
} Words;

const char *place_of(Dae *d, uint32_t offset)
{
    Place p = source_place(d->ctx->sources, offset);
    return p.file ? arena_printf(d->arena, "%s:%u", p.file->path, p.line) : "";
}

const char *place_of_eq(Dae *d, int eq)
{
    Span at = d->eq.v[eq].span, users = users_place_of_eq(d, eq);
    const char *place = place_of(d, at.beg), *owner = eq_owner(d, eq);
    if (!*place || is_in_users_file(d, at) || !is_in_users_file(d, users) || !*owner)
        return place;
    return arena_printf(d->arena, "%s, of `%s` at %s", place, owner, place_of(d, users.beg));
}

const char *equation_text(Dae *d, int eq)
{
    enum { LONGEST = 200 };
    const DaeEq *q = &d->eq.v[eq];
    const char *printed = dae_written_text(d, eq);
    bool single = q->binding && q->lhs && expr_op(d->store, q->lhs) == EX_VAR;
    if (q->kind != EQ_SCALAR || q->owner || q->from_connect || (q->binding && !single) ||
        q->source != NONE)
        return printed;
    Buf b = {0};
    if (single)
        buf_printf(&b, "%s = ", dae_var_text(d, var_number(d->store, q->lhs)));
    source_text(d->ctx->sources, q->span, &b);
    const char *text = dae_text(d, &b), *sign = strchr(text, '=');
    bool selects =
        strstr(printed, "noEvent(") && !strstr(text, "noEvent("); /* a subscript that varies */
    bool plain = sign && sign > text && sign[1] != '=' && !strchr(":<>=", sign[-1]) &&
                 !strpbrk(text, selects ? ";\n" : "[;\n") && strlen(text) < LONGEST;
    return plain ? text : printed;
}

static void add_variables(Words *w, int n, const Expr *side, KEquation *e)
{
    VarList all = expr_vars(w->d->store, w->d->arena, n, side);
    int *list = ARENA_ARRAY(w->d->arena, int, all.n + 1);
    for (int i = 0; i < all.n; i++)
        if (!w->d->var.v[all.var[i]].hidden)
            list[e->nvars++] = (int)all.var[i];
    e->var = list;
}

typedef struct Visible {
    Dae *d;
    Map known;
    VEC(uint32_t) var; /* each once */
} Visible;

static void note_visible(void *arg, uint32_t var)
{
    Visible *v = arg;
    if (map_get(&v->known, var, 0))
        return;
    map_set(&v->known, v->d->arena, var, 1);
    vec_push(v->d->arena, &v->var, var);
}

/* The same with those in what hidden ones stand for, as a sum of parameters that is computed once.
 */
static void add_visible(Words *w, Expr side, KEquation *e)
{
    Visible all = {.d = w->d};
    dae_visible_vars(w->d, side, note_visible, &all);
    for (int i = 0; i < all.var.n; i++) {
        const DaeVar *v = &w->d->var.v[all.var.v[i]];
        if (v->hidden && v->kind == DV_PARAMETER && v->binding)
            dae_visible_vars(w->d, v->binding, note_visible, &all);
    }
    int *list = ARENA_ARRAY(w->d->arena, int, all.var.n + 1);
    for (int i = 0; i < all.var.n; i++)
        if (!w->d->var.v[all.var.v[i]].hidden)
            list[e->nvars++] = (int)all.var.v[i];
    e->var = list;
}

/* The equations of a set: what is integrated of it, at the start what is fixed. */
static void put_set(Dae *d, const StateSet *set, Buf *text)
{
    int n = 0;
    buf_puts(text, "the state that is kept of ");
    dae_print_candidates(d, set, text);
    for (int i = set->ngiven; i < set->ngiven + set->n; i++)
        if (d->var.v[set->x[i]].fixed)
            buf_printf(text, "%s%s", n++ ? ", " : ", at the start the fixed value of ",
                       dae_var_text(d, set->x[i]));
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
    Buf text = {0};
    if (q->of_set) { /* nobody has written that */
        put_set(w->d, &w->d->set.v[q->set], &text);
    } else {
        buf_puts(&text, equation_text(w->d, eq));
    }
    *e = (KEquation){.text = dae_text(w->d, &text), .place = place_of_eq(w->d, eq)};
    if (q->kind == EQ_SCALAR)
        add_variables(w, 2, (Expr[]){q->lhs, q->rhs}, e);
    map_set(&w->known, w->d->arena, (uint64_t)eq + 1, (uint32_t)w->equation.n);
    return w->equation.n - 1;
}

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
        KEquation *e = vec_add(d->arena, &w->equation);
        *e = (KEquation){.text = dae_text(d, &text),
                         .place = r->eq < 0 ? "" : place_of_eq(d, r->eq)};
        add_variables(w, 1, &r->e, e);
    }
    w->t->relation = relation;
}

static bool is_sought(void *arg, Expr e)
{
    return e == *(const Expr *)arg;
}

static bool has(const Words *w, Expr in, Expr e)
{
    return in && expr_any(w->d->store, in, is_sought, &e);
}

/* The ticks of a clock, which are samples, as the user knows them. */
static void put_clock(Dae *d, Expr sample, const ExprNames *names, Buf *text)
{
    buf_puts(text, "Clock(");
    expr_print(d->store, expr_arg(d->store, sample, 1), names, text);
    buf_puts(text, ")");
}

/* The first equation that e is in; the number of equations: none. */
static int equation_with(const Words *w, Expr e)
{
    const Dae *d = w->d;
    int k = 0;
    while (k < d->eq.n && !has(w, d->eq.v[k].rhs, e) && !has(w, d->eq.v[k].lhs, e) &&
           !has(w, d->eq.v[k].when, e))
        k++;
    return k;
}

/* sample(start, interval), floor(x) and the like, and the equations they are in. */
static const int *add_events(Words *w, int n, const Expr *e)
{
    Dae *d = w->d;
    int *number = ARENA_ARRAY(d->arena, int, n + 1);
    ExprNames names = dae_names(d);
    for (int i = 0; i < n; i++) {
        Buf text = {0};
        int k = equation_with(w, e[i]);
        const char *place = k < d->eq.n ? place_of_eq(d, k) : "";
        bool sample = expr_op(d->store, e[i]) == EX_SAMPLE;
        if (!*place && sample && k < d->eq.n && expr_op(d->store, d->eq.v[k].lhs) == EX_VAR) {
            place = place_of(d, d->var.v[var_number(d->store, d->eq.v[k].lhs)].span.beg);
            put_clock(d, e[i], &names, &text);
        } else {
            expr_print(d->store, e[i], &names, &text);
        }
        number[i] = w->equation.n;
        KEquation *event = vec_add(d->arena, &w->equation);
        *event = (KEquation){.text = dae_text(d, &text), .place = place};
        add_variables(w, 1, &e[i], event);
    }
    return number;
}

static void add_residuals(Words *w)
{
    const Numbers *num = w->num;
    int *first = ARENA_ARRAY(w->d->arena, int, num->nblocks + 1), n = 0;
    for (int i = 0; i < num->nblocks; i++)
        first[i + 1] = first[i] + num->block[i]->core->ntorn;
    int *residual = ARENA_ARRAY(w->d->arena, int, first[num->nblocks] + 1);
    for (int i = 0; i < num->nblocks; i++)
        for (int k = 0; k < num->block[i]->core->ntorn; k++)
            residual[n++] = number_of(w, num->block[i]->core->residual_eq[k]);
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
            eq = (int)d->eq.v[eq].source;
        set[i] = number_of(w, eq);
    }
    w->t->set = set;
}

/* What an auxiliary variable is assigned; arg: [nvars] by variable. */
static Expr assigned_value(void *arg, Expr e)
{
    const Words *w = arg;
    if (expr_op(w->d->store, e) != EX_VAR)
        return e;
    Expr value = w->auxiliary[expr_node(w->d->store, e)->payload];
    return value ? value : e;
}

static void find_auxiliary(Words *w)
{
    const System *s = dae_system(w->d, SYSTEM_SIMULATION);
    w->auxiliary = ARENA_ARRAY(w->d->arena, Expr, w->d->var.n + 1);
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->nassign; k++) {
            const Assign *a = &s->block[i]->assign[k];
            if (a->var != NONE && w->d->var.v[a->var].kind == DV_AUXILIARY)
                w->auxiliary[a->var] = a->value;
        }
}

/* A divisor in variables of the user, as long as that is not too long. */
static Expr spelled_out(Words *w, Expr e)
{
    enum { ROUNDS = 4, LONGEST = 60 };
    for (int i = 0; i < ROUNDS; i++) {
        Expr longer = expr_replace(w->d->store, e, assigned_value, w);
        if (longer == e || expr_node(w->d->store, longer)->size > LONGEST)
            break;
        e = longer;
    }
    return e;
}

static void add_divisors(Words *w)
{
    Dae *d = w->d;
    int *divisor = ARENA_ARRAY(d->arena, int, d->divisor.n + 1);
    ExprNames names = dae_names(d);
    find_auxiliary(w);
    for (int i = 0; i < d->divisor.n; i++) {
        const Divisor *by = &d->divisor.v[i];
        Buf text = {0};
        Expr spelled = spelled_out(w, by->e);
        expr_print(d->store, spelled, &names, &text);
        divisor[i] = w->equation.n;
        KEquation *e = vec_add(d->arena, &w->equation);
        *e = (KEquation){.text = dae_text(d, &text),
                         .place = by->eq < 0 ? "" : place_of_eq(d, by->eq)};
        add_visible(w, spelled, e);
    }
    w->t->divisor = divisor;
}

static void define(Words *w, int *defining, uint32_t var, int eq)
{
    if (var != NONE && eq >= 0 && defining[var] < 0)
        defining[var] = number_of(w, eq);
}

/* ---- What algorithms assign ---- */

/* Of one variable. */
typedef struct Assigned {
    int n, nshown; /* statements that assign to it */
    const Stmt *shown[2];
    VEC(Expr) of; /* their values, and the conditions around them */
} Assigned;

typedef struct Assigning {
    Words *w;
    Map at;           /* the variable, as an expression -> its place in `to` + 1 */
    Assigned *to;     /* [outputs of the algorithm] */
    VEC(Expr) around; /* conditions around the statement at hand */
} Assigning;

static void note_assigned(Assigning *g, const Stmt *s, Expr target)
{
    Arena *a = g->w->d->arena;
    uint32_t at = map_get(&g->at, target, 0);
    if (!at)
        return;
    Assigned *to = &g->to[at - 1];
    if (to->nshown < 2)
        to->shown[to->nshown++] = s;
    to->n++;
    vec_push(a, &to->of, s->value);
    for (int i = 0; i < g->around.n; i++)
        vec_push(a, &to->of, g->around.v[i]);
}

static void find_assigned(Assigning *g, int n, Stmt *const *body)
{
    for (int i = 0; i < n; i++) {
        const Stmt *s = body[i];
        for (int k = 0; k < s->ntargets && s->value; k++)
            note_assigned(g, s, s->target[k]);
        for (int k = 0; k < s->nbranches; k++) {
            int before = g->around.n;
            if (s->branch[k].condition)
                vec_push(g->w->d->arena, &g->around, s->branch[k].condition);
            find_assigned(g, s->branch[k].n, s->branch[k].body);
            g->around.n = before;
        }
    }
}

/* "n := pre(n) + 1", of a variable that an algorithm assigns, or two of the statements. */
static int number_of_assigned(Words *w, const Assigned *to)
{
    Dae *d = w->d;
    Buf text = {0};
    for (int i = 0; i < to->nshown; i++) {
        buf_puts(&text, !i ? "" : to->n > 2 ? ", " : " or ");
        source_text(d->ctx->sources, to->shown[i]->span, &text);
    }
    if (to->n > to->nshown)
        buf_puts(&text, " ...");
    const char *all = dae_text(d, &text), *place = to->n ? place_of(d, to->shown[0]->span.beg) : "";
    if (!to->n || !*place || strpbrk(all, "\n;"))
        return -1;
    KEquation *e = vec_add(d->arena, &w->equation);
    *e = (KEquation){.text = all, .place = place};
    add_variables(w, to->of.n, to->of.v, e);
    return w->equation.n - 1;
}

static void add_assigned_by(Words *w, const DaeEq *q, int *defining)
{
    Dae *d = w->d;
    Assigning g = {.w = w, .to = ARENA_ARRAY(d->arena, Assigned, q->noutputs + 1)};
    for (int i = 0; i < q->noutputs; i++) {
        VarId v = q->output[i];
        if (v != NONE && !d->var.v[v].hidden && defining[v] < 0)
            map_set(&g.at, d->arena, expr_var(d->store, d->var.v[v].type, v), (uint32_t)i + 1);
    }
    find_assigned(&g, q->body->nbody, q->body->body);
    for (int i = 0; i < q->noutputs; i++)
        if (g.to[i].n)
            defining[q->output[i]] = number_of_assigned(w, &g.to[i]);
}

static void add_assigned(Words *w, int *defining)
{
    for (int k = 0; k < w->d->eq.n; k++) {
        const DaeEq *q = &w->d->eq.v[k];
        if (q->kind == EQ_ALGORITHM && !q->initial && !q->removed)
            add_assigned_by(w, q, defining);
    }
}

static void add_defining(Words *w)
{
    const System *s = dae_system(w->d, SYSTEM_SIMULATION);
    int *defining = ARENA_ARRAY(w->d->arena, int, w->d->var.n + 1);
    for (int i = 0; i < w->d->var.n; i++)
        defining[i] = -1;
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        for (int k = 0; k < b->nassign; k++)
            if (!b->assign[k].pre)
                define(w, defining, b->assign[k].var, b->assign[k].eq);
        for (int k = 0; k < b->core->nmodes; k++)
            define(w, defining, b->core->mode[k].var, b->core->mode[k].eq);
        for (int k = 0; k < b->core->ntorn; k++)
            define(w, defining, b->core->torn[k], b->core->residual_eq[k]);
    }
    add_assigned(w, defining);
    w->t->defining = defining;
}

/* A derivative by the name the user gave it, if he did: der(z) = x. */
static void add_names(Words *w)
{
    Dae *d = w->d;
    const char **name = ARENA_ARRAY(d->arena, const char *, d->var.n + 1);
    uint32_t *shown = ARENA_ARRAY(d->arena, uint32_t, d->var.n + 1);
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++)
        shown[i] = i;
    for (uint32_t i = d->nflat; i-- > 0;) {
        const DaeVar *v = &d->var.v[i];
        if (v->alias != NONE && v->alias >= d->nflat && v->alias_sign > 0 && !v->hidden)
            shown[v->alias] = i;
    }
    for (int i = 0; i < d->var.n; i++)
        name[i] = dae_var_text(d, shown[i]);
    w->t->name = name;
}

void tables_words(Dae *d, const Numbers *num, KTexts *t)
{
    Words w = {.d = d, .num = num, .t = t};
    add_names(&w);
    add_relations(&w);
    w.t->sample = add_events(&w, d->sample.n, d->sample.v);
    w.t->kept = add_events(&w, d->kept.n, d->kept.v);
    add_residuals(&w);
    add_sets(&w);
    add_divisors(&w);
    add_defining(&w);
    t->nequations = w.equation.n;
    t->equation = w.equation.v;
}
