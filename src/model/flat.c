/* flat.c - from the instance tree to variables with numbers.
 *
 * The tree is walked once to find what exists: sizes and conditions are evaluated, inner
 * components found, arrays whose elements differ are split. Then variables get their numbers,
 * equations are typed (equations.c) and connections resolved (connect.c). Linear in the number of
 * components; arrays of components count once. */
#include "model/flat_internal.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_SCALARS = 10000000 }; /* variables of a model, and elements of an array of components */
static const int64_t UNCOUNTED = INT64_MAX / INT32_MAX; /* so many elements, or more */

/* ---- The walk ---- */

static void visit(Model *m, Comp *c);

static bool misplaced_stream(Model *m, const Comp *c)
{
    if (c->connector != CON_STREAM || (c->parent && c->parent->is_connector))
        return false;
    refuse(m, c->decl->name_span, "`%s` is declared `stream`, but is not part of a connector",
           comp_name_text(m, c));
    return true;
}

static bool is_kind_of_component(const ClassUse *use)
{
    return use->restriction != CLS_PACKAGE && use->restriction != CLS_FUNCTION &&
           use->restriction != CLS_OPERATOR && use->restriction != CLS_OPERATOR_FUNCTION;
}

static void visit_contents(Model *m, Comp *c)
{
    ClassInst *ci = comp_contents(m, c);
    if (!ci)
        return;
    if (ci->def->partial && c->name) {
        const ClassInst *around = c->use->lexical;
        if (around && around->use && refuse_partial_package(m, around->use))
            return;
        const char *complete = hint_complete(m, ci->def);
        refuse(m, c->decl->name_span,
               "`%s` is of the partial class `%s`; choose a complete one%s%s; what a partial class "
               "declares is taken over by "
               "`extends %s`",
               comp_name_text(m, c), class_name_text(m, ci->def), complete ? ", as " : "",
               complete ? complete : "", text_of(m->ctx, ci->def->name));
        return;
    }
    vec_push(m->arena, &m->instance, c);
    for (int i = 0; i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        if (s->same || s->generated)
            continue;
        slot_settle(m, s);
        if (s->replaced && s->decl->kind == EL_CLASS)
            slot_class(m, s, s->decl->name_span);
        Comp *k = slot_member(m, s);
        if (k)
            visit(m, k);
    }
}

/* The inner component is what it is: nothing can be changed through an outer declaration. */
static void check_outer_modifiers(Model *m, const Comp *c)
{
    if (!c->env.n)
        return;
    const ModRef *r = &c->env.e[0];
    object_to(m,
              r->arg   ? r->arg->span
              : r->mod ? r->mod->span
                       : c->decl->name_span,
              "`%s` is outer and cannot be modified; modify the inner component instead",
              comp_name_text(m, c));
    remark(m, c->slot->written->name_span, "it is declared here");
}

/* Elements from the root down to a component; at most UNCOUNTED. */
static int64_t path_size(const Comp *c, int32_t *dim, int *nd)
{
    int64_t n = 1;
    if (c->parent)
        n = path_size(c->parent, dim, nd);
    for (int k = 0; k < c->ndims; k++) {
        if (*nd < MAX_DIMS)
            dim[*nd] = c->dim[k].size;
        (*nd)++;
        n *= c->dim[k].size;
        if (n > UNCOUNTED)
            n = UNCOUNTED;
    }
    return n;
}

static bool too_large(Model *m, const Comp *c, int64_t count)
{
    if (count <= MOST_SCALARS)
        return false;
    refuse(m, c->decl->name_span,
           "`%s` has %s%" PRId64 " elements; a model can have %d variables at most",
           comp_name_text(m, c), count == UNCOUNTED ? "more than " : "",
           count == UNCOUNTED ? INT32_MAX : count, MOST_SCALARS);
    return true;
}

