/* settle.c - the end of the front end: whatever those who read the flat model will ask of the
 * evaluator is evaluated now, and every function they may call is lowered.
 *
 * Each equation is walked once as the template it is. Subscripts, sizes, ranges and conditions are
 * left alone where flat_integer can compute them from literals and iterators; what else they
 * contain is evaluated and kept (FlatModel.known). Only where such a thing depends on iterators is
 * the equation walked again at each of its positions. So the cost is that of the templates, plus
 * that of the positions where values of parameters or functions decide. */
#include "model/flat_internal.h"

#include <math.h>

typedef struct Settle {
    Model *m;
    FlatModel *f;
    FlatExpand expand;
    bool loops;       /* only what says which equations there are */
    bool at_position; /* iterators have values */
    bool dependent;   /* something depends on iterators that have none */
    bool dead;        /* in a branch that is never taken: what is called does not matter */
    const IterValue *iters;
    Span at;
    Map seen;           /* walked as templates: expression -> 1, in dead branches 2 */
    Map referenced;     /* component id -> 1 */
    VEC(Comp *) simple; /* that are referred to */
} Settle;

/* ---- Values of expressions ---- */

static FlatKnown fault_of(Eval *ev)
{
    FlatKnown k = {.why = eval_why(ev)};
    if (ev->culprit && ev->culprit->decl && *k.why) {
        k.culprit = ev->culprit->name;
        k.declared = ev->culprit->decl->name_span;
    }
    return k;
}

static FlatKnown evaluated(Settle *s, Expr e, bool required)
{
    Eval ev = {.m = s->m, .iters = s->iters, .mark = required, .at = s->at};
    Value *v = eval_expr(&ev, e);
    FlatKnown k = {0};
    if (v)
        k.value = value_expr(s->m, v);
    else if (required)
        k = fault_of(&ev);
    if (v && !required) { /* parameters whose values are taken become part of the translation */
        ev.mark = true;
        eval_expr(&ev, e);
    }
    k.required = required;
    return k;
}

static bool has_iterators(const Settle *s, Expr e)
{
    return expr_node(s->m->store, e)->traits & ET_LOCAL;
}

/* An expression whose value is asked for as it is. required: it must have one, and parameters in it
 * become part of the translation. */
static void settle_value(Settle *s, Expr e, bool required)
{
    if (has_iterators(s, e) && !s->at_position) {
        s->dependent = true;
        return;
    }
    Expr key = flat_key(s->f, e, s->iters);
    uint32_t at = map_get(&s->f->known_at, key, 0);
    if (at && (s->f->known.v[at - 1].required || !required))
        return;
    FlatKnown k = evaluated(s, e, required);
    if (at) {
        s->f->known.v[at - 1] = k;
        return;
    }
    vec_push(s->m->kept, &s->f->known, k);
    map_set(&s->f->known_at, s->m->kept, key, (uint32_t)s->f->known.n);
}

/* What flat_integer will look up. */
static void settle_integer(Settle *s, Expr e, bool required)
{
    ExprOp op = expr_op(s->m->store, e);
    if (op == EX_INT || op == EX_BOOL || op == EX_ENUM || op == EX_ITER)
        return;
    if (!flat_is_computed(s->f, e)) {
        settle_value(s, e, required);
        return;
    }
    for (uint32_t i = 0; i < expr_node(s->m->store, e)->nargs; i++)
        settle_integer(s, expr_arg(s->m->store, e, i), required);
}

/* What flat_turns will look up. ends: the ends of a range of Integers must have values, whole: any
 * other vector must. */
static void settle_range(Settle *s, Expr e, bool ends, bool whole)
{
    ExprStore *st = s->m->store;
    Turns t;
    const FlatKnown *why = NULL;
    if (expr_op(st, e) == EX_RANGE && einfo(s->m, e)->base == TY_INT) {
        for (uint32_t i = 0; i < expr_node(st, e)->nargs; i++)
            settle_integer(s, expr_arg(st, e, i), ends);
        bool open = has_iterators(s, e) && !s->at_position;
        if (open || flat_turns(s->f, e, s->iters, &t, &why))
            return;
    }
    settle_value(s, e, whole);
}

