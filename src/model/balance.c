/* balance.c - which component has too many or too few equations (specification, 4.7).
 *
 * Every model is counted by itself. It has its own variables and those of its connectors as
 * unknowns; its flow variables and inputs are determined from outside, so each counts as an
 * equation here and as an unknown of the model around it. Then
 *
 *     own equations + connections made here + own flows and inputs
 *         = own unknowns + flows and inputs of its components
 *
 * must hold for each model, and the model at fault is found even where errors cancel in the sum. Of
 * a classic model the through variables of its cuts (one in several cuts counts for each) and its
 * terminals are determined from outside. */
#include "model/flat.h"

#include <inttypes.h>

enum { MOST_SHOWN = 8 };

typedef struct Count {
    int64_t unknowns, boundary; /* own unknowns; own flows and inputs */
    int64_t inner;              /* flows and inputs of the components */
    bool open;                  /* not to be counted by itself */
} Count;

static bool is_flow(const FlatModel *f, uint32_t part)
{
    for (; part; part = f->part.v[part].parent)
        if (f->part.v[part].flow)
            return true;
    return false;
}

/* input along the way to the model that owns it. */
static bool is_input(const FlatModel *f, uint32_t part)
{
    for (; part; part = f->part.v[part].parent) {
        const FlatPart *p = &f->part.v[part];
        if (p->input || p->output)
            return p->input;
        if (!p->parent || f->part.v[p->parent].is_model)
            return false;
    }
    return false;
}

/* How many equations a model has for redundant variables of its connectors depends on which
 * connections are broken, and for expandable connectors on who else is connected: it, and the model
 * around it, cannot be counted by themselves. */
static void leave_out(const FlatModel *f, uint32_t part, Count *count)
{
    bool redundant = false;
    for (uint32_t p = part; p && !redundant; p = f->part.v[p].parent)
        redundant = f->part.v[p].uncounted;
    uint32_t owner = flat_owner(f, f->part.v[part].parent);
    if (!redundant || !owner)
        return;
    count[owner].open = true;
    if (f->part.v[owner].parent)
        count[flat_owner(f, f->part.v[owner].parent)].open = true;
}

/* fed: an input with a value in its declaration that is connected, too, as conditional inputs of
 * libraries are, counts as any other. */
static void count_variables(const FlatModel *f, Count *count, bool fed)
{
    for (int i = 0; i < f->var.n; i++) {
        const FlatVar *v = &f->var.v[i];
        const FlatPart *p = &f->part.v[v->part];
        uint32_t owner = flat_owner(f, p->parent);
        if (v->variability <= VARY_PARAMETER || !owner)
            continue;
        leave_out(f, v->part, count);
        Count *c = &count[owner];
        bool outside =
            (flat_in_connector(f, v->part) && is_flow(f, v->part)) ||
            ((is_input(f, v->part) || p->terminal) && (!p->bound || (fed && v->connected)));
        outside = outside && !p->protected;
        if (v->top_input && outside)
            continue; /* known */
        c->unknowns += v->count;
        if (!outside)
            continue;
        c->boundary += v->count;
        if (f->part.v[owner].parent)
            count[flat_owner(f, f->part.v[owner].parent)].inner += v->count;
    }
}

static void count_cuts(const FlatModel *f, Count *count)
{
    for (int i = 0; i < f->instance.n; i++) {
        uint32_t c = f->instance.v[i];
        int64_t n = f->part.v[c].nthrough;
        if (!n)
            continue;
        for (uint32_t p = c; p; p = f->part.v[p].parent)
            for (int k = 0; k < f->part.v[p].ndims; k++)
                n *= f->part.v[p].dim[k];
        count[c].boundary += n;
        count[flat_owner(f, f->part.v[c].parent)].inner += n;
    }
}

static const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

