/* scalar.c - the flat model as scalar variables and equations.
 *
 * Arrays and records are written out. `if` equations are joined branch by branch into conditional
 * expressions; a `when` becomes, for every variable it assigns,
 *     v = if edge(c) then e else pre(v)
 * with a hidden Boolean for each condition, and an action for reinit, assert and terminate. Linear
 * in the number of scalar equations. */
#include "dae/diagnose.h"
#include "dae/scalar_internal.h"
#include "dae/walk.h"

#include <math.h>
#include <stdarg.h>

/* ---- Dae ---- */

/* The number of a part's path among the owners of equations. */
static uint32_t owner_number(Dae *d, uint32_t part)
{
    if (!part || !d->flat->part.v[part].name)
        return 0;
    Buf b = {0};
    flat_part_name(d->flat, part, &b);
    Name name = name_cstr(d->ctx->names, buf_text(&b));
    buf_free(&b);
    if (d->owner.n && vec_last(&d->owner) == name)
        return (uint32_t)d->owner.n - 1;
    vec_push(d->arena, &d->owner, name);
    vec_push(d->arena, &d->owner_part, part);
    return (uint32_t)d->owner.n - 1;
}

bool scalar_fail(Scalar *s, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    if (!s->failed)
        diag_vadd(s->d->ctx->diags, DIAG_ERROR, s->at, fmt, args);
    va_end(args);
    s->failed = true;
    return false;
}

VarId scalar_hidden_var(Scalar *s, Type type, DaeVarKind kind)
{
    VarId v = dae_new_var(s->d, type, kind);
    s->d->var.v[v].hidden = true;
    s->d->var.v[v].span = s->at;
    return v;
}

DaeEq *scalar_add_eq(Scalar *s, DaeEqKind kind)
{
    DaeEq *eq = vec_add(s->d->arena, &s->d->eq);
    *eq = DAE_EQ(.kind = (uint8_t)kind, .span = s->at, .owner = s->owner);
    eq->clock = s->clock;
    if (s->eq) {
        eq->initial = s->eq->initial;
        eq->binding = s->eq->binding;
    }
    return eq;
}

/* ---- Variables ---- */

static uint8_t kind_of(const FlatVar *v, Type t)
{
    switch (v->variability) {
    case VARY_CONSTANT:
        return DV_CONSTANT;
    case VARY_PARAMETER:
        return DV_PARAMETER;
    case VARY_DISCRETE:
        return v->top_input ? DV_INPUT : DV_DISCRETE;
    default:
        return v->top_input ? DV_INPUT : t == T_REAL ? DV_ALGEBRAIC : DV_DISCRETE;
    }
}

/* Elements of a variable, one after the other. */
typedef struct VarFill {
    Scalar *s;
    const FlatVar *var;
    uint32_t next; /* scalar to be set */
} VarFill;

/* One attribute of the element at hand; 0: not given, or reported. */
static Expr attribute_at(Scalar *s, Expr e)
{
    s->failed = false;
    s->inline_calls = true; /* taken before anything is computed */
    Expr value = e ? scalar_one(s, e) : 0;
    s->inline_calls = false;
    return value;
}

static void fill_element(void *data, const IterValue *iters)
{
    VarFill *f = data;
    Scalar *s = f->s;
    const FlatVar *var = f->var;
    const FlatPart *p = &s->expand.f->part.v[var->part];
    uint32_t k = f->next - var->first;
    DaeVar v =
        DAE_VAR(.type = tinfo(s, var->type)->scalar,
                .select = var->select_at ? var->select_at[k] : var->select, .tear = var->tear,
                .fixed = var->fixed_at ? var->fixed_at[k] : var->fixed,
                .fixed_given = var->fixed_given,
                .start_level = var->start ? var->start_level : LEVEL_NONE,
                .is_protected = p->protected, .evaluated = var->structural, .final = var->final,
                .top_output = var->top_output, .unit = var->unit_at ? var->unit_at[k] : var->unit,
                .display = var->display_unit, .span = p->span);
    v.kind = kind_of(var, v.type);
    s->iters = iters;
    s->at = p->span;
    v.start = attribute_at(s, var->start);
    v.min = attribute_at(s, var->min);
    v.max = attribute_at(s, var->max);
    v.nominal = attribute_at(s, var->nominal);
    v.start_wished = v.start && (v.select == SELECT_PREFER || v.select == SELECT_ALWAYS);
    s->d->var.v[f->next++] = v;
    arena_reset(s->a);
}

static void add_variables(Scalar *s)
{
    const FlatModel *flat = s->expand.f;
    Dae *d = s->d;
    d->nflat = flat->nscalars;
    d->var.v = ARENA_ARRAY(d->arena, DaeVar, flat->nscalars + 16);
    d->var.n = (int)flat->nscalars;
    d->var.cap = (int)flat->nscalars + 16;
    for (int i = 0; i < flat->var.n; i++) {
        VarFill f = {s, &flat->var.v[i], flat->var.v[i].first};
        flat_positions(flat, f.var->part, fill_element, &f);
    }
    s->iters = NULL;
}

/* fixed = false leaves a parameter to the initial equations; a value determines it all the same
 * (specification, 8.6). */
static void value_determines(Scalar *s, DaeVar *v, const FlatVar *var)
{
    if (v->kind != DV_PARAMETER || v->fixed)
        return;
    if (v == &s->d->var.v[var->first])
        diag_warning(s->d->ctx->diags, var->value_span,
                     "the parameter `%s` has `fixed = false` and a value; the value is used",
                     flat_part_text(s->d->flat, var->part));
    v->fixed = true;
}

static void fill_value(void *data, const IterValue *iters)
{
    VarFill *f = data;
    Scalar *s = f->s;
    ExprList list = {0};
    s->iters = iters;
    s->at = f->var->value_span;
    s->failed = false;
    scalar_elements(s, f->var->value, &list);
    for (int i = 0; i < list.n && !s->failed; i++) {
        DaeVar *v = &s->d->var.v[f->next++];
        v->binding = v->type == T_REAL ? expr_to_real(s->d->store, list.v[i]) : list.v[i];
        value_determines(s, v, f->var);
    }
    arena_reset(s->a);
}

static const char *start_words(const Dae *d, const DaeVar *v)
{
    return !v->start ? "0"
           : expr_is_number(d->store, v->start)
               ? arena_printf(d->arena, "its start value %g", expr_number(d->store, v->start))
               : "its start value";
}

/* Parameters without a value have what they start with. */
static void add_defaults(Scalar *s, const FlatVar *var)
{
    Dae *d = s->d;
    bool warned = false;
    for (uint32_t k = 0; k < var->count; k++) {
        DaeVar *v = &d->var.v[var->first + k];
        if (!v->fixed || v->binding)
            continue;
        v->binding = dae_start(d, var->first + k);
        v->valueless = !v->start;
        if (!warned)
            vec_push(d->arena, &s->valueless, var);
        warned = true;
    }
}