/* ---- References ---- */

static void settle(Settle *s, Expr e);

static void note_simple(void *arg, Comp *c)
{
    Settle *s = arg;
    if (map_get(&s->referenced, c->id, 0))
        return;
    map_set(&s->referenced, s->m->arena, c->id, 1);
    vec_push(s->m->arena, &s->simple, c);
}

static void settle_part(Settle *s, uint32_t id)
{
    if (map_get(&s->referenced, id, 0))
        return;
    Comp *c = s->m->comp.v[id];
    complete_part(s->m, c, note_simple, s);
    map_set(&s->referenced, s->m->arena, id, 1);
}

static void settle_subscripts(Settle *s, Expr e, uint32_t first)
{
    ExprStore *st = s->m->store;
    for (uint32_t i = first; i < expr_node(st, e)->nargs; i++) {
        Expr sub = expr_arg(st, e, i);
        if (expr_op(st, sub) == EX_COLON)
            continue;
        if (!einfo(s->m, sub)->ndims)
            settle_integer(s, sub, false);
        else if (!s->dead)
            settle_range(s, sub, true, true);
    }
}

/* Subscripts that are not known stay expressions. */
static void settle_varying(Settle *s, Expr e, uint32_t first)
{
    ExprStore *st = s->m->store;
    for (uint32_t i = first; i < expr_node(st, e)->nargs; i++) {
        Expr sub = expr_arg(st, e, i);
        int64_t k;
        if (expr_op(st, sub) != EX_COLON && !einfo(s->m, sub)->ndims &&
            !flat_subscript(s->f, sub, s->iters, &k))
            settle(s, sub);
    }
}

/* ---- Calls ---- */

static void settle_call(Settle *s, Expr e)
{
    Model *m = s->m;
    uint64_t payload = expr_node(m->store, e)->payload;
    if (payload >> 32 || s->dead)
        return;
    uint32_t n = expr_node(m->store, e)->nargs;
    Expr *arg = arena_copy(m->arena, expr_args(m->store, e), n * sizeof *arg);
    uint32_t number = function_special(m, (uint32_t)payload, n, arg, NULL, s->at);
    if (number && number != (uint32_t)payload)
        map_set(&s->f->callee, m->kept, e, number);
    if (number)
        function_complete(m, number);
}

/* ---- Expressions ---- */

static void settle_operands(Settle *s, Expr e, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end && i < expr_node(s->m->store, e)->nargs; i++)
        settle(s, expr_arg(s->m->store, e, i));
}

/* Operands that are only named: in lists of the variables of an equation. */
static void settle_names(Settle *s, Expr e, uint32_t first)
{
    bool outside = s->dead;
    s->dead = true;
    settle_operands(s, e, first, UINT32_MAX);
    s->dead = outside;
}

/* Conditions that fold to a literal when they are written out as scalars. */
static bool folds(Settle *s, Expr e)
{
    ExprStore *st = s->m->store;
    ExprOp op = expr_op(st, e);
    if (op == EX_CREF)
        return einfo(s->m, e)->base != TY_STRING && is_fixed(s->m, e);
    if (op == EX_INT || op == EX_REAL || op == EX_BOOL || op == EX_ENUM)
        return true;
    if (!flat_is_computed(s->f, e))
        return false;
    for (uint32_t i = 0; i < expr_node(st, e)->nargs; i++)
        if (!folds(s, expr_arg(st, e, i)))
            return false;
    return true;
}

static void settle_conditional(Settle *s, Expr e)
{
    ExprStore *st = s->m->store;
    Expr condition = expr_arg(st, e, 0);
    Value *v = folds(s, condition) ? eval_try(s->m, condition, s->iters) : NULL;
    settle(s, condition);
    for (uint32_t i = 1; i <= 2; i++) {
        bool outside = s->dead;
        s->dead = s->dead || (v && (v->num[0] != 0) != (i == 1));
        settle(s, expr_arg(st, e, i));
        s->dead = outside;
    }
}

/* body for i in r, j in s: the last iterator is the outermost. Turn by turn only where something
 * depends on them. */
