/* lang.c - the table of languages, and what a program in any of them consists of.
 *
 * The blocks of the sheet become steps in order of evaluation, followed by the values of eliminated
 * derivatives and outputs. Parameters are taken as far as the steps and start values need them;
 * those with a value of their own are constants of the program, the others are computed from them
 * in the order of the strong components of what needs what. Everything is linear in the size of the
 * expressions.
 */
#include "dae/walk.h"
#include "emit/lang_internal.h"

#include "dae/incidence.h"
#include "graph/graph.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

const char *const lang_names[] = {"acsl",   "desire",   "dsblock", "octave",
                                  "simnon", "simulink", NULL};

static const LangInfo *find_language(const char *name)
{
    static const LangInfo *const languages[] = {&lang_acsl,   &lang_desire, &lang_dsblock,
                                                &lang_octave, &lang_simnon, &lang_simulink};
    int i = 0;
    while (strcmp(lang_names[i], name))
        i++;
    return languages[i];
}

const char *const lang_forms[] = {"ode", "dae", "full", NULL};

bool lang_form(const char *language, const char *form, LangOptions *o)
{
    o->dae = !strcmp(form, "dae");
    o->full = !strcmp(form, "full");
    return !(o->dae && strcmp(language, "dsblock")) && !(o->full && strcmp(language, "acsl"));
}

bool lang_iterates(const char *language)
{
    return find_language(language)->can & CAN_NONLINEAR;
}

bool lang_solves(const char *language)
{
    return find_language(language)->can & CAN_LINEAR;
}

/* ---- Text ---- */

void lang_printf(Lang *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(w->out, fmt, ap);
    va_end(ap);
}

/* 100.0, 1.5, 1.0e-7 */
static void put_real_literal(Buf *out, double x)
{
    Buf text = {0};
    buf_real(&text, x);
    char *e = strchr(text.s, 'e');
    size_t n = e ? (size_t)(e - text.s) : text.n;
    buf_write(out, text.s, n);
    if (!memchr(text.s, '.', n) && isfinite(x))
        buf_puts(out, ".0");
    if (e)
        buf_printf(out, "e%ld", strtol(e + 1, NULL, 10));
    buf_free(&text);
}

/* The last blank at which s[0..n) can be broken so that `room` characters are left, or n. */
static size_t break_at(const char *s, size_t n, size_t start, size_t room)
{
    size_t best = n;
    for (size_t i = start; i < n; i++)
        if (s[i] == ' ') {
            if (i > room && best < n)
                break;
            best = i;
        }
    return best;
}

void lang_end(Lang *w, size_t begin)
{
    Buf *out = w->out;
    size_t width = (size_t)w->info->width, n = out->n - begin;
    if (width && n > width) {
        char *line = arena_strndup(w->arena, out->s + begin, n);
        size_t room = width - strlen(w->info->continuation) - 1;
        size_t at = strspn(line, " "), indent = at + 4;
        out->s[out->n = begin] = 0;
        while (n > width) {
            size_t k = break_at(line, n, at, room);
            if (k == n)
                break;
            buf_write(out, line, k);
            buf_printf(out, *w->info->continuation ? " %s\n%*s" : "%s\n%*s", w->info->continuation,
                       (int)indent, "");
            line += k + 1;
            n -= k + 1;
            at = 0;
            room = width - strlen(w->info->continuation) - 1 - indent;
        }
        buf_write(out, line, n);
    }
    buf_putc(out, '\n');
}

static void print_var(void *arg, Buf *out, uint32_t number)
{
    const Lang *w = arg;
    int sign;
    const char *root = w->name[dae_root(w->d, number, &sign)]; /* in a tree as written: an alias */
    buf_puts(out, root ? root : w->name[number]);
}

static void print_local(void *arg, Buf *out, uint32_t index)
{
    (void)arg;
    buf_printf(out, "v%u", index);
}

static void print_func(void *arg, Buf *out, uint32_t number)
{
    buf_puts(out, lang_func_name(arg, number));
}

static uint32_t rank_of(void *arg, uint32_t number)
{
    const Lang *w = arg;
    return w->s->rank[number];
}

static bool has_no_name(void *arg, uint32_t number)
{
    const Lang *w = arg;
    int sign;
    return !w->name[number] && !w->name[dae_root(w->d, number, &sign)];
}