/* ---- Parameters without a value ---- */

typedef struct Occurring {
    const ExprStore *s;
    bool *var; /* by number */
} Occurring;

static void note_occurring(void *arg, Expr e)
{
    Occurring *o = arg;
    const ExprNode *n = expr_node(o->s, e);
    uint32_t count = n->op == EX_VAR ? 1 : 0;
    if (n->op == EX_ARRVAR) {
        const TypeInfo *t = type_info(expr_types(o->s), n->type);
        count = 1;
        for (int k = 0; k < t->ndims; k++)
            count *= (uint32_t)t->dim[k];
    }
    for (uint32_t k = 0; k < count; k++)
        o->var[n->payload + k] = true;
}

static void note_all(Occurring *o, int n, const Expr *e)
{
    for (int i = 0; i < n; i++)
        if (e[i])
            expr_visit(o->s, e[i], note_occurring, o);
}

/* Parameters of one component of the model; many are one warning. */
static void tell_valueless(Dae *d, const FlatVar *const *var, int n)
{
    enum { MANY = 4, MOST = 6 };
    if (n < MANY) {
        for (int i = 0; i < n; i++) {
            const char *name = flat_part_text(d->flat, var[i]->part);
            diag_warning(d->ctx->diags,
                         strchr(name, '.') ? component_of_var(d, var[i]->first)
                                           : users_place_of_var(d, var[i]->first),
                         "the parameter `%s` has no value; %s is used: give it one, %s", name,
                         start_words(d, &d->var.v[var[i]->first]), as_modifier(d->arena, name));
        }
        return;
    }
    Buf names = {0};
    for (int i = 0; i < n && i < MOST; i++)
        buf_printf(&names, "%s`%s`", i ? ", " : "", flat_part_text(d->flat, var[i]->part));
    diag_warning(d->ctx->diags,
                 strchr(flat_part_text(d->flat, var[0]->part), '.')
                     ? component_of_var(d, var[0]->first)
                     : users_place_of_var(d, var[0]->first),
                 "%d parameters have no values, their start values or 0 are used: %s%s; give them "
                 "values, as %s",
                 n, buf_text(&names), n > MOST ? ", ..." : "",
                 as_modifier(d->arena, flat_part_text(d->flat, var[0]->part)));
    buf_free(&names);
}

/* Warns of those that something depends on. */
static void warn_valueless(Scalar *s)
{
    Dae *d = s->d;
    if (!s->valueless.n)
        return;
    Arena *a = arena_new();
    Occurring o = {d->store, ARENA_ARRAY(a, bool, d->var.n + 1)};
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        note_all(
            &o, 7,
            (Expr[]){eq->lhs, eq->rhs, eq->when, eq->clock, eq->vanished, eq->message, eq->level});
        if (eq->body)
            body_nodes(d->store, eq->body, note_occurring, &o);
    }
    for (int i = 0; i < d->var.n; i++)
        note_all(&o, 2, (Expr[]){d->var.v[i].binding, d->var.v[i].start});
    int n = 0;
    for (int i = 0; i < s->valueless.n; i++) {
        const FlatVar *var = s->valueless.v[i];
        bool occurs = false;
        for (uint32_t k = 0; k < var->count; k++)
            occurs = occurs || o.var[var->first + k];
        if (occurs)
            s->valueless.v[n++] = var;
    }
    for (int i = 0, k; i < n; i = k) {
        Span at = users_place_of_var(d, s->valueless.v[i]->first);
        for (k = i + 1; k < n && users_place_of_var(d, s->valueless.v[k]->first).beg == at.beg;)
            k++;
        tell_valueless(d, s->valueless.v + i, k - i);
    }
    arena_free(a);
}

/* Values of parameters and constants. */
static void add_values(Scalar *s)
{
    const FlatModel *flat = s->expand.f;
    s->inline_calls = true;
    for (int i = 0; i < flat->var.n; i++) {
        const FlatVar *var = &flat->var.v[i];
        VarFill f = {s, var, var->first};
        if (var->value)
            flat_positions(flat, flat->part.v[var->part].parent, fill_value, &f);
        else if (var->variability <= VARY_PARAMETER)
            add_defaults(s, var);
    }
    s->inline_calls = false;
    s->iters = NULL;
}

/* ---- Equations ---- */

typedef struct Pair {
    Expr lhs, rhs;
} Pair;
typedef VEC(Pair) PairList;

static bool is_discrete_type(Dae *d, Expr e)
{
    return expr_type(d->store, e) != T_REAL;
}

static void add_scalar(Scalar *s, Expr lhs, Expr rhs)
{
    Dae *d = s->d;
    bool mixed = is_discrete_type(d, lhs) != is_discrete_type(d, rhs);
    DaeEq *eq = scalar_add_eq(s, EQ_SCALAR);
    eq->lhs = mixed ? expr_to_real(d->store, lhs) : lhs;
    eq->rhs = mixed ? expr_to_real(d->store, rhs) : rhs;
    eq->discrete = is_discrete_type(d, eq->lhs);
    eq->continuous = s->continuous && eq->discrete;
}

/* (a, b) = f(x): what stands on the left, with the results; those that are not wanted are left out.
 */
static void call_results(Scalar *s, const FlatEq *eq, PairList *out)
{
    ExprStore *st = s->d->store;
    ExprList all = {0};
    scalar_elements(s, eq->rhs, &all);
    int k = 0;
    for (int i = 0; i < eq->noutputs && !s->failed; i++) {
        if (expr_op(st, eq->output[i]) == EX_WILD) {
            k += (int)leaf_scalars(s, expr_type(st, eq->output[i]));
            continue;
        }
        ExprList l = {0};
        scalar_elements(s, eq->output[i], &l);
        for (int j = 0; j < l.n && !s->failed; j++, k++)
            vec_push(s->a, out, ((Pair){l.v[j], all.v[k]}));
    }
}

/* Sides of an equation element by element. */
static void both_sides(Scalar *s, Expr lhs, Expr rhs, PairList *out)
{
    ExprList l = {0}, r = {0};
    scalar_elements(s, lhs, &l);
    scalar_elements(s, rhs, &r);
    if (s->failed)
        return;
    if (l.n != r.n)
        scalar_fail(s, "the sides of this equation have %d and %d elements", l.n, r.n);
    for (int i = 0; i < l.n && !s->failed; i++)
        vec_push(s->a, out, ((Pair){l.v[i], r.v[i]}));
}

static Func *action_body(Dae *d, Stmt *stmt)
{
    Func *f = ARENA_NEW(d->arena, Func);
    f->nbody = 1;
    f->body = ARENA_ARRAY(d->arena, Stmt *, 1);
    f->body[0] = stmt;
    f->smooth_order = -1;
    f->span = stmt->span;
    return f;
}