static void settle_turns(Settle *s, Expr e, uint32_t k)
{
    ExprStore *st = s->m->store;
    if (!k) {
        settle(s, expr_arg(st, e, 0));
        return;
    }
    Expr range = expr_arg(st, e, 2 * k);
    if (s->dead)
        return;
    settle_range(s, range, true, true);
    Turns t;
    const FlatKnown *why = NULL;
    if (!s->at_position) {
        settle_turns(s, e, k - 1);
        return;
    }
    if (!flat_turns(s->f, range, s->iters, &t, &why))
        return;
    const IterValue *outer = s->iters;
    IterValue v = {(uint32_t)expr_node(st, expr_arg(st, e, 2 * k - 1))->payload, 0, outer, {0}};
    s->iters = &v;
    for (int64_t i = 0; i < t.n && flat_count(&s->expand, s->at); i++) {
        v.value = flat_turn(s->f, &t, i);
        settle_turns(s, e, k - 1);
    }
    s->iters = outer;
}

/* Sizes that the type leaves open: arguments from `first` on. */
static void settle_sizes(Settle *s, Expr e, uint32_t first)
{
    const TypeInfo *t = tinfo(s->m, expr_type(s->m->store, e));
    bool open = false;
    for (int k = 0; k < t->ndims; k++)
        open = open || t->dim[k] < 0;
    for (uint32_t i = first; open && !s->dead && i < expr_node(s->m->store, e)->nargs; i++)
        settle_integer(s, expr_arg(s->m->store, e, i), true);
}

/* Operators with operands that say how large the result is, or how often something is done. */
static void settle_sized(Settle *s, Expr e)
{
    ExprStore *st = s->m->store;
    switch (expr_op(st, e)) {
    case EX_MATPOW:
        settle(s, expr_arg(st, e, 0));
        if (!s->dead)
            settle_integer(s, expr_arg(st, e, 1), true);
        settle_names(s, e, 1);
        break;
    case EX_FILL:
        settle(s, expr_arg(st, e, 0));
        settle_sizes(s, e, 1);
        settle_names(s, e, 1);
        break;
    case EX_LINSPACE:
        settle_operands(s, e, 0, 2);
        settle_sizes(s, e, 2);
        settle_names(s, e, 2);
        break;
    case EX_IDENTITY:
        settle_sizes(s, e, 0);
        settle_names(s, e, 0);
        break;
    default:
        break;
    }
}

/* Operands that must be known, from number `first` on. */
static void settle_known(Settle *s, Expr e, uint32_t first)
{
    for (uint32_t i = first; i < expr_node(s->m->store, e)->nargs; i++)
        settle_integer(s, expr_arg(s->m->store, e, i), true);
}

static void settle_node(Settle *s, Expr e)
{
    ExprStore *st = s->m->store;
    uint32_t n = expr_node(st, e)->nargs;
    switch (expr_op(st, e)) {
    case EX_CREF:
        settle_part(s, (uint32_t)expr_node(st, e)->payload);
        settle_subscripts(s, e, 0);
        settle_varying(s, e, 0);
        break;
    case EX_INDEX:
        settle(s, expr_arg(st, e, 0));
        settle_subscripts(s, e, 1);
        settle_varying(s, e, 1);
        settle_names(s, e, 1);
        break;
    case EX_CALL:
        settle_call(s, e);
        settle_operands(s, e, 0, n);
        break;
    case EX_IF:
        settle_conditional(s, e);
        break;
    case EX_FORARRAY:
    case EX_FORSUM:
    case EX_FORPRODUCT:
    case EX_FORMIN:
    case EX_FORMAX:
        settle_turns(s, e, (n - 1) / 2);
        break;
    case EX_RANGE:
        settle_range(s, e, false, false);
        settle_operands(s, e, 0, n);
        break;
    case EX_SIZE:
        if (!s->dead)
            settle_value(s, e, true);
        settle_names(s, e, 0);
        break;
    case EX_ISROOT:
    case EX_ROOTED:
    case EX_ROOTINDEX:
    case EX_CARDINALITY:
        settle_value(s, e, true);
        break;
    case EX_ACTIVESTATE:
        settle_known(s, e, 0);
        break;
    case EX_TRANSITION:
        settle_operands(s, e, 0, 3);
        settle_known(s, e, 3);
        break;
    case EX_MATPOW:
    case EX_FILL:
    case EX_LINSPACE:
    case EX_IDENTITY:
        settle_sized(s, e);
        break;
    default:
        settle_operands(s, e, 0, n);
    }
}