/* 1/2 is not a half in C. */
static bool is_of_literals(void *arg, Expr e)
{
    const ExprStore *st = ((const Lang *)arg)->d->store;
    uint32_t n = expr_node(st, e)->nargs;
    for (uint32_t i = 0; i < n; i++) {
        Expr x = expr_arg(st, e, i);
        if (expr_op(st, x) != EX_SPELLED && !expr_is_number(st, x))
            return false;
    }
    return n > 1;
}

/* As it is written, unless there is something in it that nothing depends on: if p > q then x else
 * x. */
static Expr written_as(void *arg, Expr e)
{
    Lang *w = arg;
    Expr written = sheet_written(w->s, e);
    if (written && w->d->step.old && expr_any(w->d->store, written, is_of_literals, w))
        return 0;
    return written && !dae_any_var(w->d, written, has_no_name, w) ? written : 0;
}

static uint32_t place_of(void *arg, Expr e)
{
    return sheet_place(((const Lang *)arg)->s, e);
}

static bool is_moved(void *arg, Expr e)
{
    return sheet_moved(((const Lang *)arg)->s, e);
}

static ExprNames names_of(Lang *w)
{
    return (ExprNames){.arg = w,
                       .var = print_var,
                       .local = print_local,
                       .func = print_func,
                       .in_function = true,
                       .dialect = &w->info->dialect};
}

void lang_value(Lang *w, Expr e)
{
    ExprNames names = names_of(w);
    expr_print(w->d->store, e, &names, w->out);
}

/* Terms in the order of equation `eq` of the sheet, which `of` is found from; -1: any. */
static void put_formula(Lang *w, Expr e, int eq, uint32_t of)
{
    ExprNames names = names_of(w);
    if (eq >= 0) {
        names.rank = rank_of;
        names.written = written_as;
        names.place = place_of;
        names.moved = is_moved;
        names.positive_first = true;
        sheet_set_ranks(w->s, eq, of);
    }
    expr_print(w->d->store, e, &names, w->out);
    if (eq >= 0)
        sheet_clear_ranks(w->s);
}

static Expr shown_as(void *arg, Expr e)
{
    const Lang *w = arg;
    return e == w->shown->value ? w->shown->shown : 0;
}

void lang_formula(Lang *w, const SheetAssign *a)
{
    ExprNames names = names_of(w);
    Expr e = lang_prepare(w, a->value, a->from - 1, a->var);
    if (e != a->value || !a->shown || expr_any(w->d->store, a->shown, is_of_literals, w)) {
        put_formula(w, e, a->from - 1, a->var);
        return;
    }
    w->shown = a;
    names.rank = rank_of;
    names.written = shown_as;
    expr_print(w->d->store, e, &names, w->out);
    w->shown = NULL;
}

/* For comments: `R1`; the model's name for its own equations. */
static const char *owner_name(const Lang *w, uint32_t owner)
{
    Name name = owner < (uint32_t)w->d->owner.n ? w->d->owner.v[owner] : 0;
    const char *text = name ? text_of(w->d->ctx, name) : "";
    return *text ? text : w->title;
}

const char *lang_shown(Lang *w, uint32_t var)
{
    Buf text = {0};
    if (lang_is_auxiliary(w, var) || w->d->step.old)
        sheet_var_name(w->s, var, 0, &text);
    else
        dae_var_name(w->d, var, &text);
    char *shown = arena_strdup(w->arena, buf_text(&text));
    buf_free(&text);
    return shown;
}

/* ---- Values ---- */

Expr lang_start(Lang *w, uint32_t var)
{
    Expr start = w->d->var.v[var].start;
    return start ? lang_prepare(w, start, -1, var) : 0;
}

/* With the parameters as they are; 0: there is none. */
static double value_of(Lang *w, uint32_t var)
{
    const double *known = dae_parameter_values(w->d);
    if (w->d->var.v[var].kind <= DV_PARAMETER)
        return known[var];
    Expr e = lang_start(w, var);
    double x = e ? expr_value(w->d->store, e, known, NAN) : 0;
    return isfinite(x) ? x : 0;
}

bool lang_is_auxiliary(const Lang *w, uint32_t var)
{
    return w->s->naux && var >= w->s->first_aux && w->d->var.v[var].kind == DV_AUXILIARY;
}

bool lang_is_state(const Lang *w, uint32_t var)
{
    return sheet_kind(w->s, var) == SV_STATE;
}