static Stmt *new_stmt(Dae *d, StmtKind kind, Span at)
{
    Stmt *stmt = ARENA_NEW(d->arena, Stmt);
    stmt->kind = (uint8_t)kind;
    stmt->span = at;
    return stmt;
}

static Stmt *assign_stmt(Scalar *s, StmtKind kind, Expr target, Expr value)
{
    Stmt *stmt = new_stmt(s->d, kind, s->at);
    stmt->ntargets = 1;
    stmt->target = arena_copy(s->d->arena, &target, sizeof target);
    stmt->value = value;
    return stmt;
}

static void add_action(Scalar *s, Expr active, Stmt *stmt)
{
    DaeEq *a = scalar_add_eq(s, EQ_ACTION);
    a->when = active;
    a->body = action_body(s->d, stmt);
}

static void add_terminate(Scalar *s, const FlatEq *eq, Expr active)
{
    Stmt *stmt = new_stmt(s->d, ST_TERMINATE, s->at);
    stmt->message = scalar_one(s, eq->message);
    if (!s->failed)
        add_action(s, active, stmt);
}

static Expr implies(Dae *d, Expr when, Expr condition)
{
    if (!when)
        return condition;
    Expr either[2] = {expr_not(d->store, when), condition};
    return expr_build(d->store, EX_OR, T_BOOL, 0, 0, 2, either);
}

void scalar_check(Scalar *s, Expr condition, Expr message, Expr level, Expr when)
{
    if (when) {
        Stmt *stmt = new_stmt(s->d, ST_ASSERT, s->at);
        stmt->value = condition;
        stmt->message = message;
        stmt->level = level;
        add_action(s, when, stmt);
        return;
    }
    DaeEq *a = scalar_add_eq(s, EQ_ASSERT);
    a->rhs = condition;
    a->message = message;
    a->level = level;
}

/* assert: checked always, or at events where `when` holds. */
static void add_assert(Scalar *s, const FlatEq *eq, Expr guard, Expr when)
{
    Dae *d = s->d;
    if (guard)
        s->guard++;
    s->inline_calls = true;
    Expr condition = scalar_one(s, eq->rhs);
    Expr message = s->failed ? 0 : scalar_one(s, eq->message);
    Expr level = s->failed || !eq->level ? 0 : scalar_one(s, eq->level);
    s->inline_calls = false;
    if (guard)
        s->guard--;
    if (s->failed)
        return;
    condition = implies(d, guard, condition);
    if (expr_op(d->store, condition) == EX_BOOL && expr_node(d->store, condition)->payload)
        return;
    scalar_check(s, condition, message, level, when);
}

/* ---- Calls for their effect ---- */

/* Statements as an equation of their own: a value of ours, so that they are done. `from`: whose
 * variables they use; NULL: none. */
static void add_effect(Scalar *s, const Func *from, int n, Stmt **stmt, bool discrete)
{
    Dae *d = s->d;
    bool initial = s->eq && s->eq->initial;
    VarId done = scalar_hidden_var(s, T_REAL,
                                   initial    ? DV_PARAMETER
                                   : discrete ? DV_DISCRETE
                                              : DV_ALGEBRAIC);
    Func *f = ARENA_NEW(d->arena, Func);
    if (from)
        *f = *from;
    f->body = ARENA_ARRAY(d->arena, Stmt *, n + 1);
    memcpy(f->body, stmt, (size_t)n * sizeof *stmt);
    f->body[n] =
        assign_stmt(s, ST_ASSIGN, expr_var(d->store, T_REAL, done), expr_real(d->store, 0));
    f->nbody = n + 1;
    DaeEq *eq = scalar_add_eq(s, EQ_ALGORITHM);
    eq->body = f;
    eq->noutputs = 1;
    eq->output = arena_copy(d->arena, &done, sizeof done);
    eq->discrete = discrete && !initial;
}

/* f(x) by itself, where `guard` holds; with `when` at its event. */
static void call_effect(Scalar *s, const FlatEq *eq, Expr guard, Expr when)
{
    Dae *d = s->d;
    bool around = s->inline_calls;
    s->inline_calls = around || guard || when;
    Stmt *call = scalar_call_statement(s, eq->rhs);
    s->inline_calls = around;
    if (!call)
        return;
    bool fixed = !guard && !when;
    for (uint32_t i = 0; i < expr_node(d->store, call->value)->nargs && fixed; i++)
        fixed = is_parametric(d, expr_arg(d->store, call->value, i));
    if (guard) {
        Stmt *choice = new_stmt(d, ST_IF, s->at);
        choice->nbranches = 1;
        choice->branch = ARENA_NEW(d->arena, StmtBranch);
        choice->branch[0] = (StmtBranch){guard, 1, arena_copy(d->arena, &call, sizeof call)};
        call = choice;
    }
    if (when)
        add_action(s, when, call);
    else
        add_effect(s, NULL, 1, &call, fixed);
}

/* ---- if ---- */

typedef struct IfBody {
    Scalar *s;
    PairList pair;
    Expr guard; /* the condition under which this branch holds */
    Expr when;
} IfBody;

static void collect_if(Scalar *s, const FlatEq *eq, Expr guard, Expr when, PairList *out);

static void collect_body(void *data, const FlatEq *eq, const IterValue *iters)
{
    IfBody *b = data;
    Scalar *s = b->s;
    const IterValue *outer = s->iters;
    s->iters = iters;
    s->at = eq->span;
    switch ((FlatEqKind)eq->kind) {
    case FE_EQUAL:
        s->continuous = s->continuous || eq->continuous;
        both_sides(s, eq->lhs, eq->rhs, &b->pair);
        break;
    case FE_CALL:
        s->continuous = s->continuous || eq->continuous;
        if (eq->noutputs)
            call_results(s, eq, &b->pair);
        else
            call_effect(s, eq, b->guard, b->when);
        break;
    case FE_IF:
        collect_if(s, eq, b->guard, b->when, &b->pair);
        break;
    case FE_ASSERT:
        add_assert(s, eq, b->guard, b->when);
        break;
    case FE_TERMINATE:
        add_terminate(s, eq, and_of(s->d, b->guard, b->when));
        break;
    default:
        scalar_fail(s, "this cannot stand inside an `if` whose condition varies");
    }
    s->iters = outer;
}

Expr and_of(Dae *d, Expr a, Expr b)
{
    if (!a || !b)
        return a ? a : b;
    Expr both[2] = {a, b};
    return expr_build(d->store, EX_AND, T_BOOL, 0, 0, 2, both);
}

/* Brings a branch's equations into the order of the first one's, where both determine the same
 * variables. */