static void note_model(const FlatModel *f, const FlatPart *p, const char *name, const Count *k,
                       int64_t off)
{
    int64_t n = off > 0 ? off : -off;
    const FlatClass *cls = &f->cls.v[p->cls];
    if (k->unknowns + off < 0) { /* what it lacks is for inputs and flows of its components */
        int64_t own = k->unknowns - k->boundary + k->inner;
        diag_note(f->ctx->diags, cls->span,
                  "%" PRId64 " equation%s missing in `%s`%s%s%s: its equations and connections "
                  "determine %" PRId64 " of %" PRId64 " unknowns and inputs of its components",
                  n, plural(n), name, p->name ? " of class `" : "",
                  p->name ? text_of(f->ctx, cls->name) : "", p->name ? "`" : "", own + off, own);
        return;
    }
    diag_note(f->ctx->diags, cls->span,
              "%" PRId64 " equation%s %s in `%s`%s%s%s, which has %" PRId64 " for %" PRId64
              " unknown%s of its own",
              n, plural(n), off > 0 ? "too many" : "missing", name, p->name ? " of class `" : "",
              p->name ? text_of(f->ctx, cls->name) : "", p->name ? "`" : "", k->unknowns + off,
              k->unknowns, plural(k->unknowns));
}

typedef struct Mentioned {
    const FlatModel *f;
    Map part;
} Mentioned;

static void note_mentioned(void *arg, Expr e)
{
    Mentioned *w = arg;
    if (expr_op(w->f->store, e) == EX_CREF)
        map_set(&w->part, w->f->arena, expr_node(w->f->store, e)->payload, 1);
}

/* What the equations of a model speak of, which may be what they determine. */
static Mentioned mentioned_in(const FlatModel *f, uint32_t model)
{
    Mentioned w = {.f = f};
    for (int i = 0; i < f->eq.n; i++)
        if (!f->eq.v[i]->initial && f->eq.v[i]->owner == model)
            flat_visit_eq(f->store, f->eq.v[i], note_mentioned, &w);
    return w;
}

/* The name of a part as it is written in the model. */
static const char *text_inside(const FlatModel *f, uint32_t part, uint32_t model)
{
    const char *whole = flat_part_text(f, part);
    size_t n = f->part.v[model].name ? strlen(flat_part_text(f, model)) + 1 : 0;
    return n < strlen(whole) ? whole + n : whole;
}

/* "a.i + b.i + c.i", of a flow the model's equations do not have and those of the same name in its
 * other connectors, which they have; NULL: they do not have all. */
static const char *sum_of_flows(const FlatModel *f, uint32_t part, const Mentioned *w)
{
    uint32_t model = flat_owner(f, f->part.v[part].parent);
    const char *text = "";
    for (int i = 0; i < f->var.n; i++) {
        uint32_t other = f->var.v[i].part;
        const FlatPart *p = &f->part.v[other];
        if (!p->flow || !p->parent || p->name != f->part.v[part].name || other == part ||
            flat_owner(f, p->parent) != model)
            continue;
        if (!map_get(&w->part, other, 0))
            return NULL;
        text = arena_printf(f->arena, "%s%s + ", text, text_inside(f, other, model));
    }
    return *text ? arena_printf(f->arena, "%s%s", text, text_inside(f, part, model)) : NULL;
}

/* Whether an equation of the model gives a variable of the same connector: then the connector has
 * the one equation that it needs. */
static bool is_given_beside(const FlatModel *f, uint32_t model, uint32_t part)
{
    uint32_t connector = f->part.v[part].parent;
    for (int i = 0; i < f->eq.n && flat_in_connector(f, part); i++) {
        const FlatEq *eq = f->eq.v[i];
        Expr side[2] = {eq->lhs, eq->rhs};
        for (int k = 0; k < 2 && eq->kind == FE_EQUAL && !eq->initial && eq->owner == model; k++)
            if (expr_op(f->store, side[k]) == EX_CREF &&
                f->part.v[expr_node(f->store, side[k])->payload].parent == connector)
                return true;
    }
    return false;
}

/* The only variable of a model without connections, inputs from outside aside, that is in none of
 * its equations; 0: none, or several. lone: those aside whose connector has its equation; other: if
 * they are two, of one name in two connectors, the second one. */
static uint32_t forgotten_in(const FlatModel *f, uint32_t model, const Mentioned *w, bool lone,
                             uint32_t *other)
{
    uint32_t found = 0;
    if (other)
        *other = 0;
    for (int i = 0; i < f->var.n && !f->part.v[model].nconnections; i++) {
        const FlatVar *v = &f->var.v[i];
        const FlatPart *p = &f->part.v[v->part];
        if (v->variability <= VARY_PARAMETER || !p->parent || flat_owner(f, p->parent) != model ||
            p->bound || is_input(f, v->part) || map_get(&w->part, v->part, 0) ||
            (lone && is_given_beside(f, model, v->part)))
            continue;
        bool pair = found && other && !*other && p->name == f->part.v[found].name &&
                    flat_in_connector(f, found) && flat_in_connector(f, v->part) && !p->flow;
        if (pair)
            *other = v->part;
        else if (found)
            return 0;
        found = found ? found : v->part;
    }
    return found;
}