enum { SEEN_ALIVE = 1, SEEN_DEAD = 2, SEEN_DEPENDENT = 4 };

/* As a template every expression is walked once, and again if it is alive only now. */
static void settle(Settle *s, Expr e)
{
    if (op_info[expr_op(s->m->store, e)].flags & OPF_LEAF)
        return;
    if (s->at_position) {
        settle_node(s, e);
        return;
    }
    uint32_t seen = map_get(&s->seen, e, 0);
    bool outer = s->dependent;
    s->dependent = seen & SEEN_DEPENDENT;
    if (!(seen & SEEN_ALIVE) && !(seen && s->dead)) {
        settle_node(s, e);
        seen = (s->dead ? SEEN_DEAD : SEEN_ALIVE) | (s->dependent ? SEEN_DEPENDENT : 0);
        map_set(&s->seen, s->m->arena, e, seen);
    }
    s->dependent = s->dependent || outer;
}

/* ---- Equations ---- */

static void settle_list(Settle *s, FlatEq *const *eq, int n);

static void settle_expressions(Settle *s, FlatEq *eq)
{
    if (eq->kind == FE_EQUAL && !s->at_position) {
        Expr rhs = record_as(s->m, eq->rhs, expr_type(s->m->store, eq->lhs));
        eq->rhs = rhs ? rhs : eq->rhs;
    }
    Expr part[] = {eq->lhs, eq->rhs, eq->message, eq->level};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (part[i])
            settle(s, part[i]);
    for (int i = 0; i < eq->noutputs; i++)
        settle(s, eq->output[i]);
    for (int i = 0; i < eq->nbranches; i++)
        if (eq->branch[i].condition && !eq->structural)
            settle(s, eq->branch[i].condition);
}

static void settle_for(Settle *s, FlatEq *eq)
{
    Turns t;
    const FlatKnown *why = NULL;
    settle_range(s, eq->range, false, true);
    if (!s->at_position) {
        settle_list(s, eq->branch[0].body.v, eq->branch[0].body.n);
        return;
    }
    if (!flat_turns(s->f, eq->range, s->iters, &t, &why))
        return;
    const IterValue *outer = s->iters;
    IterValue v = {(uint32_t)expr_node(s->m->store, eq->iter)->payload, 0, outer, {0}};
    s->iters = &v;
    for (int64_t i = 0; i < t.n && flat_count(&s->expand, eq->span); i++) {
        v.value = flat_turn(s->f, &t, i);
        settle_list(s, eq->branch[0].body.v, eq->branch[0].body.n);
    }
    s->iters = outer;
}

/* At a position the branch that is taken, else all of them. */
static void settle_structural(Settle *s, FlatEq *eq)
{
    if (s->loops && eq->late)
        return;
    for (int i = 0; i < eq->nbranches; i++) {
        int64_t taken = 1;
        const FlatKnown *why = NULL;
        s->at = eq->span;
        if (eq->branch[i].condition) {
            settle_integer(s, eq->branch[i].condition, true);
            if (s->at_position &&
                !flat_integer(s->f, eq->branch[i].condition, s->iters, &taken, &why))
                return;
        }
        if (taken)
            settle_list(s, eq->branch[i].body.v, eq->branch[i].body.n);
        if (taken && s->at_position)
            return;
    }
}

static void settle_list(Settle *s, FlatEq *const *eq, int n)
{
    for (int i = 0; i < n; i++) {
        s->at = eq[i]->span;
        if (s->at_position && !flat_count(&s->expand, s->at))
            return;
        if (eq[i]->kind == FE_FOR) {
            settle_for(s, eq[i]);
            continue;
        }
        if (eq[i]->kind == FE_IF && eq[i]->structural) {
            settle_structural(s, eq[i]);
            continue;
        }
        if (!s->loops && eq[i]->kind != FE_CONNECT)
            settle_expressions(s, eq[i]);
        for (int k = 0; k < eq[i]->nbranches; k++)
            settle_list(s, eq[i]->branch[k].body.v, eq[i]->branch[k].body.n);
    }
}