static void align_pairs(Scalar *s, const PairList *first, PairList *other)
{
    ExprStore *st = s->d->store;
    for (int k = 0; k < first->n && k < other->n; k++) {
        if (expr_op(st, first->v[k].lhs) != EX_VAR || first->v[k].lhs == other->v[k].lhs)
            continue;
        for (int j = k + 1; j < other->n; j++)
            if (other->v[j].lhs == first->v[k].lhs) {
                Pair p = other->v[k];
                other->v[k] = other->v[j];
                other->v[j] = p;
                break;
            }
    }
}

/* The k-th equation of all branches as one. */
static Pair join_pairs(Scalar *s, int n, const Expr *cond, const PairList *list, int k)
{
    ExprStore *st = s->d->store;
    bool same = expr_op(st, list[0].v[k].lhs) == EX_VAR;
    for (int i = 1; i < n; i++)
        same = same && list[i].v[k].lhs == list[0].v[k].lhs;
    Expr value = 0;
    Type type = expr_type(st, list[0].v[k].rhs);
    if (!same && n == 1)
        return list[0].v[k];
    if (!same && type != T_REAL && type != T_INT) {
        scalar_fail(s, "the branches of this `if` do not determine the same variable, which only "
                       "equations between numbers may do");
        return list[0].v[k];
    }
    for (int i = n - 1; i >= 0; i--) {
        Pair p = list[i].v[k];
        Expr e = same ? p.rhs : expr_sub(st, p.lhs, p.rhs);
        value = value ? expr_if(st, cond[i], e, value) : e;
    }
    return (Pair){same ? list[0].v[k].lhs : expr_real(st, 0), value};
}

static void collect_if(Scalar *s, const FlatEq *eq, Expr guard, Expr when, PairList *out)
{
    Dae *d = s->d;
    int n = eq->nbranches;
    Expr *cond = ARENA_ARRAY(s->a, Expr, n);
    PairList *list = ARENA_ARRAY(s->a, PairList, n);
    Expr before = 0; /* none of the earlier conditions */
    const IterValue *iters = s->iters;
    int i = 0; /* branches that may be taken */
    for (int k = 0; k < n && !s->failed && (!i || cond[i - 1]); k++) {
        s->at = eq->span;
        cond[i] = eq->branch[k].condition ? scalar_one(s, eq->branch[k].condition) : 0;
        if (s->failed)
            return;
        if (cond[i] && expr_op(d->store, cond[i]) == EX_BOOL) {
            if (!expr_node(d->store, cond[i])->payload)
                continue;
            cond[i] = 0;
        }
        IfBody b = {.s = s, .guard = and_of(d, guard, and_of(d, before, cond[i])), .when = when};
        Expr outside = s->inside;
        s->inside = b.guard;
        s->guard++;
        flat_expand_list(&s->expand, &eq->branch[k].body, iters, collect_body, &b);
        s->guard--;
        s->inside = outside;
        list[i] = b.pair;
        if (cond[i])
            before = and_of(d, before, expr_not(d->store, cond[i]));
        s->at = eq->span;
        if (list[i].n != list[0].n)
            scalar_fail(s, "the branches of this `if` have %d and %d equations", list[0].n,
                        list[i].n);
        align_pairs(s, &list[0], &list[i]);
        i++;
    }
    for (int k = 0; !s->failed && i && k < list[0].n; k++)
        vec_push(s->a, out, join_pairs(s, i, cond, list, k));
}

/* ---- when ---- */

/* What one branch of a when assigns. */
typedef struct Assigned {
    uint32_t var;
    Expr value;
    Span at;
} Assigned;
typedef VEC(Assigned) AssignList;

typedef struct WhenBody {
    Scalar *s;
    AssignList list;
    Expr active; /* the branch is active */
} WhenBody;

static Expr pre_of(Dae *d, uint32_t v)
{
    Expr x = expr_var(d->store, d->var.v[v].type, v);
    return expr_make(d->store, EX_PRE, d->var.v[v].type, 0, 0, 1, &x);
}

static void assign(WhenBody *b, uint32_t var, Expr value)
{
    for (int i = 0; i < b->list.n; i++)
        if (b->list.v[i].var == var)
            scalar_fail(b->s, "a variable is determined twice in one branch of this `when`");
    vec_push(b->s->a, &b->list, ((Assigned){var, value, b->s->at}));
}

static Expr assigned_value(const AssignList *list, Dae *d, uint32_t var)
{
    for (int i = 0; i < list->n; i++)
        if (list->v[i].var == var)
            return list->v[i].value;
    return pre_of(d, var);
}

/* Whether no branch before number i assigns a variable. */
static bool is_first(const AssignList *list, int i, uint32_t var)
{
    for (int j = 0; j < i; j++)
        for (int l = 0; l < list[j].n; l++)
            if (list[j].v[l].var == var)
                return false;
    return true;
}

/* if cond[0] then its value in branch 0 else ...; it keeps its value where none holds. */
static Expr chosen_value(Dae *d, int n, const Expr *cond, const AssignList *list, uint32_t var)
{
    Expr value = cond[n - 1] ? pre_of(d, var) : 0;
    for (int j = n - 1; j >= 0; j--) {
        Expr e = assigned_value(&list[j], d, var);
        value = value ? expr_if(d->store, cond[j], e, value) : e;
    }
    return value;
}

static void add_branches(Scalar *s, const FlatEq *eq, WhenBody *around);

static void when_body(void *data, const FlatEq *eq, const IterValue *iters)
{
    WhenBody *b = data;
    Scalar *s = b->s;
    Dae *d = s->d;
    const IterValue *outer = s->iters;
    s->iters = iters;
    s->at = eq->span;
    PairList pair = {0};
    s->guard++;
    if (eq->kind == FE_CALL && !eq->noutputs) {
        call_effect(s, eq, 0, b->active);
        s->guard--;
        s->iters = outer;
        return;
    }
    switch ((FlatEqKind)eq->kind) {
    case FE_EQUAL:
    case FE_CALL:
        s->inline_calls = true;
        s->event = b->active;
        if (eq->kind == FE_CALL)
            call_results(s, eq, &pair);
        else
            both_sides(s, eq->lhs, eq->rhs, &pair);
        s->inline_calls = false;
        s->event = 0;
        for (int i = 0; i < pair.n && !s->failed; i++)
            if (expr_op(d->store, pair.v[i].lhs) == EX_VAR &&
                d->var.v[var_number(d->store, pair.v[i].lhs)].kind != DV_PARAMETER)
                assign(b, var_number(d->store, pair.v[i].lhs), pair.v[i].rhs);
            else
                scalar_fail(s, "inside `when` the left side of an equation must be a variable");
        break;
    case FE_REINIT:
        both_sides(s, eq->lhs, eq->rhs, &pair);
        for (int i = 0; i < pair.n && !s->failed; i++)
            add_action(s, b->active, assign_stmt(s, ST_REINIT, pair.v[i].lhs, pair.v[i].rhs));
        break;
    case FE_IF:
        add_branches(s, eq, b);
        break;
    case FE_ASSERT:
        add_assert(s, eq, 0, b->active);
        break;
    case FE_TERMINATE:
        add_terminate(s, eq, b->active);
        break;
    default:
        scalar_fail(s, "this cannot stand inside a `when`");
    }
    s->guard--;
    s->iters = outer;
}