/* It has an equation, but in a branch that does not hold; false: it has none. */
static bool note_left_branch(const FlatModel *f, uint32_t model, uint32_t part)
{
    for (int i = 0; i < f->left.n; i++) {
        const FlatLeft *left = &f->left.v[i];
        if (left->owner != model || left->name != f->part.v[part].name)
            continue;
        Buf text = {0};
        source_text(f->ctx->sources, left->condition, &text);
        diag_lead(f->ctx->diags, left->at,
                  "the only equation for `%s` is in a branch that does not hold, as %s%s%s: the "
                  "other branch "
                  "needs one, too",
                  flat_part_text(f, part), text.n ? "`" : "the condition before `else`",
                  text.n ? buf_text(&text) : "", text.n ? "` is false" : " is true");
        buf_free(&text);
        return true;
    }
    return false;
}

/* Where one equation is missing: a variable that is in none of them. What flows in by one connector
 * mostly leaves by the other. How many scalars. */
static int64_t note_forgotten(const FlatModel *f, uint32_t model)
{
    for (int i = 0; i < f->eq.n; i++)
        if (f->eq.v[i]->kind == FE_ALGORITHM && f->eq.v[i]->owner == model)
            return 0; /* what is in it is not looked at */
    Mentioned w = mentioned_in(f, model);
    uint32_t other = 0, part = forgotten_in(f, model, &w, false, NULL);
    part = part ? part : forgotten_in(f, model, &w, true, NULL);
    if (!part)
        part = forgotten_in(f, model, &w, false, &other);
    if (!part || !f->part.v[model].name)
        return 0;
    const FlatPart *p = &f->part.v[part];
    const char *sum = p->flow ? sum_of_flows(f, part, &w) : NULL;
    const char *name = text_inside(f, part, model),
               *class = text_of(f->ctx, f->cls.v[f->part.v[model].cls].name);
    bool inside = flat_in_connector(f, part);
    if (note_left_branch(f, model, part))
        return f->var.v[p->var - 1].count;
    if (other)
        diag_lead(f->ctx->diags, f->part.v[f->part.v[other].parent].span,
                  "`%s` and `%s` are in none of the equations of `%s`, which has one too few: an "
                  "equation between them is "
                  "missing, `%s = %s` where nothing is lost on the way",
                  name, text_inside(f, other, model), class, name, text_inside(f, other, model));
    else if (sum)
        diag_lead(
            f->ctx->diags, f->part.v[p->parent].span,
            "`%s` is in none of the equations of `%s`: if what flows in by one connector leaves by "
            "another, `%s = 0` is missing",
            name, class, sum);
    else
        diag_lead(f->ctx->diags, inside ? f->part.v[p->parent].span : p->span,
                  "`%s` is in none of the equations of `%s`, which has one too few: an equation "
                  "for it is "
                  "missing",
                  name, class);
    return f->var.v[p->var - 1].count;
}

static bool is_output(const FlatModel *f, uint32_t part)
{
    return f->part.v[part].output && !f->part.v[part].protected;
}

/* The only output of a component of the model, beside that of an open input, which is of its type
 * and used by nobody; NULL: none, or several. */
static const char *idle_output(const FlatModel *f, uint32_t model, uint32_t input,
                               const Mentioned *w)
{
    uint32_t found = 0, own = flat_owner(f, f->part.v[input].parent);
    for (int i = 0; i < f->var.n; i++) {
        const FlatVar *v = &f->var.v[i];
        const FlatPart *p = &f->part.v[v->part];
        uint32_t owner = p->parent ? flat_owner(f, p->parent) : 0;
        if (!is_output(f, v->part) || v->connected || !owner || owner == own || owner == model ||
            flat_owner(f, f->part.v[owner].parent) != model || map_get(&w->part, v->part, 0) ||
            p->is_connector != f->part.v[input].is_connector ||
            v->type != f->var.v[f->part.v[input].var - 1].type)
            continue;
        if (found)
            return NULL;
        found = v->part;
    }
    return found ? flat_part_text(f, found) : NULL;
}