/* A class of external objects has nothing but the two functions. */
static bool check_object_class(Model *m, const SynClass *def)
{
    int found = 0;
    for (int i = 0; i < def->nelements; i++) {
        const SynElement *el = def->elem[i];
        bool function = el->kind == EL_CLASS && el->cls->restriction == CLS_FUNCTION;
        bool known = function && (el->name == N_constructor || el->name == N_destructor);
        found += known;
        if ((el->kind == EL_CLASS || el->kind == EL_COMPONENT) && !known)
            return refuse(m, el->name_span,
                          "`%s` extends from ExternalObject: it can only have the functions "
                          "`constructor` and `destructor`",
                          class_name_text(m, def));
        if (known && el->replaceable)
            return refuse(m, el->name_span, "`%s` of an external object cannot be replaceable",
                          text_of(m->ctx, el->name));
    }
    return found == 2 || refuse(m, def->name_span,
                                "`%s` extends from ExternalObject: it must have the functions "
                                "`constructor` and `destructor`",
                                class_name_text(m, def));
}

static bool is_equated(int n, SynEqu **equ, Name name)
{
    bool found = false;
    for (int i = 0; i < n && !found; i++) {
        const SynEqu *e = equ[i];
        found = e->kind == SE_EQUALS && e->lhs->kind == XP_REF && e->lhs->ref->n == 1 &&
                e->lhs->ref->part[0].name == name;
        for (int k = 0; k < e->nbranches && !found; k++)
            found = is_equated(e->branch[k].n, e->branch[k].body, name);
    }
    return found;
}

/* Whether equations of a class make an object: object = Object(...), at the first tick say. */
static bool is_equated_in(const SynClass *def, Name name)
{
    bool found = false;
    for (int i = 0; i < def->nsections && !found; i++)
        found = !def->section[i]->algorithm &&
                is_equated(def->section[i]->n, def->section[i]->item, name);
    return found;
}

/* External objects are made once, by the value of their declaration or by an equation. */
static bool check_object(Model *m, Comp *c)
{
    bool type = c->use->restriction == CLS_TYPE;
    if (c->use->builtin || (c->use->restriction != CLS_CLASS && !type))
        return refuse(m, c->decl->name_span,
                      "`%s` is of the class `%s`; an external object is of a `class` that extends "
                      "from ExternalObject",
                      comp_name_text(m, c), class_name_text(m, c->use->written));
    if (!check_object_class(m, c->use->def))
        return false;
    if (type)
        diag_warning(m->ctx->diags, c->use->def->name_span,
                     "`%s` extends from ExternalObject: it should be a `class`, not a `type`",
                     class_name_text(m, c->use->def));
    c->made_at_start = c->slot && is_equated_in(c->slot->owner->def, c->name);
    return comp_value(m, c) || c->value_error || c->made_at_start ||
           (c->parent && c->parent->is_connector) ||
           refuse(m, c->decl->name_span,
                  "the external object `%s` has no value; write `%s %s = %s(...)`",
                  comp_name_text(m, c), text_of(m->ctx, c->use->def->name),
                  text_of(m->ctx, c->name), text_of(m->ctx, c->use->def->name));
}

/* Outputs that are declared outer can be merged between states (specification, 17.3.5). */
static void note_outer(Model *m, const Comp *c)
{
    const Comp *inner = c->inner_comp;
    if (inner && c->parent && c->direction == DIR_OUTPUT)
        vec_push(m->kept, &m->flat->outer, ((FlatOuter){c->parent->id, inner->id}));
}

static void visit(Model *m, Comp *c)
{
    if (c->outer || comp_passes_on(m, c)) {
        if (c->outer)
            check_outer_modifiers(m, c);
        comp_inner(m, c);
        note_outer(m, c);
        return;
    }
    if (!c->use || !comp_enabled(m, c) || !c->use) /* a condition may show what is wrong with it */
        return;
    if (!is_kind_of_component(c->use)) {
        bool package = c->use->restriction == CLS_PACKAGE;
        const char *models = package ? hint_models(m, c->use->written) : NULL;
        refuse(m, c->decl->type.span, "`%s` is a %s and cannot be a component%s%s",
               class_name_text(m, c->use->written), package ? "package" : "function",
               models ? "; models in it: " : "", models ? models : "");
        return;
    }
    int32_t dim[MAX_DIMS];
    int nd = 0;
    if (misplaced_stream(m, c) || !comp_dims(m, c) || too_large(m, c, path_size(c, dim, &nd)))
        return;
    if (c->use->builtin || class_is_external_object(m, c->use)) {
        if (c->use->builtin)
            check_modifiers(m, c);
        else if (!check_object(m, c))
            return;
        vec_push(m->arena, &m->leaf, c);
        return;
    }
    if (c->use->restriction == CLS_EXPANDABLE_CONNECTOR && !m->expanded) {
        vec_push(m->arena, &m->bus, c); /* its members are not known yet */
        return;
    }
    bool split = c->ndims && comp_split(m, c);
    for (int i = 0; i < (split ? c->nelements : 1); i++)
        visit_contents(m, split ? c->element[i] : c);
}