/* A hidden Boolean that follows a condition: edge() of it starts the when. */
static Expr edge_of(Scalar *s, Expr condition)
{
    Dae *d = s->d;
    if (expr_op(d->store, condition) == EX_INITIAL)
        return condition;
    Expr var = condition;
    if (expr_op(d->store, condition) != EX_VAR) {
        var = expr_var(d->store, T_BOOL, scalar_hidden_var(s, T_BOOL, DV_DISCRETE));
        add_scalar(s, var, condition);
    }
    return event_operator(d->store, EX_EDGE, var);
}

static Expr active_of(Scalar *s, Expr raw)
{
    Dae *d = s->d;
    ExprList list = {0};
    scalar_elements(s, raw, &list);
    if (s->failed || !list.n)
        return s->failed ? 0 : expr_bool(d->store, false);
    for (int i = 0; i < list.n; i++)
        list.v[i] = edge_of(s, list.v[i]);
    return list.n == 1 ? list.v[0]
                       : expr_build(d->store, EX_OR, T_BOOL, 0, 0, (uint32_t)list.n, list.v);
}

static void note_when(Dae *d, uint32_t var)
{
    d->var.v[var].appears_in_when = true;
    if (d->var.v[var].kind == DV_ALGEBRAIC)
        d->var.v[var].kind = DV_DISCRETE;
}

/* Where a variable is given its value: the equation, if only one branch has it, else the whole. */
static Span given_at(const FlatEq *eq, const AssignList *list, uint32_t var)
{
    Span at = eq->span;
    for (int i = 0, n = 0; i < eq->nbranches; i++)
        for (int k = 0; k < list[i].n; k++)
            if (list[i].v[k].var == var)
                at = n++ ? eq->span : list[i].v[k].at;
    return at;
}

/* var = value: what a when gives it. */
static void add_discrete(Scalar *s, uint32_t var, Expr value)
{
    Dae *d = s->d;
    note_when(d, var);
    DaeEq *e = scalar_add_eq(s, EQ_SCALAR);
    e->lhs = expr_var(d->store, d->var.v[var].type, var);
    e->rhs = d->var.v[var].type == T_REAL ? expr_to_real(d->store, value) : value;
    e->discrete = true;
}

/* A when, or an `if` inside one (`around`): every variable that a branch determines gets its value
 * or keeps it. */
static void add_branches(Scalar *s, const FlatEq *eq, WhenBody *around)
{
    Dae *d = s->d;
    int n = eq->nbranches;
    Expr *cond = ARENA_ARRAY(s->a, Expr, n), before = around ? around->active : 0;
    AssignList *list = ARENA_ARRAY(s->a, AssignList, n);
    const IterValue *iters = s->iters;
    for (int i = 0; i < n && !s->failed; i++) {
        Expr condition = eq->branch[i].condition;
        s->at = eq->span;
        cond[i] = !around ? active_of(s, condition) : condition ? scalar_one(s, condition) : 0;
        if (s->failed)
            return;
        WhenBody b = {.s = s, .active = and_of(d, before, cond[i])};
        flat_expand_list(&s->expand, &eq->branch[i].body, iters, when_body, &b);
        list[i] = b.list;
        if (cond[i])
            before = and_of(d, before, expr_not(d->store, cond[i]));
    }
    s->at = eq->span;
    for (int i = 0; i < n && !s->failed; i++)
        for (int k = 0; k < list[i].n; k++) {
            uint32_t var = list[i].v[k].var;
            if (!is_first(list, i, var))
                continue;
            Expr value = chosen_value(d, n, cond, list, var);
            s->at = given_at(eq, list, var);
            if (around)
                assign(around, var, value);
            else
                add_discrete(s, var, value);
        }
}

static void visit_eq(Scalar *s, const FlatEq *eq, const IterValue *iters);

static void clocked_body(void *data, const FlatEq *eq, const IterValue *iters)
{
    visit_eq(data, eq, iters);
}

/* when clock then ...: equations like others, of which the clock is known. */
static void add_clocked(Scalar *s, const FlatEq *eq)
{
    const IterValue *iters = s->iters;
    Expr clock = scalar_one(s, eq->branch[0].condition);
    s->d->clocked = true;
    if (!s->failed && expr_op(s->d->store, clock) != EX_VAR) { /* one clock for all of them */
        Expr var = expr_var(s->d->store, T_CLOCK, scalar_hidden_var(s, T_CLOCK, DV_DISCRETE));
        add_scalar(s, var, clock);
        clock = var;
    }
    s->clock = clock;
    if (!s->failed)
        flat_expand_list(&s->expand, &eq->branch[0].body, iters, clocked_body, s);
    s->clock = 0;
}

static bool is_clocked(const Scalar *s, const FlatEq *eq)
{
    Expr c = eq->nbranches == 1 ? eq->branch[0].condition : 0;
    return c && expr_type(s->d->store, c) == T_CLOCK;
}

/* ---- Algorithms ---- */

typedef VEC(uint32_t) VarSet;

typedef struct Targets {
    Scalar *s;
    VarSet set;
    Map seen;
} Targets;

static void note_target(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Targets *t = arg;
    ExprStore *st = t->s->d->store;
    Expr target = expr_op(st, *slot) == EX_INDEX ? expr_arg(st, *slot, 0) : *slot;
    ExprOp op = expr_op(st, target);
    (void)stmt;
    if (role != SLOT_TARGET || (op != EX_ARRVAR && op != EX_VAR))
        return;
    uint32_t first = (uint32_t)expr_node(st, target)->payload;
    for (uint32_t i = 0; i < type_elements(expr_types(st), expr_type(st, target)); i++) {
        if (map_get(&t->seen, (uint64_t)(first + i) + 1, 0))
            continue;
        map_set(&t->seen, t->s->a, (uint64_t)(first + i) + 1, 1);
        vec_push(t->s->d->arena, &t->set, first + i);
    }
}

/* The variables that statements assign, each once. */
static VarSet targets_of(Scalar *s, int n, Stmt **body)
{
    Func f = {.nbody = n, .body = body};
    Targets t = {.s = s};
    body_slots(&f, note_target, &t);
    return t.set;
}

typedef VEC(Stmt *) StmtList;