/* Where equations are missing: inputs of the components that nothing gives a value; how many
 * scalars. */
static int64_t note_open_inputs(const FlatModel *f, uint32_t model)
{
    int n = 0;
    int64_t open = 0;
    Mentioned w = mentioned_in(f, model);
    Buf names = {0};
    Span at = {0};
    uint32_t input = 0, last = 0;
    bool whole = true; /* connectors of several variables */
    for (int i = 0; i < f->var.n; i++) {
        const FlatVar *v = &f->var.v[i];
        const FlatPart *p = &f->part.v[v->part];
        if (v->variability <= VARY_PARAMETER || v->fed >= v->count || p->bound || v->top_input ||
            p->protected || !is_input(f, v->part) || !p->parent || map_get(&w.part, v->part, 0))
            continue;
        uint32_t owner = flat_owner(f, p->parent);
        if (!owner || !f->part.v[owner].parent || flat_owner(f, f->part.v[owner].parent) != model)
            continue;
        uint32_t shown = f->part.v[p->parent].is_connector ? p->parent : v->part;
        if (shown != last && n++ < MOST_SHOWN) {
            buf_puts(&names, n > 1 ? ", `" : "`");
            flat_part_name(f, shown, &names);
            buf_putc(&names, '`');
            if (v->fed)
                buf_printf(&names, " (%u of its %u elements)", v->count - v->fed, v->count);
        }
        whole = whole && shown != v->part;
        last = shown;
        input = v->part;
        open += v->count - v->fed;
        at = at.end ? at : f->part.v[owner].span;
    }
    const char *idle = n == 1 ? idle_output(f, model, input, &w) : NULL;
    if (n)
        diag_lead(f->ctx->diags, at, "the %s%s %s%s %s not connected: connect %s%s%s%s%s",
                  whole ? "connector" : "input", n == 1 ? "" : "s", buf_text(&names),
                  n > MOST_SHOWN ? ", ..." : "", n == 1 ? "is" : "are", n == 1 ? "it" : "them",
                  idle ? ", perhaps with `" : "", idle ? idle : "",
                  idle ? "`, which nothing uses" : "",
                  whole    ? ""
                  : n == 1 ? ", or give it a value"
                           : ", or give them values");
    buf_free(&names);
    return open;
}

/* What a model with too few equations lacks; how many scalars are explained. */
static int64_t explain_lack(const FlatModel *f, uint32_t model, int64_t off)
{
    int64_t elements = 1;
    for (uint32_t p = model; p; p = f->part.v[p].parent)
        for (int k = 0; k < f->part.v[p].ndims; k++)
            elements *= f->part.v[p].dim[k];
    int64_t forgotten = off == -elements ? note_forgotten(f, model) : 0;
    return forgotten ? forgotten : note_open_inputs(f, model);
}

/* g.u = time, with an input g.u of a component */
static bool gives_input(const FlatModel *f, const FlatEq *eq)
{
    Expr side[2] = {eq->lhs, eq->rhs};
    for (int i = 0; i < 2; i++)
        if (expr_op(f->store, side[i]) == EX_CREF &&
            is_input(f, (uint32_t)expr_node(f->store, side[i])->payload))
            return true;
    return false;
}

typedef struct OwnPart {
    const FlatModel *f;
    uint32_t model;
} OwnPart;

static bool is_own(void *arg, Expr e)
{
    const OwnPart *own = arg;
    const ExprNode *n = expr_node(own->f->store, e);
    return n->op == EX_CREF && own->f->part.v[n->payload].parent &&
           flat_owner(own->f, own->f->part.v[n->payload].parent) == own->model;
}

/* Whether there is a variable of the model itself in one of its equations. */
static bool is_about_own(const FlatModel *f, const FlatEq *eq, uint32_t model)
{
    OwnPart own = {f, model};
    return expr_any(f->store, eq->lhs, is_own, &own) || expr_any(f->store, eq->rhs, is_own, &own);
}

/* Equations of the model about variables of its components alone, if they are those that are too
 * many. */