/* ---- Numbers ---- */

/* An input of the model itself that nothing inside gives a value. */
static bool is_open_input(Model *m, Comp *c)
{
    int direction = DIR_NONE;
    for (Comp *p = c; p != m->root_comp; p = p->parent) {
        bool fits = p == c || p->is_connector || (p->use && p->use->restriction == CLS_RECORD) ||
                    (p->use && p->use->restriction == CLS_OPERATOR_RECORD);
        if (!p->parent || !fits || p->bus_member ||
            (p->use && p->use->restriction == CLS_EXPANDABLE_CONNECTOR))
            return false;
        direction = direction == DIR_NONE ? p->direction : direction;
        if (direction == DIR_INPUT && comp_value(m, p))
            return false;
    }
    return direction == DIR_INPUT;
}

static bool number_leaf(Model *m, Comp *c)
{
    FlatModel *f = m->flat;
    int32_t dim[MAX_DIMS];
    int nd = 0;
    int64_t count = path_size(c, dim, &nd);
    if (nd > MAX_DIMS)
        return refuse(m, c->decl->name_span, "`%s` has more than %d dimensions in all",
                      comp_name_text(m, c), MAX_DIMS);
    if (count + f->nscalars > MOST_SCALARS)
        return refuse(m, c->decl->name_span,
                      "the model has more than %d variables; `%s` would bring %" PRId64 " more",
                      MOST_SCALARS, comp_name_text(m, c), count);
    Type t = comp_type(m, c);
    if (!t)
        return false;
    FlatVar v = {.part = c->id,
                 .type = type_array(expr_types(m->store), t, nd, dim),
                 .first = f->nscalars,
                 .count = (uint32_t)count,
                 .variability = (uint8_t)comp_variability(m, c),
                 .top_input = is_open_input(m, c)};
    vec_push(m->kept, &f->var, v);
    c->flat = (uint32_t)f->var.n;
    f->nscalars += v.count;
    return true;
}

static void number_variables(Model *m)
{
    for (int i = 0; i < 2 * m->leaf.n; i++) { /* constants and parameters first */
        Comp *c = m->leaf.v[i % m->leaf.n];
        bool varies = comp_variability(m, c) > VARY_PARAMETER;
        if (varies == (i >= m->leaf.n) && !number_leaf(m, c))
            return;
    }
}

/* ---- References ---- */

/* Through the prototype of a split array: the component of the element, and the subscripts left. */
static Comp *in_element(Model *m, Comp *c, uint32_t *n, const Expr *sub, Expr *left)
{
    int64_t at[8 * MAX_DIMS];
    uint32_t rest[8 * MAX_DIMS], nrest;
    for (uint32_t i = 0; i < *n; i++)
        if (expr_op(m->store, sub[i]) == EX_COLON || !eval_subscript(m, sub[i], NULL, &at[i]))
            at[i] = 0;
    uint32_t part = flat_descend(m->flat, c->id, *n, at, rest, &nrest);
    for (uint32_t i = 0; i < nrest; i++)
        left[i] = sub[rest[i]];
    *n = nrest;
    return part ? m->comp.v[part] : NULL;
}

/* Subscripts of Boolean and enumeration dimensions as numbers from 1. */
static Expr position(Model *m, Expr sub)
{
    ExprStore *s = m->store;
    const TypeInfo *t = tinfo(m, expr_type(s, sub));
    if (expr_op(s, sub) == EX_COLON || t->base == TY_INT || t->ndims)
        return sub;
    if (t->base == TY_ENUM)
        return expr_op(s, sub) == EX_ENUM ? expr_int(s, (int64_t)expr_node(s, sub)->payload)
                                          : expr_make(s, EX_ENUMINT, T_INT, 0, 0, 1, &sub);
    if (expr_op(s, sub) == EX_BOOL)
        return expr_int(s, (int64_t)expr_node(s, sub)->payload + 1);
    Expr arg[3] = {sub, expr_int(s, 2), expr_int(s, 1)};
    return expr_make(s, EX_IF, T_INT, 0, 0, 3, arg);
}