/* A condition of a when statement: a hidden Boolean is assigned where the statement stands. */
static Expr algorithm_edge(Scalar *s, Expr condition, StmtList *before)
{
    Dae *d = s->d;
    if (expr_op(d->store, condition) == EX_INITIAL)
        return condition;
    Expr var = expr_var(d->store, T_BOOL, scalar_hidden_var(s, T_BOOL, DV_DISCRETE));
    vec_push(d->arena, before, assign_stmt(s, ST_ASSIGN, var, condition));
    return event_operator(d->store, EX_EDGE, var);
}

static Expr algorithm_active(Scalar *s, Expr condition, StmtList *before)
{
    Dae *d = s->d;
    const TypeInfo *t = type_info(expr_types(d->store), expr_type(d->store, condition));
    if (!t->ndims)
        return algorithm_edge(s, condition, before);
    uint32_t n = t->dim[0] > 0 ? (uint32_t)t->dim[0] : 0;
    Expr *part = ARENA_ARRAY(d->arena, Expr, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        Expr element[2] = {condition, expr_int(d->store, (int64_t)i + 1)};
        part[i] =
            algorithm_edge(s, expr_build(d->store, EX_INDEX, T_BOOL, 0, 0, 2, element), before);
    }
    if (!n)
        return expr_bool(d->store, false);
    return n == 1 ? part[0] : expr_build(d->store, EX_OR, T_BOOL, 0, 0, n, part);
}

static StmtList rewrite_list(Scalar *s, Stmt **body, int n, bool top)
{
    Dae *d = s->d;
    StmtList out = {0};
    for (int i = 0; i < n && !s->failed; i++) {
        Stmt *stmt = body[i];
        s->at = stmt->span;
        if (stmt->kind == ST_WHEN && !top) {
            scalar_fail(s, "`when` cannot stand inside `if`, `for` or `while`");
            break;
        }
        bool when = stmt->kind == ST_WHEN;
        for (int k = 0; k < stmt->nbranches; k++) {
            if (when)
                stmt->branch[k].condition = algorithm_active(s, stmt->branch[k].condition, &out);
            StmtList inner = rewrite_list(s, stmt->branch[k].body, stmt->branch[k].n, false);
            stmt->branch[k].n = inner.n;
            stmt->branch[k].body = inner.v;
        }
        if (when)
            stmt->kind = ST_IF;
        vec_push(d->arena, &out, stmt);
    }
    return out;
}

/* Variables assigned only under when conditions are discrete. */
static void mark_discrete(Scalar *s, Stmt **body, int n)
{
    for (int i = 0; i < n; i++) {
        if (body[i]->kind != ST_WHEN)
            continue;
        VarSet set = targets_of(s, 1, &body[i]);
        for (int k = 0; k < set.n; k++)
            note_when(s->d, set.v[k]);
    }
}

/* Positions in loops do not move. */
static Expr statement_derivative(void *arg, Expr leaf)
{
    Scalar *s = arg;
    ExprOp op = expr_op(s->d->store, leaf);
    return op == EX_LOCAL || op == EX_ITER ? expr_real(s->d->store, 0)
                                           : scalar_derivative(s->d, leaf);
}

/* der(e), in the shape of e. */
static Expr replace_derivative(void *data, Expr e)
{
    Scalar *s = data;
    ExprStore *st = s->d->store;
    if (expr_op(st, e) != EX_DER)
        return e;
    CalcError err = {0};
    Expr x = expr_derivative(st, expr_arg(st, e, 0), statement_derivative, s, &err);
    if (!x) {
        scalar_not_differentiable(s, &err);
        return e;
    }
    const TypeTable *types = expr_types(st);
    if (!type_info(types, expr_type(st, e))->ndims || type_info(types, expr_type(st, x))->ndims)
        return x;
    int64_t n = type_elements(expr_types(st), expr_type(st, e));
    Expr *element = ARENA_ARRAY(s->d->arena, Expr, n + 1);
    for (int64_t i = 0; i < n; i++)
        element[i] = x;
    return array_of(st, expr_type(st, e), element);
}

/* der(x) in statements is the variable of that name, der(e) what it is by the rules. */
static void replace_derivatives(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Scalar *s = arg;
    Dae *d = s->d;
    ExprStore *st = d->store;
    s->at = stmt->span;
    if (role == SLOT_VALUE) {
        *slot = expr_rewrite(st, *slot, replace_derivative, s);
        return;
    }
    ExprNode n = *expr_node(st, *slot);
    if (n.op != EX_INDEX)
        return;
    Expr *part = ARENA_ARRAY(d->arena, Expr, n.nargs);
    for (uint32_t i = 0; i < n.nargs; i++) {
        Expr e = expr_arg(st, *slot, i);
        part[i] = i ? expr_rewrite(st, e, replace_derivative, s) : e;
    }
    *slot = expr_make(st, EX_INDEX, n.type, n.flags, n.payload, n.nargs, part);
}

/* One of the operators that ops.def lists under clocks, the first to the last. */
static bool is_clock_operator(void *arg, Expr e)
{
    const Dae *d = arg;
    ExprOp op = expr_op(d->store, e);
    return op >= EX_CLOCK && op <= EX_FIRSTTICK;
}

/* Statements keep their expressions; operators of clocks in them concern the whole model. */
static void note_clocks(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Dae *d = arg;
    (void)stmt;
    (void)role;
    d->clocked = d->clocked || expr_any(d->store, *slot, is_clock_operator, d);
}

static void add_algorithm(Scalar *s, const FlatEq *flat)
{
    Dae *d = s->d;
    Func *f = flat->body[s->position];
    body_slots(f, note_clocks, d);
    mark_discrete(s, f->body, f->nbody);
    spread_events(s, f);
    StmtList body = rewrite_list(s, f->body, f->nbody, true);
    if (s->failed)
        return;
    VarSet set = targets_of(s, body.n, body.v);
    f->nbody = body.n;
    f->body = body.v;
    body_slots(f, replace_derivatives, s);
    if (s->failed)
        return;
    s->at = flat->span;
    if (!set.n) {
        if (body.n)
            add_effect(s, f, body.n, body.v, false);
        return;
    }
    DaeEq *eq = scalar_add_eq(s, EQ_ALGORITHM);
    eq->body = f;
    eq->noutputs = set.n;
    eq->output = set.v;
    eq->drifts = f->drifts.end;
    eq->discrete = !eq->drifts;
    for (int i = 0; i < set.n; i++)
        eq->discrete = eq->discrete && d->var.v[set.v[i]].kind == DV_DISCRETE;
}

/* ---- Calls with several results ---- */

/* (a, b) = f(x): one equation if the results are variables, else through hidden ones. */
static void add_call(Scalar *s, const FlatEq *eq)
{
    PairList pair = {0};
    if (!eq->noutputs) {
        call_effect(s, eq, 0, 0);
        return;
    }
    call_results(s, eq, &pair);
    s->continuous = false;
    for (int i = 0; i < pair.n && !s->failed; i++) {
        add_scalar(s, pair.v[i].lhs, pair.v[i].rhs);
        DaeEq *last = &s->d->eq.v[s->d->eq.n - 1];
        last->drifts = eq->continuous && last->discrete;
    }
}