typedef struct AtPosition {
    Settle *s;
    FlatEq *eq;
    const Expr *part; /* of a variable instead, [4] */
} AtPosition;

static void settle_at(void *arg, const IterValue *iters)
{
    AtPosition *p = arg;
    p->s->iters = iters;
    if (p->eq)
        settle_list(p->s, &p->eq, 1);
    for (int i = 0; p->part && i < 4; i++)
        if (p->part[i])
            settle(p->s, p->part[i]);
}

/* As a template and, if that does not settle everything, at all positions of a part. */
static void settle_template(Settle *s, FlatEq *eq, const Expr *part, uint32_t owner)
{
    AtPosition p = {s, eq, part};
    s->dependent = false;
    settle_at(&p, NULL);
    s->at_position = true;
    if (s->dependent)
        flat_positions(s->f, owner, settle_at, &p);
    s->at_position = false;
    s->iters = NULL;
}

void settle_loops(Model *m)
{
    Settle s = {.m = m, .f = m->flat, .loops = true, .expand = {m->flat, 0}};
    for (int i = 0; i < m->flat->eq.n; i++)
        if (m->flat->eq.v[i]->nbranches)
            settle_template(&s, m->flat->eq.v[i], NULL, m->flat->eq.v[i]->owner);
}

/* ---- Algorithms ---- */

static void lower_at(void *arg, const IterValue *iters)
{
    AtPosition *p = arg;
    Model *m = p->s->m;
    Func *f = lower_algorithm(m, p->eq->source->scope, p->eq->source->section, iters);
    if (f && function_complete_body(m, f)) {
        p->eq->body[p->eq->nbodies++] = f;
        return;
    }
    diags_insist(m->ctx->diags, SPAN_ALL);
    if (!diags_errors(m->ctx->diags))
        refuse(m, p->eq->span, "a function or a type that these statements use has an error");
}

static int64_t positions_of(const FlatModel *f, uint32_t part)
{
    int64_t n = 1;
    for (; part; part = f->part.v[part].parent)
        for (int k = 0; k < f->part.v[part].ndims; k++)
            n *= f->part.v[part].dim[k];
    return n;
}

static void settle_algorithm(Settle *s, FlatEq *eq)
{
    AtPosition p = {s, eq, NULL};
    eq->body = ARENA_ARRAY(s->m->kept, Func *, positions_of(s->f, eq->owner));
    flat_positions(s->f, eq->owner, lower_at, &p);
}

/* ---- Variables ---- */

typedef struct AttributeFill {
    Settle *s;
    FlatVar *v;
    uint32_t at; /* element */
    uint8_t *fixed, *select;
    Name *unit;
} AttributeFill;

/* A literal needs no evaluation. */
static bool is_literal(Model *m, Expr e)
{
    ExprOp op = e ? expr_op(m->store, e) : EX_NONE;
    return op == EX_STRING || op == EX_BOOL || op == EX_ENUM;
}

static void fill_attributes(void *arg, const IterValue *iters)
{
    AttributeFill *a = arg;
    Model *m = a->s->m;
    const Comp *c = var_comp(m, a->v);
    Span at = c->decl->name_span;
    bool fixed = a->v->variability <= VARY_PARAMETER;
    Expr given[3] = {c->attr[ATTR_FIXED], c->attr[ATTR_STATESELECT], c->attr[ATTR_UNIT]};
    uint64_t literal[3];
    for (int i = 0; i < 3; i++)
        literal[i] = is_literal(m, given[i]) ? expr_node(m->store, given[i])->payload : 0;
    if (is_literal(m, given[0]))
        fixed = literal[0];
    else if (given[0])
        eval_boolean(m, given[0], iters, at, "the attribute `fixed`", &fixed);
    a->fixed[a->at] = fixed;
    a->select[a->at] = literal[1] ? (uint8_t)literal[1] : SELECT_DEFAULT;
    if (given[1] && !literal[1]) {
        Value *v = eval_required(m, given[1], iters, at, "the attribute `stateSelect`");
        a->select[a->at] = v ? (uint8_t)v->num[0] : SELECT_DEFAULT;
    }
    a->unit[a->at] = (Name)literal[2];
    if (given[2] && !literal[2]) {
        Value *v = eval_try(m, given[2], iters);
        a->unit[a->at] = v && v->str ? v->str[0] : 0;
    }
    a->at++;
}