/* ---- Texts with words ---- */

/* The number that a word stands for. */
static double number_of(Lang *w, int word, const LangStep *t)
{
    const LangOptions *o = &w->o;
    switch (word) {
    case 'a':
        return o->start;
    case 'b':
        return o->stop;
    case 'l':
        return o->stop - o->start;
    case 'h':
        return o->interval / 10;
    case 'p':
        return floor((o->stop - o->start) / o->interval + 0.5) + 1;
    case 'r':
        return o->tolerance;
    default:
        return value_of(w, t->var);
    }
}

/* The value of a parameter with a point, as it was written if that has one. */
static bool put_as_written(Lang *w, uint32_t var)
{
    bool parameter = w->d->var.v[var].kind == DV_PARAMETER;
    const char *text = parameter ? dae_spelled_value(w->d, var) : NULL;
    if (text && strpbrk(text, ".eE"))
        buf_puts(w->out, text);
    return text && strpbrk(text, ".eE");
}

static void put_word(Lang *w, int word, const LangStep *t)
{
    const char *text = word == 'M'   ? w->model
                       : word == 'T' ? w->title
                       : word == 'n' ? w->name[t->var]
                       : word == 's' ? lang_shown(w, t->var)
                       : word == 'd' ? w->name[w->derivative[t->row]]
                       : word == 'o' ? owner_name(w, t->owner)
                                     : NULL;
    if (text)
        buf_puts(w->out, text);
    else if (word == 'e')
        put_formula(w, t->value, t->eq, t->var);
    else if (word == 'i' || word == 'j')
        lang_printf(w, "%d", 1 + (word == 'i' ? t->row : t->col));
    else if (word != 'V' || !put_as_written(w, t->var))
        (isupper(word) ? put_real_literal : buf_real)(w->out, number_of(w, tolower(word), t));
}

void lang_step(Lang *w, const LangStep *t, const char *text)
{
    size_t begin = w->out->n;
    bool formula = false;
    for (; *text; text++)
        if (*text == '$') {
            formula = formula || text[1] == 'e';
            put_word(w, *++text, t);
        } else if (*text != '\n') {
            buf_putc(w->out, *text);
        } else {
            lang_end(w, formula ? begin : w->out->n);
            begin = w->out->n;
            formula = false;
        }
}

void lang_text(Lang *w, const char *text)
{
    lang_step(w, &(LangStep){0}, text);
}

/* What a variable is computed from at the start; 0: nothing is given. */
static Expr formula_of(Lang *w, uint32_t var)
{
    const DaeVar *v = &w->d->var.v[var];
    return v->kind <= DV_PARAMETER ? lang_prepare(w, v->binding, -1, var) : lang_start(w, var);
}

void lang_each(Lang *w, int n, const uint32_t *var, const char *text)
{
    bool formula = strstr(text, "$e");
    for (int i = 0; i < n; i++) {
        LangStep t = {.var = var[i], .row = i, .eq = -1};
        if (!formula || (t.value = formula_of(w, var[i])))
            lang_step(w, &t, text);
    }
}

void lang_entries(Lang *w, const LangStep *t, const char *a, const char *b)
{
    for (int i = 0; i < t->nentries; i++) {
        const SheetEntry *e = &t->entry[i];
        LangStep one = {.value = e->value,
                        .eq = t->block->eq[e->row],
                        .var = NONE,
                        .row = e->row,
                        .col = e->col};
        lang_step(w, &one, e->col == t->n ? b : a);
    }
}

static void write_list(Lang *w, int n, const LangStep *step, const char *owner, const char *assign,
                       LangSystem *system)
{
    uint32_t last = UINT32_MAX;
    for (int i = 0; i < n; i++) {
        const LangStep *t = &step[i];
        if (t->owner != last)
            lang_step(w, t, owner);
        last = t->owner;
        if (t->kind == STEP_ASSIGN)
            lang_step(w, t, assign);
        else
            system(w, t, i);
    }
}

void lang_steps(Lang *w, const char *owner, const char *assign, LangSystem *system)
{
    write_list(w, w->step.n, w->step.v, owner, assign, system);
    write_list(w, w->extra.n, w->extra.v, owner, assign, system);
}

/* ---- Steps ---- */