/* ---- Marks ---- */

static Expr without_symbol(void *arg, Expr old, Expr now)
{
    Dae *d = ((Scalar *)arg)->d;
    (void)old;
    if (expr_op(d->store, now) != EX_VAR)
        return now;
    for (int i = 0; i < d->hint.n; i++)
        if (d->hint.v[i].symbol == var_number(d->store, now))
            return expr_real(d->store, 0);
    return now;
}

/* The equation of a mark: the first of n from `first` on that has its symbol, and no other mark. */
static int equation_of_mark(const Dae *d, int mark, int first, int n)
{
    uint32_t symbol = d->hint.v[mark].symbol;
    int found = -1;
    for (int k = n - 1; k >= 0; k--) {
        const DaeEq *eq = &d->eq.v[first + k];
        bool is = symbol == NONE || expr_has_var(d->store, eq->lhs, symbol) ||
                  expr_has_var(d->store, eq->rhs, symbol);
        for (int i = 0; i < mark && is && n > 1; i++)
            is = d->hint.v[i].eq != first + k;
        found = is ? first + k : found;
    }
    return found;
}

/* Marks from number `from` on stand in n equations from `first` on; elsewhere they have no
 * equation. */
static void place_marks(Scalar *s, int from, int first, int n)
{
    Dae *d = s->d;
    for (int i = from; i < d->hint.n; i++)
        d->hint.v[i].eq = equation_of_mark(d, i, first, n);
    if (d->hint.n == from || !s->symbols || d->for_sheet)
        return;
    for (int k = first; k < first + n; k++) {
        DaeEq *eq = &d->eq.v[k];
        Expr lhs = dae_rewrite(d, eq->lhs, without_symbol, s);
        Expr rhs = dae_rewrite(d, d->eq.v[k].rhs, without_symbol, s);
        d->eq.v[k].lhs = lhs;
        d->eq.v[k].rhs = rhs;
    }
}

/* The variable that a symbol of relax() stands for. */
static Expr relaxed_var(void *arg, Expr old, Expr now)
{
    Dae *d = ((Scalar *)arg)->d;
    (void)old;
    if (expr_op(d->store, now) != EX_VAR || var_number(d->store, now) < RELAX_SYMBOL)
        return now;
    return expr_var(d->store, T_REAL, d->relax_mark.v[var_number(d->store, now) - RELAX_SYMBOL].of);
}

typedef struct RelaxPlace {
    Scalar *s;
    int eq;
} RelaxPlace;

static void note_relaxed(void *arg, uint32_t var)
{
    const RelaxPlace *p = arg;
    Dae *d = p->s->d;
    if (var >= RELAX_SYMBOL)
        vec_push(d->arena, &d->relax_mark,
                 ((RelaxMark){d->relax_mark.v[var - RELAX_SYMBOL].of, p->eq}));
}

/* Marks from number `from` on stand in n equations from `first` on; those that were made with them,
 * from number `all` on, have symbols too. */
static void place_relaxed(Scalar *s, int from, int first, int n, int all)
{
    Dae *d = s->d;
    int to = d->relax_mark.n;
    for (int i = from; i < to && !s->many; i++)
        d->relax_mark.v[i].eq = n == 1 ? first : -1;
    for (int k = first; k < first + n && s->many && to > from; k++) {
        RelaxPlace place = {s, k};
        dae_visible_vars(d, d->eq.v[k].lhs, note_relaxed, &place);
        dae_visible_vars(d, d->eq.v[k].rhs, note_relaxed, &place);
    }
    for (int k = all; k < d->eq.n && s->many && to > from; k++) {
        Expr *part[] = {&d->eq.v[k].lhs, &d->eq.v[k].rhs, &d->eq.v[k].when};
        for (size_t i = 0; i < sizeof part / sizeof *part; i++)
            *part[i] = *part[i] ? dae_rewrite(d, *part[i], relaxed_var, s) : 0;
    }
    int kept = from;
    for (int i = from; i < d->relax_mark.n; i++)
        if (d->relax_mark.v[i].eq >= 0)
            d->relax_mark.v[kept++] = d->relax_mark.v[i];
    d->relax_mark.n = kept;
}

/* Whether an equation is several scalar ones. */
static bool has_many(const Scalar *s, const FlatEq *eq)
{
    const TypeTable *types = expr_types(s->d->store);
    return eq->kind == FE_IF ||
           (eq->kind == FE_EQUAL && type_info(types, expr_type(s->d->store, eq->lhs))->ndims);
}

/* ---- State machines ---- */

/* The equations that follow are those of a part. */
static void note_place(Scalar *s, uint32_t part, const IterValue *iters)
{
    if (s->expand.f->machines)
        vec_push(s->d->arena, &s->machines.place,
                 ((EqPlace){s->d->eq.n, flat_place(s->expand.f, part, iters)}));
}

/* transition or initialState; the condition becomes a variable. */
static void note_machine(Scalar *s, const FlatEq *eq)
{
    ExprStore *st = s->d->store;
    MachineStatement n = {.span = eq->span, .condition = NONE};
    n.place = flat_place(s->expand.f, eq->owner, s->iters);
    n.from = scalar_one(s, expr_arg(st, eq->rhs, 0));
    s->d->clocked = true;
    if (expr_op(st, eq->rhs) == EX_TRANSITION) {
        static const char *const what[] = {"`immediate` of a transition", "`reset` of a transition",
                                           "`synchronize` of a transition",
                                           "the priority of a transition"};
        int64_t option[4] = {0};
        n.to = scalar_one(s, expr_arg(st, eq->rhs, 1));
        for (uint32_t i = 0; i < 4; i++)
            scalar_integer(s, expr_arg(st, eq->rhs, i + 3), what[i], &option[i]);
        n.immediate = option[0];
        n.reset = option[1];
        n.synchronize = option[2];
        n.priority = option[3];
        Expr condition = scalar_one(s, expr_arg(st, eq->rhs, 2));
        n.condition = scalar_hidden_var(s, T_BOOL, DV_DISCRETE);
        if (!s->failed)
            add_scalar(s, expr_var(st, T_BOOL, n.condition), condition);
    }
    if (!s->failed)
        vec_push(s->d->arena, &s->machines.statement, n);
}

/* ---- All equations ---- */