/* A text that is the same for all elements; 0: none. */
static Name common_text(Settle *s, Expr e)
{
    Model *m = s->m;
    if (!e || is_literal(m, e))
        return e ? (Name)expr_node(m->store, e)->payload : 0;
    Value *v = has_iterators(s, e) ? NULL : eval_try(m, e, NULL);
    return v && v->str ? v->str[0] : 0;
}

static void settle_attributes(Settle *s, FlatVar *v)
{
    Model *m = s->m;
    const Comp *c = var_comp(m, v);
    v->display_unit = common_text(s, c->attr[ATTR_DISPLAYUNIT]);
    v->quantity = common_text(s, c->attr[ATTR_QUANTITY]);
    bool differ = false;
    static const Attribute known[] = {ATTR_FIXED, ATTR_STATESELECT, ATTR_UNIT};
    for (int i = 0; i < 3; i++)
        differ = differ || (c->attr[known[i]] && has_iterators(s, c->attr[known[i]]));
    AttributeFill a = {s, v, 0, &v->fixed, &v->select, &v->unit};
    v->fixed_given = c->attr[ATTR_FIXED] != 0;
    if (!differ) {
        if (v->count)
            fill_attributes(&a, NULL);
        return;
    }
    v->fixed_at = a.fixed = ARENA_ARRAY(m->kept, uint8_t, v->count);
    v->select_at = a.select = ARENA_ARRAY(m->kept, uint8_t, v->count);
    v->unit_at = a.unit = ARENA_ARRAY(m->kept, Name, v->count);
    flat_positions(s->f, v->part, fill_attributes, &a);
}

static uint16_t start_level(const Comp *c)
{
    for (int i = 0; i < c->env.n; i++) {
        const ModRef *r = &c->env.e[i];
        for (int k = 0; r->kind == MOD_ARGS && r->mod && k < r->mod->nargs; k++)
            if (r->mod->arg[k]->name.n == 1 && r->mod->arg[k]->name.part[0] == N_start)
                return r->level;
        if (r->kind == MOD_PATH && r->arg->name.part[r->pos] == N_start)
            return r->level;
    }
    return 0x7FFF; /* from the type */
}

/* annotation(__OpenModelica_tearingSelect = TearingSelect.never .. always); `notear x`. */
static uint8_t tearing_wish(const Comp *c)
{
    static const Name level[] = {N_never, N_avoid, N_default, N_prefer, N_always};
    const SynClass *in = c->owner ? c->owner->def : NULL;
    for (int i = 0; in && i < in->nnotear; i++)
        if (in->notear[i].name == c->name)
            return SELECT_NEVER;
    const SynExp *e = annotation_value(c->decl->annotation, N_tearing_select);
    Name name = e && e->kind == XP_REF ? e->ref->part[e->ref->n - 1].name : N_default;
    for (uint8_t i = 0; i < 5; i++)
        if (level[i] == name)
            return (uint8_t)(SELECT_NEVER + i);
    return SELECT_DEFAULT;
}

/* Attributes are parameters (4.9). */
static void check_attributes_vary(Settle *s, const FlatVar *v, const Comp *c)
{
    static const char *const name[] = {"minimum", "maximum", "nominal value"};
    const Expr limit[] = {v->min, v->max, v->nominal};
    if (v->start && v->variability > VARY_PARAMETER &&
        expr_variability(s->m, v->start) > VARY_PARAMETER)
        diag_warning(s->m->ctx->diags, c->decl->name_span,
                     "the start value of `%s` varies in time: it should depend on parameters only; "
                     "an initial equation says what holds between variables at the start",
                     comp_name_text(s->m, c));
    for (int i = 0; i < 3; i++)
        if (limit[i] && expr_variability(s->m, limit[i]) > VARY_PARAMETER)
            diag_warning(s->m->ctx->diags, c->decl->name_span,
                         "the %s of `%s` varies in time: it should depend on parameters only; an "
                         "assertion says what must hold all the time",
                         name[i], comp_name_text(s->m, c));
}