Expr flat_reference(Model *m, Comp *c, uint32_t n, const Expr *sub, Type type)
{
    ExprStore *s = m->store;
    Expr moved[8 * MAX_DIMS];
    if (!c->flat) {
        c = in_element(m, c, &n, sub, moved);
        if (!c || !c->flat)
            return 0;
        sub = moved;
    }
    const FlatVar *v = comp_var(m, c);
    const TypeInfo *t = tinfo(m, v->type);
    if (!t->ndims)
        return expr_var(s, t->scalar, v->first);
    Expr arg[MAX_DIMS + 1];
    uint32_t fixed = 0, first = 0; /* literals in front choose what lies side by side */
    bool whole = true;
    for (uint32_t i = 0; i < n && i < t->ndims; i++) {
        Expr p = arg[i + 1] = position(m, sub[i]);
        bool literal = expr_op(s, p) == EX_INT;
        int64_t k = literal ? (int64_t)expr_node(s, p)->payload : 1;
        if (k < 1 || k > t->dim[i])
            return 0;
        fixed += literal && fixed == i;
        whole = whole && (fixed > i || expr_op(s, p) == EX_COLON);
    }
    uint32_t outer = n - (uint32_t)c->ndims;
    if (!whole && fixed > outer) /* a component's own subscripts stay together */
        fixed = outer;
    for (uint32_t i = 0; i < t->ndims; i++)
        first = first * (uint32_t)t->dim[i] +
                (i < fixed ? (uint32_t)expr_node(s, arg[i + 1])->payload - 1 : 0);
    first += v->first;
    if (fixed == n)
        return expr_var(s, t->scalar, first);
    Type part = tarray(m, t->scalar, t->ndims - (int)fixed, t->dim + fixed);
    arg[fixed] = expr_make(s, EX_ARRVAR, part, 0, first, 0, NULL);
    return whole ? arg[fixed] : expr_make(s, EX_INDEX, type, 0, 0, n + 1 - fixed, arg + fixed);
}

bool eval_subscript(Model *m, Expr e, const IterValue *iters, int64_t *out)
{
    if (flat_subscript(m->flat, e, iters, out))
        return true;
    Value *v = tinfo(m, expr_type(m->store, e))->ndims ? NULL : eval_try(m, e, iters);
    if (!v || !v->num)
        return false;
    *out = (int64_t)v->num[0] + (expr_type(m->store, e) == T_BOOL);
    return true;
}

/* ---- Values and attributes ---- */

/* Whether the parameters of an expression are final, with values of which the same is true: it is
 * known as if they were constants. */
static bool is_settled(Model *m, Expr e, int depth)
{
    const ExprNode *node = expr_node(m->store, e);
    if (node->op == EX_CREF) {
        Comp *c = m->comp.v[node->payload];
        bool final = c->final || (c->given && c->given->final);
        Expr value = final ? comp_value(m, c) : 0;
        if (comp_variability(m, c) > VARY_CONSTANT &&
            (!value || depth > 20 || comp_variability(m, c) > VARY_PARAMETER ||
             !is_settled(m, value, depth + 1)))
            return false;
    } else if (node->op == EX_CALL || node->op == EX_ISROOT || node->op == EX_ROOTED ||
               node->op == EX_ROOTINDEX || node->op == EX_CARDINALITY) {
        return false;
    }
    for (uint32_t i = 0; i < expr_node(m->store, e)->nargs; i++)
        if (!is_settled(m, expr_arg(m->store, e, i), depth))
            return false;
    return true;
}

/* The first variable in an expression that varies more than `most`; NULL: none. */
static const char *varies_by(Model *m, Expr e, Variability most)
{
    const ExprNode *node = expr_node(m->store, e);
    if (node->op == EX_CREF && comp_variability(m, m->comp.v[node->payload]) > most)
        return comp_name_text(m, m->comp.v[node->payload]);
    if (node->op == EX_TIME)
        return "time";
    const char *by = NULL;
    for (uint32_t i = 0; !by && i < expr_node(m->store, e)->nargs; i++)
        by = varies_by(m, expr_arg(m->store, e, i), most);
    return by;
}

/* A variable in the value that has a value that never changes: it was to be a parameter; false:
 * there is none. */