static void note_own_equations(const FlatModel *f, uint32_t model, int64_t off)
{
    const FlatEq *own[MOST_SHOWN];
    int n = 0;
    for (int i = 0; i < f->eq.n && n <= MOST_SHOWN; i++) {
        const FlatEq *eq = f->eq.v[i];
        if (eq->kind != FE_EQUAL || eq->initial || eq->binding || eq->owner != model ||
            gives_input(f, eq) || is_about_own(f, eq, model))
            continue;
        if (n < MOST_SHOWN)
            own[n] = eq;
        n++;
    }
    for (int i = 0; i < n && n == off && n <= MOST_SHOWN; i++)
        diag_note(
            f->ctx->diags, own[i]->span,
            "this equation is about variables that its components determine: remove it, or what "
            "determines them there");
}

/* Two equations of the model for one stream, which has one: what leaves by the connector; false:
 * there are none. */
static bool note_pair(const FlatModel *f, uint32_t model)
{
    Map first = {0};
    for (int i = 0; i < f->eq.n; i++) {
        const FlatEq *eq = f->eq.v[i];
        if (eq->kind != FE_EQUAL || eq->initial || eq->owner != model ||
            expr_op(f->store, eq->lhs) != EX_CREF ||
            !f->part.v[expr_node(f->store, eq->lhs)->payload].stream)
            continue;
        uint32_t other = map_get(&first, eq->lhs, 0);
        if (other) {
            ExprNames names = flat_names(f);
            Buf text = {0};
            expr_print(f->store, eq->lhs, &names, &text);
            diag_lead(f->ctx->diags, eq->span, "two equations give `%s`: remove one of them",
                      buf_text(&text));
            buf_free(&text);
            diag_note(f->ctx->diags, f->eq.v[other - 1]->span, "this is the other one");
            return true;
        }
        map_set(&first, f->arena, eq->lhs, (uint32_t)i + 1);
    }
    return false;
}

static void report_sum(const FlatModel *f, int64_t nequations, int64_t nunknowns)
{
    diag_error(f->ctx->diags, f->span, "`%s` has %" PRId64 " equation%s for %" PRId64 " unknown%s",
               text_of(f->ctx, f->name), nequations, plural(nequations), nunknowns,
               plural(nunknowns));
}

/* ---- Values of states ---- */

typedef struct Differentiated {
    const FlatModel *f;
    Map part;
} Differentiated;

static void note_differentiated(void *arg, Expr e)
{
    Differentiated *w = arg;
    const ExprStore *s = w->f->store;
    Expr x = expr_op(s, e) == EX_DER ? expr_arg(s, e, 0) : 0;
    if (x && expr_op(s, x) == EX_CREF)
        map_set(&w->part, w->f->arena, expr_node(s, x)->payload, 1);
}

static bool is_varying(void *arg, Expr e)
{
    const FlatModel *f = arg;
    if (expr_op(f->store, e) != EX_CREF)
        return expr_op(f->store, e) == EX_TIME;
    uint32_t var = f->part.v[expr_node(f->store, e)->payload].var;
    return var && f->var.v[var - 1].variability > VARY_PARAMETER;
}

/* x = 5 for a variable that is differentiated, in its declaration (or else as an equation); its
 * number + 1; 0: it is none. */
static uint32_t held_state(const FlatModel *f, const FlatEq *eq, const Differentiated *w,
                           bool binding)
{
    if (eq->kind != FE_EQUAL || eq->binding != binding || eq->initial ||
        expr_op(f->store, eq->lhs) != EX_CREF)
        return 0;
    uint32_t part = (uint32_t)expr_node(f->store, eq->lhs)->payload;
    bool held = map_get(&w->part, part, 0) && !expr_any(f->store, eq->rhs, is_varying, (void *)f);
    return held ? f->part.v[part].var : 0;
}

static Differentiated differentiated_in(const FlatModel *f)
{
    Differentiated w = {.f = f};
    for (int i = 0; i < f->eq.n; i++)
        if (!f->eq.v[i]->initial)
            flat_visit_eq(f->store, f->eq.v[i], note_differentiated, &w);
    return w;
}

/* The only equation that gives a state a constant value, where one is too many: the likely cause.
 */