static void add_assign(Lang *w, const SheetBlock *b, const SheetAssign *a, int eq)
{
    LangStep step = {.kind = STEP_ASSIGN, .owner = a->owner, .block = b, .eq = eq, .var = a->var};
    step.value = lang_prepare(w, a->value, eq, a->var);
    vec_push(w->arena, &w->step, step);
    vec_push(w->arena, &w->computed, a->var);
}

bool lang_add_derivative(Lang *w, uint32_t var)
{
    uint32_t x = w->d->var.v[var].int_of;
    if (!(w->info->can & CAN_DIFFERENTIATE) || x == NONE)
        return false;
    for (int i = 0; i < w->step.n; i++)
        if (w->step.v[i].kind == STEP_DERIVATIVE && w->step.v[i].var == var)
            return true;
    LangStep step = {.kind = STEP_DERIVATIVE, .eq = -1, .var = var};
    step.value = lang_prepare(w, expr_var(w->d->store, T_REAL, x), -1, var);
    vec_push(w->arena, &w->step, step);
    vec_push(w->arena, &w->computed, var);
    return true;
}

static void add_system(Lang *w, const SheetBlock *b)
{
    ExprStore *st = w->d->store;
    LangStep step = {.kind = b->kind == SB_LINEAR ? STEP_LINEAR : STEP_NONLINEAR,
                     .block = b,
                     .eq = b->eq[0],
                     .n = b->n,
                     .unknown = b->unknown};
    step.owner = w->d->eq.v[b->eq[0]].owner;
    step.residual = ARENA_ARRAY(w->arena, Expr, b->n);
    for (int i = 0; i < b->n; i++) {
        const DaeEq *q = &w->d->eq.v[b->eq[i]];
        Expr residual = expr_sub(st, q->lhs, q->rhs);
        step.residual[i] = lang_prepare(w, residual, b->eq[i], b->unknown[i]);
        vec_push(w->arena, &w->computed, b->unknown[i]);
    }
    if (b->kind == SB_LINEAR) {
        step.nentries = b->nentries;
        step.entry = arena_copy(w->arena, b->entry, sizeof *b->entry * (size_t)b->nentries);
        for (int i = 0; i < b->nentries; i++)
            step.entry[i].value =
                lang_prepare(w, b->entry[i].value, b->eq[b->entry[i].row], b->unknown[0]);
    }
    vec_push(w->arena, &w->step, step);
}

static void add_block(Lang *w, const SheetBlock *b)
{
    if (b->dropped)
        return;
    if (b->kind == SB_LINEAR || b->kind == SB_NONLINEAR) {
        add_system(w, b);
        return;
    }
    for (int i = 0; i < b->nparts; i++)
        add_block(w, &b->part[i]);
    for (int i = 0; b->kind == SB_ITERATED && i < b->ntorn; i++)
        vec_push(w->arena, &w->computed, b->torn[i]);
    for (int i = 0; i < b->nassign; i++)
        add_assign(w, b, &b->assign[i],
                   b->kind == SB_EXPLICIT && i == b->nassign - 1 ? b->eq[0] : -1);
    for (int i = b->ntorn_assign; i < b->nassign && b->kind == SB_TORN; i++)
        w->step.v[w->step.n - b->nassign + i].not_torn = true;
}

/* ---- Common subexpressions (FM-45) ---- */

/* Steps in a new list; auxiliary ones before the formulas that need them. at: the number of the
 * first formula of the step. */
static void add_auxiliaries(Lang *w, const LangStep *t, const AuxiliaryList *aux, int *next,
                            int end)
{
    for (; *next < aux->n && aux->v[*next].before < end; ++*next) {
        const SheetAssign *a = &aux->v[*next].assign;
        LangStep q = {.eq = -1, .owner = t->owner, .block = t->block, .not_torn = t->not_torn};
        q.kind = STEP_ASSIGN;
        q.var = a->var;
        q.value = a->value;
        vec_push(w->arena, &w->step, q);
        vec_push(w->arena, &w->computed, a->var);
    }
}

/* Functions were written out: what they compute for several formulas is computed once, and nothing
 * is longer than a line may be. The C writer does that by itself. */