static void settle_variable(Settle *s, FlatVar *v)
{
    const Comp *c = var_comp(s->m, v);
    v->top_output = c->direction == DIR_OUTPUT && c->parent == s->m->root_comp;
    v->tear = tearing_wish(c);
    v->description = c->decl->description;
    v->start = c->attr[ATTR_START];
    v->min = c->attr[ATTR_MIN];
    v->max = c->attr[ATTR_MAX];
    v->nominal = c->attr[ATTR_NOMINAL];
    check_attributes_vary(s, v, c);
    v->start_level = v->start ? start_level(c) : 0;
    Expr part[4] = {v->start, v->min, v->max, v->nominal};
    s->at = c->decl->name_span;
    settle_template(s, NULL, part, v->part);
    settle_attributes(s, v);
}

static void settle_binding(Settle *s, FlatVar *v)
{
    const Comp *c = var_comp(s->m, v);
    if (v->variability > VARY_PARAMETER || !c->value)
        return;
    v->value = c->value;
    v->value_span = s->at = comp_value_span(c);
    Expr part[4] = {v->value};
    settle_template(s, NULL, part, c->parent ? c->parent->id : 0);
}

/* ---- Values of components ---- */

static uint32_t keep_value(Model *m, const Value *v)
{
    FlatValue k = {.type = value_type(m, v), .n = v->n};
    if (v->num)
        k.num = arena_copy(m->kept, v->num, (size_t)v->n * sizeof *v->num);
    if (v->str)
        k.str = arena_copy(m->kept, v->str, (size_t)v->n * sizeof *v->str);
    vec_push(m->kept, &m->flat->value, k);
    return (uint32_t)m->flat->value.n;
}

/* Constants and structural parameters are their values from here on. */
static void settle_component(Settle *s, Comp *c)
{
    Model *m = s->m;
    Variability vary = comp_variability(m, c);
    Type t = c->flat ? comp_var(m, c)->type : comp_path_type(m, c);
    if (vary > VARY_PARAMETER || (vary == VARY_PARAMETER && !c->structural) || !t)
        return;
    Eval ev = {.m = m};
    Value *v = eval_expr(&ev, comp_whole_ref(m, c, t));
    FlatPart *p = &s->f->part.v[c->id];
    if (v) {
        p->value = keep_value(m, v);
    } else if (vary == VARY_CONSTANT) {
        vec_push(m->kept, &s->f->known, fault_of(&ev));
        p->fault = (uint32_t)s->f->known.n;
    }
}

static bool is_call(void *store, Expr e)
{
    return expr_op(store, e) == EX_CALL;
}

/* Numbers that parameters get from functions, for whoever wants to know them before the run. */
static void settle_computed(Model *m, FlatVar *v)
{
    if (!v->value || v->computed || !expr_any(m->store, v->value, is_call, m->store))
        return;
    Value *x = eval_try(m, comp_whole_ref(m, var_comp(m, v), v->type), NULL);
    v->computed = x && x->num ? keep_value(m, x) : 0;
}

void settle_all(Model *m)
{
    FlatModel *f = m->flat;
    Settle s = {.m = m, .f = f, .expand = {f, 0}};
    for (int i = 0; i < f->var.n; i++)
        settle_variable(&s, &f->var.v[i]);
    for (int i = 0; i < f->var.n; i++)
        settle_binding(&s, &f->var.v[i]);
    for (int i = 0; i < f->eq.n; i++) {
        if (f->eq.v[i]->kind == FE_ALGORITHM)
            settle_algorithm(&s, f->eq.v[i]);
        else
            settle_template(&s, f->eq.v[i], NULL, f->eq.v[i]->owner);
    }
    for (int i = 0; i < s.simple.n; i++)
        settle_component(&s, s.simple.v[i]);
    for (int i = 0; i < f->var.n; i++) {
        const Comp *c = var_comp(m, &f->var.v[i]);
        f->var.v[i].structural = c->structural;
        f->var.v[i].final = c->final || (c->given && c->given->final);
        settle_computed(m, &f->var.v[i]);
    }
}