static bool remark_never_changes(Model *m, Expr e)
{
    const ExprNode *node = expr_node(m->store, e);
    Comp *c = node->op == EX_CREF ? m->comp.v[node->payload] : NULL;
    Expr value = c && comp_variability(m, c) > VARY_PARAMETER ? comp_value(m, c) : 0;
    if (value && expr_variability(m, value) <= VARY_PARAMETER) {
        remark(m, c->decl->name_span,
               "`%s` is declared as a variable here, but its value never changes: declare it as a "
               "parameter",
               comp_name_text(m, c));
        return true;
    }
    bool found = false;
    for (uint32_t i = 0; !found && i < expr_node(m->store, e)->nargs; i++)
        found = remark_never_changes(m, expr_arg(m->store, e, i));
    return found;
}

/* A value that varies more than what is declared. */
static void refuse_variability(Model *m, const FlatVar *v, Comp *c, Expr value, Variability has)
{
    bool constant = v->variability == VARY_CONSTANT;
    bool settled = constant && has == VARY_PARAMETER && is_settled(m, value, 0);
    if (settled || (constant && has == VARY_PARAMETER && m->of_library)) {
        diag_warning(m->ctx->diags, comp_value_span(c),
                     "`%s` is a constant, but its value depends on parameters%s",
                     comp_name_text(m, c), settled ? "; they are final" : "");
        return;
    }
    bool varies = has > VARY_PARAMETER,
         impure = expr_variability(m, value) > VARY_PARAMETER && !varies;
    const char *name = comp_name_text(m, c);
    const char *by = impure ? NULL : varies_by(m, value, varies ? VARY_PARAMETER : v->variability);
    const char *what = constant ? "constant" : "parameter";
    refuse(m, comp_value_span(c), "`%s` is a %s, but its value %s%s%s%s", name, what,
           varies   ? "varies in time"
           : impure ? "needs an impure function"
           : by     ? "depends on a parameter"
                    : "depends on parameters",
           by ? varies ? ", by `" : ", `" : "", by ? by : "", by ? "`" : "");
    if (constant && has == VARY_PARAMETER)
        remark(m, c->decl->name_span, "declare `%s` as a parameter", name);
    else if (varies && remark_never_changes(m, value))
        return;
    else if (varies)
        remark(m, c->decl->name_span, "a variable is declared without `%s`%s", what,
               constant ? ""
                        : arena_printf(m->arena,
                                       "; a value that is computed once, at the start, is given in "
                                       "an initial equation of a parameter with `fixed = false`"));
}

/* An external object that is no parameter is made at the start, by what is known only then. */
static Expr made_at_start(Model *m, Expr object, Expr value)
{
    ExprStore *s = m->store;
    Type t = expr_type(s, value);
    Expr arg[3] = {expr_make(s, EX_INITIAL, T_BOOL, 0, 0, 0, NULL), value,
                   expr_make(s, EX_PRE, t, 0, 0, 1, &object)};
    return expr_op(s, value) == EX_CALL ? expr_make(s, EX_IF, t, 0, 0, 3, arg) : value;
}

/* A variable that changes at events only, with a value that does not; not told of fields of
 * records. */
static bool varies_in_vain(Model *m, const FlatVar *v, Comp *c, Variability has)
{
    bool own = !c->parent || !c->parent->use ||
               (c->parent->use->restriction != CLS_RECORD &&
                c->parent->use->restriction != CLS_OPERATOR_RECORD);
    return v->variability == VARY_DISCRETE && has == VARY_CONTINUOUS &&
           (own || comp_type(m, c) == T_REAL);
}

/* Types and checks the value and attributes of every variable; values of variables that are not
 * parameters become equations. */