static void share_steps(Lang *w)
{
    bool common = w->s->plan.on[SW_SUB_EXPR];
    if (w->info->shares || (!common && !w->info->longest))
        return;
    VEC(Expr) formula = {0};
    for (int i = 0; i < w->step.n; i++) {
        const LangStep *t = &w->step.v[i];
        if (t->value)
            vec_push(w->arena, &formula, t->value);
        for (int k = 0; k < t->nentries; k++)
            vec_push(w->arena, &formula, t->entry[k].value);
    }
    AuxiliaryList aux = {0};
    sheet_share(w->s, w->arena, formula.n, formula.v, common, w->info->longest, &aux);
    int n = w->step.n, at = 0, next = 0;
    LangStep *old = w->step.v;
    w->step.v = NULL;
    w->step.n = w->step.cap = 0;
    for (int i = 0; i < n; i++) {
        LangStep *t = &old[i];
        int end = at + (t->value != 0) + t->nentries;
        add_auxiliaries(w, t, &aux, &next, end);
        if (t->value)
            t->value = formula.v[at++];
        for (int k = 0; k < t->nentries; k++)
            t->entry[k].value = formula.v[at++];
        vec_push(w->arena, &w->step, *t);
    }
    bool *defined = ARENA_ARRAY(w->arena, bool, w->d->var.n);
    memcpy(defined, w->defined, w->nvars * sizeof *defined);
    w->defined = defined;
    w->nvars = (uint32_t)w->d->var.n;
}

static void add_extra(Lang *w, uint32_t var, Expr value, uint32_t owner, int eq)
{
    LangStep step = {.kind = STEP_ASSIGN, .owner = owner, .eq = eq, .var = var};
    step.value = lang_prepare(w, value, eq, var);
    vec_push(w->arena, &w->extra, step);
    vec_push(w->arena, &w->computed, var);
}

static void note_used(Lang *w, bool *used, Expr e)
{
    VarList list = expr_vars(w->d->store, w->arena, e ? 1 : 0, &e);
    for (int i = 0; i < list.n; i++)
        used[list.var[i]] = true;
}

/* y = x for an output y that nothing else needs stands behind the sorted equations. */
static void set_outputs_apart(Lang *w)
{
    bool *used = ARENA_ARRAY(w->arena, bool, w->nvars);
    for (int i = 0; i < w->step.n; i++) {
        note_used(w, used, w->step.v[i].value);
        for (int k = 0; k < w->step.v[i].n; k++)
            note_used(w, used, w->step.v[i].residual[k]);
    }
    int n = 0;
    for (int i = 0; i < w->step.n; i++) {
        LangStep *t = &w->step.v[i];
        bool apart = t->kind == STEP_ASSIGN && w->d->var.v[t->var].top_output && !used[t->var] &&
                     expr_op(w->d->store, t->value) == EX_VAR;
        if (apart)
            vec_push(w->arena, &w->extra, *t);
        else
            w->step.v[n++] = *t;
    }
    w->step.n = n;
}

static void note_defined(Lang *w, int n, const uint32_t *var)
{
    for (int i = 0; i < n; i++)
        w->defined[var[i]] = true;
}

/* Derivatives and outputs that were replaced by other variables. */
static void add_extras(Lang *w, int n, const uint32_t *var)
{
    for (int i = 0; i < n; i++) {
        Expr value = w->defined[var[i]] ? 0 : sheet_value(w->s, var[i]);
        if (value)
            add_extra(w, var[i], value, 0, -1);
        note_defined(w, value != 0, &var[i]);
    }
}

/* Nothing is written that has no value. */
static void require_defined(Lang *w, int n, const uint32_t *var)
{
    for (int i = 0; i < n && !w->failed; i++) {
        w->failed = !w->defined[var[i]];
        if (w->failed)
            diag_error(w->d->ctx->diags, w->d->var.v[var[i]].span,
                       "`%s` has no value that %s could use", lang_shown(w, var[i]),
                       w->info->title);
    }
}

/* A state that was chosen without differentiation may have no derivative in any equation. */
static void find_derivatives(Lang *w)
{
    Sheet *s = w->s;
    w->derivative = ARENA_ARRAY(w->arena, uint32_t, s->nstates);
    for (int i = 0; i < s->nstates; i++) {
        w->derivative[i] = w->d->var.v[s->state[i]].der_of;
        if (w->derivative[i] != NONE && sheet_kind(s, w->derivative[i]) != SV_ABSENT)
            continue;
        const char *x = lang_shown(w, s->state[i]);
        diag_error(w->d->ctx->diags, w->d->var.v[s->state[i]].span,
                   "the equations do not determine the derivative of the state `%s`", x);
        diag_note(w->d->ctx->diags, (Span){0},
                  "`differentiate` adds the equations for it where that is possible; `variable "
                  "unknown %s` makes it no state",
                  x);
        w->failed = true;
    }
}