static void lead_held_state(const FlatModel *f)
{
    Differentiated w = differentiated_in(f);
    const FlatEq *held = NULL;
    uint32_t var = 0;
    for (int i = 0; i < f->eq.n; i++) {
        uint32_t v = held_state(f, f->eq.v[i], &w, false);
        if (v && (held || f->var.v[v - 1].count > 1))
            return;
        held = v ? f->eq.v[i] : held;
        var = v ? v : var;
    }
    if (held)
        diag_lead(f->ctx->diags, held->span,
                  "this holds at all times, but der(%s) is in another equation; what holds at the "
                  "start is an `initial equation`, or the start value of a fixed variable",
                  flat_part_text(f, f->var.v[var - 1].part));
}

/* States that have a constant value, if they are all that is too many: a value at the start is
 * meant. */
static bool report_held_states(const FlatModel *f, int64_t nequations, int64_t nunknowns)
{
    Differentiated w = differentiated_in(f);
    int64_t n = 0;
    for (int i = 0; i < f->eq.n; i++) {
        uint32_t var = held_state(f, f->eq.v[i], &w, true);
        n += var ? f->var.v[var - 1].count : 0;
    }
    if (!n || n != nequations - nunknowns)
        return false;
    for (int i = 0; i < f->eq.n; i++) {
        uint32_t var = held_state(f, f->eq.v[i], &w, true);
        const char *name = var ? flat_part_text(f, f->var.v[var - 1].part) : NULL;
        if (!var)
            continue;
        Buf value = {0};
        source_text(f->ctx->sources, f->eq.v[i]->span, &value);
        diag_error(f->ctx->diags, f->eq.v[i]->span,
                   "this value holds at all times, but der(%s) is in an equation, so that `%s` is "
                   "determined twice; a value at the start is %s(start = %s, fixed = true)",
                   name, name, text_of(f->ctx, f->part.v[f->var.v[var - 1].part].name),
                   buf_text(&value));
        buf_free(&value);
    }
    diag_note(f->ctx->diags, f->span, "`%s` has %" PRId64 " equation%s for %" PRId64 " unknown%s",
              text_of(f->ctx, f->name), nequations, plural(nequations), nunknowns,
              plural(nunknowns));
    return true;
}

BalanceState balance_check(const FlatModel *f, const int64_t *own, int64_t nequations,
                           int64_t nunknowns, int8_t *balance)
{
    if (nequations > nunknowns && report_held_states(f, nequations, nunknowns))
        return EXPLAINED;
    Count *count = ARENA_ARRAY(f->arena, Count, f->part.n);
    count_variables(f, count, nequations == nunknowns);
    count_cuts(f, count);
    int shown = 0;
    int64_t open = 0;
    for (int i = 0; i < f->instance.n && shown < MOST_SHOWN; i++) {
        uint32_t c = f->instance.v[i];
        const FlatPart *p = &f->part.v[c];
        const Count *k = &count[c];
        int64_t off = own[c] + p->nconnections + k->boundary - k->inner - k->unknowns;
        if (!p->is_model || !off || k->open)
            continue;
        if (!shown && nequations != nunknowns) {
            report_sum(f, nequations, nunknowns);
            if (nequations == nunknowns + 1)
                lead_held_state(f);
        } else if (!shown && (f->classic || f->through_outer))
            break; /* a variable may be given from outside, or is counted where it is not written */
        else if (!shown)
            diag_warning(f->ctx->diags, f->span,
                         "parts of `%s` are not balanced, though the sum is",
                         text_of(f->ctx, f->name));
        note_model(f, p, p->name ? flat_part_text(f, c) : text_of(f->ctx, f->name), k, off);
        balance[c] = off < 0 ? -1 : 1;
        if (off < 0)
            open += explain_lack(f, c, nequations > nunknowns ? 0 : off);
        else if (off > 0 && !note_pair(f, c) && !p->name)
            note_own_equations(f, c, off);
        shown++;
    }
    if (!shown && f->component && count[f->root].open)
        return BALANCED;
    if (!shown && nequations != nunknowns) {
        report_sum(f, nequations, nunknowns);
        if (nequations < nunknowns)
            open += note_open_inputs(f, f->root);
    }
    return nequations == nunknowns          ? BALANCED
           : open == nunknowns - nequations ? EXPLAINED
                                            : UNBALANCED;
}