static void resolve_values(Model *m)
{
    FlatModel *f = m->flat;
    for (int i = 0; i < f->var.n; i++) {
        FlatVar *v = &f->var.v[i];
        Comp *c = var_comp(m, v);
        Expr value = comp_value(m, c);
        for (int a = 0; a < ATTR_COUNT; a++)
            comp_attribute(m, c, (Attribute)a);
        if (!value)
            continue;
        Span at = comp_value_span(c);
        Type want = comp_array_type(m, c), have_type = expr_type(m->store, value);
        if (want && !type_fits(m, have_type, want)) {
            report_type(m, at, arena_printf(m->arena, "`%s`", comp_name_text(m, c)), have_type,
                        want);
            continue;
        }
        Variability has = v->variability <= VARY_PARAMETER ? binding_variability(m, value)
                                                           : expr_variability(m, value);
        if (c->is_object && has == VARY_DISCRETE) {
            c->made_at_start = true;
            v->variability = VARY_DISCRETE;
        }
        if (has > v->variability && v->variability <= VARY_PARAMETER) {
            refuse_variability(m, v, c, value, has);
            continue;
        }
        bool moves = varies_in_vain(m, v, c, has);
        if (moves && (!m->of_library || comp_type(m, c) == T_REAL))
            refuse(m, at,
                   "`%s` is discrete, but its value varies continuously: give it one in a `when`, "
                   "as with "
                   "sample(0, 0.1)",
                   comp_name_text(m, c));
        else if (v->variability == VARY_DISCRETE && c->declared_variability &&
                 comp_type(m, c) == T_REAL)
            refuse(m, at, "`%s` is a discrete Real: it gets its values in a `when`, not here",
                   comp_name_text(m, c));
        if (v->variability <= VARY_PARAMETER)
            continue;
        FlatEq eq = {FE_EQUAL, .binding = true, .span = at, .rhs = value, .continuous = moves};
        eq.owner = c->parent ? c->parent->id : 0;
        eq.lhs = comp_self_ref(m, c);
        if (eq.lhs && c->is_object)
            eq.rhs = made_at_start(m, eq.lhs, value);
        if (eq.lhs)
            vec_push(m->kept, &f->eq, arena_copy(m->kept, &eq, sizeof eq));
    }
}

static bool is_evaluated(void *arg, Expr e)
{
    Model *m = arg;
    const Comp *c = expr_op(m->store, e) == EX_CREF ? cref_comp(m, e) : NULL;
    return c && (c->evaluate || c->structural) && comp_variability(m, (Comp *)c) == VARY_PARAMETER;
}

/* A parameter that cannot be changed, and is computed from evaluated ones and constants only. */
static bool follows_evaluated(Model *m, const Comp *c)
{
    bool closed = c->final || c->protected || (c->given && c->given->final);
    return closed && !c->evaluate_false && is_fixed(m, c->value) &&
           expr_any(m->store, c->value, is_evaluated, m);
}

/* Constants need a value, and Evaluate parameters are values from here on. */
static void check_constants(Model *m)
{
    FlatModel *f = m->flat;
    for (int i = 0; i < f->var.n; i++) {
        Comp *c = var_comp(m, &f->var.v[i]);
        if (f->var.v[i].variability == VARY_CONSTANT && !c->value && !c->value_error)
            refuse(m, c->decl->name_span, "the constant `%s` has no value", comp_name_text(m, c));
        if (f->var.v[i].variability == VARY_PARAMETER && c->value && !c->structural &&
            (c->evaluate || follows_evaluated(m, c))) {
            Eval ev = {.m = m, .mark = true, .at = c->decl->name_span};
            if (eval_expr(&ev, comp_whole_ref(m, c, f->var.v[i].type)))
                c->structural = true;
        }
    }
}

/* ---- The whole way ---- */

static Comp *make_root(Model *m, ClassUse *use, ModEnv settings)
{
    Comp *c = new_comp(m);
    c->use = use;
    c->env = settings;
    c->variability = VARY_CONTINUOUS;
    c->is_connector = use->restriction == CLS_CONNECTOR;
    SynElement *decl = ARENA_NEW(m->arena, SynElement);
    decl->kind = EL_COMPONENT;
    decl->name_span = use->written->name_span;
    decl->span = use->written->name_span;
    c->decl = decl;
    c->split_state = SPLIT_NO;
    c->condition_state = 2;
    return c;
}

static bool refuse_kind(Model *m, const ClassUse *use, const char *name)
{
    const char *models = use->restriction == CLS_PACKAGE ? hint_models(m, use->written) : NULL;
    refuse(m, use->written->name_span, "`%s` is a %s, not a model%s%s", name,
           use->restriction == CLS_PACKAGE    ? "package"
           : use->restriction == CLS_FUNCTION ? "function"
                                              : "type",
           models ? "; models in it: " : "", models ? models : "");
    return false;
}