/* The sides of what becomes plain equations; the others are made at once. */
static void collect_pairs(Scalar *s, const FlatEq *eq, PairList *pair)
{
    switch ((FlatEqKind)eq->kind) {
    case FE_EQUAL:
        both_sides(s, eq->lhs, eq->rhs, pair);
        break;
    case FE_CALL:
        add_call(s, eq);
        break;
    case FE_IF:
        collect_if(s, eq, 0, 0, pair);
        break;
    case FE_WHEN:
        if (is_clocked(s, eq))
            add_clocked(s, eq);
        else
            add_branches(s, eq, NULL);
        break;
    case FE_ASSERT:
        add_assert(s, eq, 0, 0);
        break;
    case FE_TERMINATE:
        add_terminate(s, eq, expr_bool(s->d->store, true));
        break;
    case FE_ALGORITHM:
        add_algorithm(s, eq);
        break;
    case FE_MACHINE:
        note_machine(s, eq);
        break;
    case FE_REINIT:
    case FE_FOR:
    case FE_CONNECT:
        break;
    }
}

static void visit_eq(Scalar *s, const FlatEq *eq, const IterValue *iters)
{
    const int nhints = s->d->hint.n, nrelaxed = s->d->relax_mark.n, all = s->d->eq.n;
    s->position = s->eq == eq ? s->position + 1 : 0;
    s->eq = eq;
    s->iters = iters;
    s->at = eq->span;
    s->failed = false;
    s->guard = 0;
    s->inline_calls = eq->initial;
    const bool many = s->many = has_many(s, eq);
    s->symbols = s->d->for_sheet || s->many;
    s->continuous = eq->continuous;
    s->nvanished = 0;
    PairList pair = {0};
    collect_pairs(s, eq, &pair);
    int first = s->d->eq.n;
    for (int i = 0; i < pair.n && !s->failed; i++)
        add_scalar(s, pair.v[i].lhs, pair.v[i].rhs);
    int added = pair.n && s->d->eq.n > first ? pair.n : 0;
    for (int i = 0; i < added && i < s->nvanished && s->d->eq.n - first == added; i++)
        s->d->eq.v[first + i].vanished = s->vanished[i];
    place_marks(s, nhints, first, added);
    s->many = many;
    place_relaxed(s, nrelaxed, first, added, all);
    if (s->d->for_sheet && eq->kind == FE_EQUAL && pair.n == 1 && !s->failed)
        keep_written(s, eq->lhs, eq->rhs, first);
}

/* Scalar equations from number `first` on, hidden variables' own ones left out. */
static int64_t rows_from(const Dae *d, int first)
{
    int64_t n = 0;
    for (int i = first; i < d->eq.n; i++) {
        const DaeEq *e = &d->eq.v[i];
        if (e->initial)
            continue;
        if (e->kind == EQ_SCALAR)
            n += expr_op(d->store, e->lhs) != EX_VAR ||
                 expr_node(d->store, e->lhs)->payload < d->nflat ||
                 d->var.v[expr_node(d->store, e->lhs)->payload].int_of != NONE;
        else if (e->kind <= EQ_ALGORITHM)
            for (int k = 0; k < e->noutputs; k++)
                n += e->output[k] != NONE && e->output[k] < d->nflat;
    }
    return n;
}

static void set_label(Scalar *s, uint32_t part)
{
    if (s->label != part)
        s->owner = owner_number(s->d, part);
    s->label = part;
}

static void visit_with_owner(void *data, const FlatEq *eq, const IterValue *iters)
{
    Scalar *s = data;
    int first = s->d->eq.n;
    set_label(s, eq->owner);
    note_place(s, eq->owner, iters);
    visit_eq(s, eq, iters);
    s->own[flat_owner(s->expand.f, eq->owner)] += rows_from(s->d, first);
    arena_reset(s->a);
}

static void add_connections(Scalar *s)
{
    const FlatModel *f = s->expand.f;
    s->eq = NULL;
    s->iters = NULL;
    s->inline_calls = false;
    note_place(s, 0, NULL);
    for (int i = 0; i < f->connection.n; i++) {
        const FlatConnection *c = &f->connection.v[i];
        int first = s->d->eq.n;
        set_label(s, c->label);
        s->at = c->span;
        s->failed = false;
        if (c->message)
            add_assert(s, &(FlatEq){.rhs = c->rhs, .message = c->message}, 0, 0);
        else
            add_scalar(s, scalar_one(s, c->lhs), scalar_one(s, c->rhs));
        for (int k = first; k < s->d->eq.n; k++) {
            s->d->eq.v[k].from_connect = true;
            s->d->eq.v[k].flow_sum = c->sum;
        }
        if (s->d->for_sheet && !c->message)
            keep_written(s, c->lhs, c->rhs, first);
        arena_reset(s->a);
    }
}

static void count_flat(Dae *d)
{
    for (int i = 0; i < d->var.n; i++)
        d->nunknowns_flat += d->var.v[i].kind >= DV_DERIVATIVE;
    for (int i = 0; i < d->eq.n; i++) {
        const DaeEq *e = &d->eq.v[i];
        if (!e->initial && !e->removed)
            d->neq_flat += e->kind == EQ_SCALAR ? 1 : e->kind <= EQ_ALGORITHM ? e->noutputs : 0;
    }
    d->nscalar = (uint32_t)d->var.n;
}

Dae *dae_build(const FlatModel *f, bool for_sheet)
{
    Dae *d = ARENA_NEW(f->arena, Dae);
    d->ctx = f->ctx;
    d->arena = f->arena;
    d->store = f->store;
    d->name = f->name;
    d->flat = f;
    d->start = f->start;
    d->stop = f->stop;
    d->tolerance = f->tolerance;
    d->interval = f->interval;
    d->for_sheet = for_sheet;
    d->classic = f->classic;
    d->of_library = f->of_library;
    vec_push(d->arena, &d->owner, (Name)0);
    vec_push(d->arena, &d->owner_part, 0);
    Scalar s = {.d = d, .a = arena_new(), .expand = {f, 0}};
    s.own = ARENA_ARRAY(d->arena, int64_t, f->part.n);
    add_variables(&s);
    add_values(&s);
    flat_expand(&s.expand, visit_with_owner, &s);
    add_connections(&s);
    warn_valueless(&s);
    arena_free(s.a);
    if (diags_errors(f->ctx->diags) || (f->machines && !machines_complete(d, &s.machines, s.own)))
        return NULL;
    count_flat(d);
    if (d->of_library && !d->classic && !for_sheet && d->neq_flat < d->nunknowns_flat)
        d->neq_flat += dae_give_open_inputs(d);
    int warnings = diags_warnings(f->ctx->diags);
    d->balance = ARENA_ARRAY(d->arena, int8_t, f->part.n);
    int counted = diags_mark(f->ctx->diags);
    BalanceState balance = balance_check(f, s.own, d->neq_flat, d->nunknowns_flat, d->balance);
    int sought = diags_mark(f->ctx->diags);
    if (balance == UNBALANCED) {
        diagnose_balance(d);
        diags_conclude(f->ctx->diags, counted, sought);
    } else if (balance == BALANCED && diags_warnings(f->ctx->diags) > warnings)
        diagnose_parts(d);
    return balance == BALANCED ? d : NULL;
}