/* Discretised: what is torn, but for states and derivatives. */
static void find_torn(Lang *w)
{
    bool *kept = ARENA_ARRAY(w->arena, bool, w->nvars);
    for (int i = 0; i < w->s->nstates; i++)
        kept[w->s->state[i]] = kept[w->derivative[i]] = true;
    for (int i = 0; i < w->s->nblocks; i++) {
        const SheetBlock *b = &w->s->block[i];
        for (int k = 0; b->kind == SB_ITERATED && !b->dropped && k < b->ntorn; k++)
            if (!kept[b->torn[k]])
                vec_push(w->arena, &w->iterated, b->torn[k]);
    }
}

static void find_iterated(Lang *w)
{
    bool *is_derivative = ARENA_ARRAY(w->arena, bool, w->nvars);
    if (w->d->step.old) {
        find_torn(w);
        return;
    }
    for (int i = 0; i < w->s->nstates; i++)
        is_derivative[w->derivative[i]] = true;
    for (int i = 0; i < w->step.n; i++)
        for (int k = 0; k < w->step.v[i].n; k++)
            if (!is_derivative[w->step.v[i].unknown[k]])
                vec_push(w->arena, &w->iterated, w->step.v[i].unknown[k]);
}

/* ---- Parameters ---- */

/* Parameters as they are found to be needed, and what each needs. */
typedef struct Needed {
    Lang *w;
    VarNumbers var;
    uint32_t *place; /* [nvars] in `var`, from 1; 0: not needed */
    VEC(int) succ;
} Needed;

/* The value a parameter has in the program: of its own (no variables inside) or computed. */
static Expr binding_of(Lang *w, uint32_t var)
{
    const DaeVar *v = &w->d->var.v[var];
    double x = value_of(w, var);
    if (v->binding && v->fixed)
        return lang_prepare(w, v->binding, -1, var);
    w->defined[var] = v->fixed && !isnan(x);
    require_defined(w, 1, &var);
    return expr_real(w->d->store, w->failed ? 0 : x);
}

static void need(Needed *n, Expr e)
{
    Lang *w = n->w;
    VarList list = expr_vars(w->d->store, w->arena, e ? 1 : 0, &e);
    for (int i = 0; i < list.n; i++) {
        uint32_t *place = &n->place[list.var[i]];
        if (w->d->var.v[list.var[i]].kind != DV_PARAMETER) {
            require_defined(w, 1, &list.var[i]);
            continue;
        }
        if (!*place) {
            vec_push(w->arena, &n->var, list.var[i]);
            *place = (uint32_t)n->var.n;
        }
        vec_push(w->arena, &n->succ, (int)*place - 1);
    }
}

/* Every parameter is put behind those its binding needs. */
static void order_parameters(Needed *n)
{
    Lang *w = n->w;
    VEC(int) ptr = {0};
    vec_push(w->arena, &ptr, n->succ.n = 0);
    for (int i = 0; i < n->var.n; i++) {
        need(n, binding_of(w, n->var.v[i]));
        vec_push(w->arena, &ptr, n->succ.n);
    }
    int *order = ARENA_ARRAY(w->arena, int, n->var.n), *border = ARENA_ARRAY(w->arena, int, ptr.n);
    strong_components(n->var.n, ptr.v, n->succ.v, order, border);
    for (int i = 0; i < n->var.n; i++)
        if (ptr.v[order[i]] < ptr.v[order[i] + 1]) {
            vec_push(w->arena, &w->dependent, n->var.v[order[i]]);
            n->place[n->var.v[order[i]]] = 0;
        }
    for (int i = 0; i < w->s->nparameters; i++)
        if (n->place[w->s->parameter[i]])
            vec_push(w->arena, &w->constant, w->s->parameter[i]);
}

static void find_parameters(Lang *w)
{
    Needed n = {.w = w, .place = ARENA_ARRAY(w->arena, uint32_t, w->nvars)};
    for (int i = 0; i < w->step.n; i++) {
        const LangStep *t = &w->step.v[i];
        need(&n, t->value);
        for (int k = 0; k < t->n; k++)
            need(&n, t->residual[k]);
        for (int k = 0; k < t->nentries; k++)
            need(&n, t->entry[k].value);
    }
    for (int i = 0; i < w->extra.n; i++)
        need(&n, w->extra.v[i].value);
    for (int i = 0; i < w->s->nstates; i++)
        need(&n, lang_start(w, w->s->state[i]));
    for (int i = 0; i < w->iterated.n; i++)
        need(&n, lang_start(w, w->iterated.v[i]));
    order_parameters(&n);
}