static bool can_be_root(Model *m, ClassUse *use)
{
    if (!library_load(m->lib, use->def))
        return false;
    const char *name = class_name_text(m, use->written);
    Span at = use->written->name_span;
    if (use->builtin || !is_kind_of_component(use) || use->restriction == CLS_TYPE)
        return refuse_kind(m, use, name);
    if (use->def->partial)
        return refuse(m, at, "`%s` is partial: it is made to be extended, not to be used", name);
    if (use->ndims)
        return refuse(m, at, "`%s` is an array", name);
    return true;
}

/* The experiment of the class as it is named, of what that means, or of the first base class, that
 * has one of n settings; NULL: none has. */
static const SynMod *experiment_with(const SynClass *written, const ClassInst *ci, int n,
                                     const Name *name)
{
    const SynMod *e = annotation_mod(written->annotation, N_experiment), *found = NULL;
    for (int i = 0; i < n && !found; i++)
        found = annotation_value(e, name[i]) ? e : NULL;
    if (!found && ci->def != written)
        found = experiment_with(ci->def, ci, n, name);
    for (int i = 0; !found && i < ci->base.n; i++)
        found = experiment_with(ci->base.v[i]->def, ci->base.v[i], n, name);
    return found;
}

static double number_of(Model *m, const SynExp *e, Name name)
{
    double sign = 1;
    while (e && e->kind == XP_UNARY && (e->op == OP_NEG || e->op == OP_PLUS)) {
        sign = e->op == OP_NEG ? -sign : sign;
        e = e->arg[0];
    }
    if (e && e->kind != XP_REAL && e->kind != XP_INT)
        diag_warning(m->ctx->diags, e->span, "`%s` must be a number; it is not used",
                     text_of(m->ctx, name));
    return !e                   ? NAN
           : e->kind == XP_REAL ? sign * e->r
           : e->kind == XP_INT  ? sign * (double)e->i
                                : NAN;
}

/* Settings that look like others but are none. Tools have settings of their own, which are left
 * alone: all that begin with two underscores, __Tool_NumberOfIntervals (18.1). */
static void check_experiment(Model *m, const SynMod *experiment)
{
    static const Name known[] = {N_StartTime, N_StopTime, N_Tolerance, N_Interval,
                                 N_NumberOfIntervals};
    for (int i = 0; experiment && i < experiment->nargs; i++) {
        const SynName *name = &experiment->arg[i]->name;
        Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, name->n ? name->part[0] : 0));
        bool is = name->n != 1 || !strncmp(text_of(m->ctx, name->part[0]), "__", 2);
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            is = is || name->part[0] == known[k];
            nearest_offer(&near, text_of(m->ctx, known[k]));
        }
        if (!is && near.best)
            diag_warning(m->ctx->diags, name->span,
                         "`%s` is no setting of an experiment; did you mean `%s`?",
                         text_of(m->ctx, name->part[0]), near.best);
    }
}

static void read_experiment(Model *m, FlatModel *f, const SynClass *written)
{
    /* What is said of the time belongs together: a StopTime of its own may lie before the StartTime
     * of a base class. */
    enum { OF_TIME = 4 };
    static const Name name[] = {N_StartTime, N_StopTime, N_Interval, N_NumberOfIntervals,
                                N_Tolerance};
    const SynMod *times = experiment_with(written, m->root, OF_TIME, name);
    const SynExp *at[5];
    double v[5];
    for (int i = 0; i < 5; i++) {
        at[i] = annotation_value(
            i < OF_TIME ? times : experiment_with(written, m->root, 1, &name[i]), name[i]);
        v[i] = number_of(m, at[i], name[i]);
    }
    check_experiment(m, annotation_mod(written->annotation, N_experiment));
    f->start = v[0];
    f->stop = v[1];
    if (f->stop < f->start)
        diag_warning(m->ctx->diags, at[1]->span, "the StopTime %g lies before the StartTime %g",
                     f->stop, f->start);
    f->tolerance = v[4];
    if (!isnan(f->tolerance) && !(f->tolerance >= 1e-14 && f->tolerance < 1))
        diag_warning(m->ctx->diags, at[4]->span,
                     "the Tolerance %g is not between 1e-14 and 1: 1e-6 is usual", f->tolerance);
    f->interval = v[2];
    if (f->interval <= 0)
        diag_warning(m->ctx->diags, at[2]->span,
                     "the Interval %g between output points is not positive", f->interval);
    if (v[3] >= 1 && isnan(f->interval) && !isnan(f->stop))
        f->interval = (f->stop - (isnan(f->start) ? 0 : f->start)) / v[3];
}

static FlatModel *new_flat(Model *m, const ClassUse *use)
{
    FlatModel *f = m->flat = ARENA_NEW(m->kept, FlatModel);
    f->ctx = m->ctx;
    f->store = m->store;
    f->arena = m->kept;
    f->name = name_cstr(m->ctx->names, class_name_text(m, use->written));
    f->description = use->written->description;
    f->span = use->written->name_span;
    f->classic = use->def->classic;
    f->of_library = m->of_library;
    f->component = m->component;
    return f;
}

/* Components, variables and typed equations. */
static void make_tree(Model *m)
{
    visit_contents(m, m->root_comp);
    for (int i = 0; i < m->generated_inner.n; i++)
        if (m->generated_inner.v[i])
            visit(m, m->generated_inner.v[i]);
    m->flat->through_outer = m->generated_inner.n > 0;
    if (!diags_errors(m->ctx->diags))
        expand_connectors(m);
    m->expanded = true;
    for (int i = 0; i < m->bus.n; i++)
        visit(m, m->bus.v[i]);
    check_interfaces(m);
    check_restrictions(m);
    if (diags_errors(m->ctx->diags))
        return;
    for (int i = 0; i < m->instance.n; i++)
        if (m->instance.v[i]->ci)
            settle_root_indices(m, m->instance.v[i]->ci);
    number_variables(m);
    if (diags_errors(m->ctx->diags))
        return;
    resolve_values(m);
    for (int i = 0; i < m->instance.n; i++)
        resolve_equations(m, m->instance.v[i]);
    check_pre(m);
    check_constants(m);
    check_modified_classes(m);
}

/* Nothing of the flat model points into the instance tree any more. */
static void cut_loose(Model *m)
{
    FlatModel *f = m->flat;
    int n = 0;
    f->machines = m->machines;
    for (int i = 0; i < f->eq.n; i++) {
        f->eq.v[i]->source = NULL;
        if (f->eq.v[i]->kind != FE_CONNECT)
            f->eq.v[n++] = f->eq.v[i];
    }
    f->eq.n = n;
    for (int i = 0; i < m->instance.n; i++)
        vec_push(m->kept, &f->instance, m->instance.v[i]->id);
    for (int i = 0; i < m->iter.n; i++)
        vec_push(m->kept, &f->iter, m->iter.v[i].name);
    keep_resources(m);
}

void keep_resources(Model *m)
{
    FlatModel *f = m->flat;
    const SynClass *top;
    if (!f)
        return;
    while ((top = library_top(m->lib, f->resource.n)))
        vec_push(
            m->kept, &f->resource,
            ((FuncResource){top->name, name_cstr(m->ctx->names, library_folder(m->lib, top))}));
    if (m->runner) {
        m->runner->resource = f->resource.v;
        m->runner->nresources = f->resource.n;
        m->runner->model = m->root_comp ? class_name_text(m, m->root_comp->use->def) : NULL;
    }
}

const FlatModel *flatten(Model *m, ClassUse *use, ModEnv settings)
{
    if (!can_be_root(m, use))
        return NULL;
    FlatModel *f = new_flat(m, use);
    m->root_comp = make_root(m, use, settings);
    m->root = comp_contents(m, m->root_comp);
    if (!m->root)
        return NULL;
    f->root = m->root_comp->id;
    make_tree(m);
    if (diags_errors(m->ctx->diags))
        return NULL;
    read_experiment(m, f, use->written);
    make_parts(m);
    settle_loops(m);
    connect_all(m);
    if (diags_errors(m->ctx->diags))
        return NULL;
    settle_all(m);
    make_parts(m);
    cut_loose(m);
    if (!diags_errors(m->ctx->diags)) {
        check_units(m);
        check_discrete(m);
    }
    if (diags_errors(m->ctx->diags))
        return NULL;
    m->handed_over = true;
    return f;
}

void flat_free(const FlatModel *f)
{
    if (!f)
        return;
    exprs_free(f->store);
    arena_free(f->arena);
}