/* ---- The program ---- */

static bool all_states_fixed(const Lang *w)
{
    bool fixed = true;
    for (int i = 0; i < w->s->nstates; i++)
        fixed = fixed && w->d->var.v[w->s->state[i]].fixed;
    return fixed;
}

/* A condition for the start that is not the value of a state or parameter: its place. */
static bool start_condition(Lang *w, Span *at)
{
    for (int i = 0; i < w->d->eq.n; i++)
        if (w->d->eq.v[i].initial && !w->d->eq.v[i].removed) {
            *at = w->d->eq.v[i].span;
            return true;
        }
    for (uint32_t v = 0; v < w->nvars; v++) {
        const DaeVar *q = &w->d->var.v[v];
        bool state = w->d->step.old && q->der_of != NONE;
        if (q->fixed && q->start && !state && sheet_kind(w->s, v) == SV_UNKNOWN) {
            *at = q->span;
            return true;
        }
    }
    return false;
}

/* The programs know nothing but start values of states. */
static void warn_of_start_conditions(Lang *w)
{
    Span at;
    if (!all_states_fixed(w) && start_condition(w, &at))
        diag_warning(w->d->ctx->diags, at,
                     "this condition for the start is not translated to %s: states begin with "
                     "their start values",
                     w->info->title);
}

static LangOptions complete_options(const LangOptions *o)
{
    LangOptions r = *o;
    r.start = isnan(r.start) ? 0 : r.start;
    r.stop = isnan(r.stop) ? r.start + 1 : r.stop;
    r.interval = isnan(r.interval) ? (r.stop - r.start) / 500 : r.interval;
    r.tolerance = isnan(r.tolerance) ? 1e-4 : r.tolerance;
    return r;
}

static bool collect(Lang *w)
{
    if (!lang_check_blocks(w))
        return false;
    find_derivatives(w);
    for (int i = 0; i < w->s->nblocks && !w->failed; i++)
        add_block(w, &w->s->block[i]);
    if (w->failed)
        return false;
    share_steps(w);
    if (!w->d->step.old)
        set_outputs_apart(w);
    for (int i = 0; w->d->step.old && i <= w->s->nstates; i++)
        vec_push(w->arena, &w->computed, i ? w->d->step.old[i - 1] : w->d->step.h);
    note_defined(w, w->computed.n, w->computed.v);
    note_defined(w, w->s->nstates, w->s->state);
    note_defined(w, w->s->ninputs, w->s->input);
    add_extras(w, w->s->nstates, w->derivative);
    add_extras(w, w->s->noutputs, w->s->output);
    require_defined(w, w->s->nstates, w->derivative);
    require_defined(w, w->s->noutputs, w->s->output);
    find_iterated(w);
    find_parameters(w);
    if (!w->failed)
        lang_name_all(w);
    return !w->failed;
}

bool lang_write(Sheet *s, const char *language, const char *name, const LangOptions *o, Buf *out)
{
    LangInfo info = *find_language(language);
    Lang w = {.info = &info, .s = s, .d = s->d, .out = out};
    if (o->full) {
        info.naming.dot = info.naming.other;
        info.naming.brief = false;
    }
    if (s->d->step.old && (o->dae || strcmp(language, "dsblock"))) {
        diag_error(s->d->ctx->diags, (Span){0},
                   "a discretised model is written as a DSblock only: `language dsblock`, or `set "
                   "inline off`");
        return false;
    }
    if (s->d->step.old) {
        info.dialect = lang_c_dialect;
        info.naming.reserved = lang_c_reserved;
    }
    w.arena = arena_new();
    w.title = text_of(s->d->ctx, s->d->name);
    w.model = name;
    w.o = complete_options(o);
    w.nvars = (uint32_t)s->d->var.n;
    w.defined = ARENA_ARRAY(w.arena, bool, w.nvars);
    bool good = collect(&w);
    if (good) {
        warn_of_start_conditions(&w);
        w.info->write(&w);
        good = !w.failed;
    }
    arena_free(w.arena);
    return good;
}
