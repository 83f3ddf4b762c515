/* comp.c - what is known of a component on demand: type, sizes, existence, value, attributes.
 *
 * Each question has a state of its own, so that they can ask each other in any order: the size of
 * `x` may come from its value, whose type comes from the size of `y`, and so on. */
#include "model/eval.h"
#include "model/overload.h"

/* ---- Types ---- */

Type class_enum_type(Model *m, ClassUse *use)
{
    if (use->enum_type)
        return use->enum_type;
    if (use->def->enum_open)
        return refuse(m, use->def->name_span,
                      "`%s` is an enumeration without literals, so it cannot be used here",
                      class_name_text(m, use->def));
    if (!check_literals(m, use->def))
        return 0;
    int n = use->def->nliterals;
    Name *literal = ARENA_ARRAY(m->arena, Name, n), *description = ARENA_ARRAY(m->arena, Name, n);
    for (int i = 0; i < n; i++) {
        literal[i] = use->def->literal[i].name;
        description[i] = use->def->literal[i].description;
    }
    Name name = name_cstr(m->ctx->names, class_name_text(m, use->def));
    use->enum_type = type_enum(expr_types(m->store), name, n, literal);
    type_enum_describe(expr_types(m->store), use->enum_type, description);
    return use->enum_type;
}

Expr enum_literal(Model *m, ClassUse *use, Name literal)
{
    for (int i = 0; i < use->def->nliterals; i++)
        if (use->def->literal[i].name == literal) {
            Type t = class_enum_type(m, use);
            return t ? expr_enum(m->store, t, i + 1) : 0;
        }
    return 0;
}

static Type class_object_type(Model *m, ClassUse *use)
{
    return type_object(expr_types(m->store),
                       name_cstr(m->ctx->names, class_name_text(m, use->def)));
}

/* Records in records, and in the sizes of their fields. */
enum { MOST_TYPES = 60 };

/* The record type of a component with contents: its component fields in order. */
static Type record_type(Model *m, Comp *c)
{
    ClassInst *ci = comp_contents(m, c);
    if (!ci)
        return 0;
    Name *name = ARENA_ARRAY(m->arena, Name, ci->slot.n);
    Type *type = ARENA_ARRAY(m->arena, Type, ci->slot.n);
    int n = 0;
    for (int i = 0; i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        if (s->written->kind != EL_COMPONENT)
            continue;
        Comp *field = slot_comp(m, s);
        if (!field || !field->use)
            return 0;
        if (!comp_enabled(m, field) || (!field->use->builtin && field->outer))
            continue;
        Type t = comp_array_type(m, field);
        if (!t)
            return 0;
        name[n] = s->name;
        type[n++] = t;
    }
    return class_record_type(m, c->use, n, name, type);
}

Type comp_type(Model *m, Comp *c)
{
    c = comp_resolve(m, c);
    if (!c || !c->use)
        return 0;
    if (c->type)
        return c->type;
    static const Type simple[BUILTIN_COUNT] = {[BUILTIN_REAL] = T_REAL,
                                               [BUILTIN_INTEGER] = T_INT,
                                               [BUILTIN_BOOLEAN] = T_BOOL,
                                               [BUILTIN_STRING] = T_STRING,
                                               [BUILTIN_CLOCK] = T_CLOCK};
    if (simple[c->use->builtin])
        return c->type = simple[c->use->builtin];
    if (c->use->builtin == BUILTIN_ENUM)
        return c->type = class_enum_type(m, c->use);
    if (c->use->restriction == CLS_FUNCTION)
        return c->type = type_func(expr_types(m->store), c->id);
    if (class_is_external_object(m, c->use))
        return c->type = class_object_type(m, c->use);
    if (m->types >= MOST_TYPES)
        return refuse(m, c->decl->name_span,
                      "the type of `%s` contains itself: sizes in it depend on a component of its "
                      "own class",
                      text_of(m->ctx, c->name));
    m->types++;
    Type t = record_type(m, c);
    m->types--;
    return c->type = t;
}

/* The type with the component's dimensions; sizes that nobody has asked for are unknown. */
static Type with_dims(Model *m, const Comp *c, Type t)
{
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < c->ndims; k++)
        dim[k] = c->dim[k].state == DIM_KNOWN ? c->dim[k].size : DIM_UNKNOWN;
    return type_array(expr_types(m->store), t, c->ndims, dim);
}

Type comp_array_type(Model *m, Comp *c)
{
    c = comp_resolve(m, c);
    Type t = c ? comp_type(m, c) : 0;
    if (!t || !c->ndims)
        return t;
    bool good = comp_dims(m, c) && dims_allowed(m, t, c->ndims, c->decl->name_span);
    return good ? with_dims(m, c, t) : 0;
}

/* ---- Modifiers that give values ---- */

/* The strongest one with a value, unless one before it takes the value away. */
static const ModRef *value_in(ModEnv env)
{
    for (int i = 0; i < env.n; i++) {
        const SynMod *mod = env.e[i].kind == MOD_ARGS ? env.e[i].mod : NULL;
        if (mod && (mod->value || mod->value_break))
            return mod->value_break ? NULL : &env.e[i];
    }
    return NULL;
}

/* x(start), r(R) */
static void warn_empty(Model *m, ModEnv env)
{
    for (int i = 0; i < env.n; i++) {
        const ModRef *r = &env.e[i];
        if (r->kind == MOD_ARGS && r->arg && !r->mod && !r->arg->element && !r->arg->final)
            diag_warning(m->ctx->diags, r->arg->span,
                         "`%s` is named here without a value, which has no effect: write %s = ...",
                         text_of(m->ctx, r->arg->name.part[r->arg->name.n - 1]),
                         text_of(m->ctx, r->arg->name.part[r->arg->name.n - 1]));
    }
}

Span comp_value_span(const Comp *c)
{
    while (c->value_of_whole && c->parent)
        c = c->parent;
    return c->given ? c->given->mod->value->span : c->decl->name_span;
}

/* The value as it was written, before it is split over arrays. */
static Expr written_value(Model *m, const Comp *c, const ModRef *r)
{
    Env env = env_in(m, r->scope);
    if (c->in_function)
        env.flags |= ENV_FUNCTION;
    else if (comp_variability(m, (Comp *)c) > VARY_PARAMETER)
        env.flags |= ENV_PURE;
    for (const Comp *p = c; p && p->level > r->level; p = p->parent)
        if (p->slot && p->slot->written->condition)
            env.flags |= ENV_CONDITIONAL;
    SynExpKind kind = (SynExpKind)r->mod->value->kind;
    if ((kind == XP_ARRAY || kind == XP_REF) && !c->in_function)
        env.flags |= ENV_RAGGED;
    const Comp *outer = m->valued;
    m->valued = c;
    Expr e = resolve_exp(&env, r->mod->value);
    m->valued = outer;
    return e;
}

Expr comp_iterator(Model *m, const Comp *c, int k)
{
    return expr_make(m->store, EX_ITER, T_INT, 0, c->iter + (uint32_t)k, 0, NULL);
}

Expr value_at_position(Model *m, const Comp *c, int from, Expr e)
{
    Expr sub[MAX_DIMS];
    for (int k = from; k < c->ndims; k++)
        sub[k - from] = comp_iterator(m, c, k);
    return c->ndims > from ? index_expr(m, e, c->ndims - from, sub) : e;
}

static bool has_sections(const ClassInst *ci)
{
    bool has = ci->def->nsections > 0;
    for (int i = 0; i < ci->base.n && !has; i++)
        has = has_sections(ci->base.v[i]);
    return has;
}

bool comp_acts(Model *m, const Comp *c)
{
    SynRestriction kind = c->use->restriction;
    if (kind != CLS_CLASS || c->use->builtin || c->is_object)
        return kind == CLS_MODEL || kind == CLS_BLOCK;
    const ClassInst *ci = c->ci;
    return !ci || !class_expand(m, c->ci) || has_sections(ci);
}

static bool in_record(Model *m, const Comp *c)
{
    const Comp *p = c->parent;
    return p && p->use && p->name &&
           (p->use->restriction == CLS_RECORD || p->use->restriction == CLS_OPERATOR_RECORD ||
            p->use->restriction == CLS_CONNECTOR ||
            (p->use->restriction == CLS_CLASS && !comp_acts(m, p)));
}

static int split_dims(const Split *s)
{
    int n = 0;
    for (; s; s = s->outer)
        n += s->comp->array ? s->comp->array->ndims : s->comp->ndims;
    return n;
}

/* The class of which a call is the constructor, if that is a record; NULL. */
static ClassUse *constructed(Model *m, ClassInst *scope, const SynRef *fn)
{
    Name part[64];
    SynName name = {.global = fn->global, .n = fn->n, .span = fn->span, .part = part};
    for (int i = 0; i < fn->n; i++) {
        if (i == 64 || fn->part[i].nsubs)
            return NULL;
        part[i] = fn->part[i].name;
    }
    int mark = diags_mark(m->ctx->diags);
    ClassUse *use = lookup_class(m, scope, &name);
    diags_rollback(m->ctx->diags, mark);
    return use && !use->builtin && use->restriction == CLS_RECORD ? use : NULL;
}

/* What is given for a field in the constructor call that is the value of record p, while that value
 * is being typed: sizes of its other arguments may depend on it, R(n = 3, x = a) with a[r.n]; 0:
 * nothing. */
static Expr field_being_made(Model *m, const Comp *p, Name field)
{
    const ModRef *r = p->given;
    if (p->binding_state != BIND_BUSY || !r || p->ndims || p->array || split_dims(r->split) ||
        r->mod->value->kind != XP_CALL)
        return 0;
    const SynCall *call = r->mod->value->call;
    Env env = env_in(m, r->scope);
    for (int i = 0; i < call->nnamed; i++)
        if (call->named[i].name == field && constructed(m, r->scope, call->fn))
            return resolve_exp(&env, call->named[i].value);
    return 0;
}

/* The part a component has in the value of the record around it; 0: none. */
static Expr value_from_record(Model *m, Comp *c)
{
    if (!in_record(m, c))
        return 0;
    Comp *p = c->parent;
    Expr given = field_being_made(m, p, c->name);
    if (given)
        return given;
    Expr whole = comp_value(m, p);
    c->value_error = c->value_error || p->value_error;
    return whole ? field_expr(m, value_at_position(m, p, 0, whole), c->name) : 0;
}

/* ---- Sizes ---- */

/* A dimension given as a type: Real x[Boolean], Real k[Logic]. NULL if it is an expression. */
static ClassUse *dimension_type(Model *m, const DimSyntax *d)
{
    if (d->exp->kind != XP_REF)
        return NULL;
    const SynRef *r = d->exp->ref;
    Found f = lookup_simple(m, d->scope, r->part[0].name);
    if (f.kind != FIND_SLOT || f.slot->written->kind != EL_CLASS)
        return NULL;
    ClassUse *use = slot_class(m, f.slot, d->exp->span);
    for (int i = 1; use && i < r->n; i++) {
        Slot *s = class_slot(m, class_plain(m, use), r->part[i].name);
        if (!s || s->written->kind != EL_CLASS)
            return NULL;
        use = slot_class(m, s, d->exp->span);
    }
    return use && (use->builtin == BUILTIN_ENUM || use->builtin == BUILTIN_BOOLEAN) ? use : NULL;
}

/* Size of dimension k from an array-valued attribute such as start. */
static bool size_from_attributes(Model *m, Comp *c, int k)
{
    for (int i = 0; i < c->env.n; i++) {
        const ModRef *r = &c->env.e[i];
        for (int j = 0; r->kind == MOD_ARGS && r->mod && j < r->mod->nargs; j++) {
            const SynArg *a = r->mod->arg[j];
            if (a->each || a->name.n != 1 || !a->mod || !a->mod->value)
                continue;
            Env env = env_in(m, r->scope);
            Expr e = resolve_exp(&env, a->mod->value);
            const TypeInfo *t = e ? tinfo(m, expr_type(m->store, e)) : NULL;
            if (t && t->ndims > k) {
                c->dim[k].size = t->dim[k];
                return true;
            }
        }
    }
    return false;
}

/* The arrays that value e of a component, with `own` dimensions of its own, is split over: a
 * redeclaration in a modifier of an array has one value for all its elements, or one for each. */
static const Split *split_of(Model *m, const ModRef *r, Expr e, int own)
{
    int n = split_dims(r->split) + own;
    if (!r->around || tinfo(m, expr_type(m->store, e))->ndims != n + split_dims(r->around))
        return r->split;
    const Split *first = r->around;
    const Split **end = &first;
    for (const Split *s = r->split; s; s = s->outer) {
        Split *copy = ARENA_NEW(m->arena, Split);
        *copy = (Split){s->comp, r->around};
        *end = copy;
        end = &copy->outer;
    }
    return first;
}

/* A size that is another one in each element of an array around: the array is split where it is
 * asked for, and then the elements are asked. */
static bool refuse_ragged(Model *m, Comp *c)
{
    Comp *array = c->parent;
    while (array && !array->ndims)
        array = array->parent;
    if (array && array->split_state == SPLIT_PROBING)
        array->split_state = SPLIT_YES;
    return refuse(m, comp_value_span(c),
                  "the size of `%s` is not the same in all elements of an array",
                  comp_name_text(m, c));
}

/* `:` is inferred from the value, else from the value of the enclosing record. */
static bool infer_dim(Model *m, Comp *c, int k)
{
    int32_t *size = &c->dim[k].size;
    if (c->in_function) {
        *size = DIM_UNKNOWN;
        return true;
    }
    Expr part = value_from_record(m, c);
    int at = k;
    if (!part || tinfo(m, expr_type(m->store, part))->ndims <= k) {
        c->given = value_in(c->env);
        part = c->given ? written_value(m, c, c->given) : 0;
        at = part ? split_dims(split_of(m, c->given, part, c->ndims)) + k : k;
    }
    if (part) {
        const TypeInfo *t = tinfo(m, expr_type(m->store, part));
        if (t->ndims <= at)
            return refuse(m, comp_value_span(c), "`%s` has %d dimension%s, but its value has %d%s",
                          text_of(m->ctx, c->name), c->ndims, c->ndims == 1 ? "" : "s", t->ndims,
                          c->ndims == 1 ? "; {x} is an array of one element"
                          : c->ndims == 2 && t->ndims == 1
                              ? "; a matrix of 2 rows is written [1, 2; 3, 4]"
                          : c->ndims == 2 ? "; [x] is a matrix of one element"
                                          : "");
        *size = t->dim[at];
        return *size != DIM_UNKNOWN || refuse_ragged(m, c);
    }
    if (c->given || c->value_error)
        return false;
    return size_from_attributes(m, c, k) ||
           refuse(m, c->decl->name_span,
                  "the size of `%s` is `:`, but it has no value to take the size from",
                  comp_name_text(m, c));
}

static bool set_size(Model *m, Comp *c, Dim *d, double size)
{
    if (size < 0 || size > INT32_MAX)
        return refuse(m, d->syntax.exp->span,
                      size < 0 ? "the size of `%s` is %.0f"
                               : "the size of `%s` is %.0f; no array can be as large",
                      comp_name_text(m, c), size);
    d->size = (int32_t)size;
    return true;
}

/* input Real x[:, size(x, 2)]: what says nothing is as `:`. */
static bool is_own_size(const Comp *c, int k)
{
    const SynExp *e = c->dim[k].syntax.exp;
    const SynCall *call = e->kind == XP_CALL ? e->call : NULL;
    if (!call || !c->in_function || c->direction != DIR_INPUT || call->nargs != 2 ||
        call->fn->part[0].name != N_size || call->arg[0]->kind != XP_REF)
        return false;
    const SynRef *of = call->arg[0]->ref;
    return of->n == 1 && !of->part[0].nsubs && of->part[0].name == c->name &&
           call->arg[1]->kind == XP_INT && call->arg[1]->i == k + 1;
}

static bool evaluate_dim(Model *m, Comp *c, Dim *d)
{
    ClassUse *type = dimension_type(m, &d->syntax);
    if (type) {
        d->index_type = type->builtin == BUILTIN_BOOLEAN ? T_BOOL : class_enum_type(m, type);
        d->size = type->builtin == BUILTIN_BOOLEAN ? 2 : type->def->nliterals;
        return d->index_type != 0;
    }
    Env env = env_in(m, d->syntax.scope);
    const char *what = arena_printf(m->arena, "the size of `%s`", comp_name_text(m, c));
    int errors = diags_errors(m->ctx->diags);
    Expr e = resolve_as(&env, d->syntax.exp, T_INT, what);
    if (!e) {
        Slot *s = d->syntax.exp->kind == XP_REF && d->syntax.exp->ref->n == 1 &&
                          diags_errors(m->ctx->diags) > errors
                      ? class_slot(m, d->syntax.scope, d->syntax.exp->ref->part[0].name)
                      : NULL;
        if (s)
            remark(m, s->written->name_span, "`%s` is declared here: a size is an Integer",
                   text_of(m->ctx, s->name));
        return false;
    }
    d->expr = e;
    if (c->in_function) {
        Value *v = eval_try(m, e, NULL);
        d->size = DIM_UNKNOWN;
        return !v || set_size(m, c, d, v->num[0]);
    }
    Value *v = eval_structural(m, e, d->syntax.exp->span, what);
    return v && set_size(m, c, d, v->num[0]);
}

/* What failed is tried again if nobody was told: a branch that is not taken, a trial. */
static bool fails_untold(const Model *m, bool failed)
{
    return failed && !diags_errors(m->ctx->diags);
}

bool comp_dim(Model *m, Comp *c, int k)
{
    Dim *d = &c->dim[k];
    if (fails_untold(m, d->state == DIM_FAILED))
        d->state = DIM_RAW;
    if (d->state == DIM_BUSY) {
        d->state = DIM_FAILED;
        refuse(m, d->syntax.exp->span, "the size of `%s` depends on itself", comp_name_text(m, c));
    }
    if (d->state != DIM_RAW)
        return d->state == DIM_KNOWN;
    d->state = DIM_BUSY;
    d->index_type = T_INT;
    bool open = d->syntax.exp->kind == XP_COLON || is_own_size(c, k);
    bool good = open ? infer_dim(m, c, k) : evaluate_dim(m, c, d);
    d->state = good && d->state != DIM_FAILED ? DIM_KNOWN : DIM_FAILED;
    return d->state == DIM_KNOWN;
}

bool comp_dims(Model *m, Comp *c)
{
    bool good = true;
    for (int k = 0; k < c->ndims; k++)
        good = comp_dim(m, c, k) && good;
    return good;
}

int64_t comp_count(const Comp *c)
{
    int64_t n = 1;
    for (int k = 0; k < c->ndims; k++)
        n = n * c->dim[k].size > INT32_MAX ? INT32_MAX : n * c->dim[k].size;
    return n;
}

int comp_path_dims(const Comp *c)
{
    int n = 0;
    for (; c; c = c->parent)
        n += c->ndims;
    return n;
}

/* ---- Existence ---- */

static bool is_broken_out(const Comp *c)
{
    for (const ClassInst *ci = c->owner; ci; ci = ci->derived)
        if (is_deselected(ci->clause, c->name))
            return true;
    return false;
}

bool comp_enabled(Model *m, Comp *c)
{
    enum { RAW, BUSY, ENABLED, DISABLED };
    if (c->condition_state == BUSY) {
        refuse(m, c->decl->name_span, "the condition of `%s` depends on `%s` itself",
               comp_name_text(m, c), comp_name_text(m, c));
        c->condition_state = ENABLED;
    }
    if (c->condition_state != RAW)
        return c->condition_state == ENABLED;
    SynExp *condition = c->slot ? c->slot->written->condition : NULL;
    bool enabled = !is_broken_out(c);
    if (enabled && condition) {
        c->condition_state = BUSY;
        const char *what = arena_printf(m->arena, "the condition of `%s`", comp_name_text(m, c));
        Env env = env_in(m, c->owner);
        env.flags |= ENV_CONDITIONAL;
        Expr e = resolve_as(&env, condition, T_BOOL, what);
        Value *v = e ? eval_structural(m, e, condition->span, what) : NULL;
        enabled = !v || v->num[0] != 0;
    }
    c->condition_state = enabled ? ENABLED : DISABLED;
    return enabled;
}

Comp *slot_existing(Model *m, Slot *s)
{
    Comp *c = slot_member(m, s);
    return c && c->use && comp_enabled(m, c) ? c : NULL;
}

/* ---- Values ---- */

/* Subscripts for the positions in the arrays a value is split over, outermost first. */
static int split_subscripts(Model *m, const Split *s, Expr *sub, int room)
{
    if (!s)
        return 0;
    int n = split_subscripts(m, s->outer, sub, room);
    const Comp *c = s->comp;
    int dims = c->array ? c->array->ndims : c->ndims;
    for (int k = 0; k < dims && n < room; k++)
        sub[n++] = c->array ? expr_int(m->store, c->array_index[k]) : comp_iterator(m, c, k);
    return n;
}

static bool size_differs(const Dim *d, int32_t have)
{
    return d->state == DIM_KNOWN && !sizes_fit(1, &d->size, &have);
}

/* Whether a number is the product of two vectors. */
static bool is_scalar_product(Model *m, Expr e, const SynExp *written)
{
    bool vectors = written->kind == XP_CHAIN && written->n > 1 && written->ops[1] == OP_MUL;
    for (uint32_t i = 0; i < expr_node(m->store, e)->nargs; i++)
        vectors = vectors && einfo(m, expr_arg(m->store, e, i))->ndims == 1;
    return vectors && expr_node(m->store, e)->nargs == 2;
}

/* The size of dimension k is another than that of the value, have[k]. */
static bool refuse_size(Model *m, const Comp *c, int k, const int32_t *have, Span at,
                        const char *what)
{
    const SynExp *e = c->dim[k].syntax.exp;
    Buf name = {0};
    if (e && e->kind != XP_INT && e->kind != XP_COLON)
        source_text(m->ctx->sources, e->span, &name);
    const SynExp *other = c->ndims == 2 ? c->dim[!k].syntax.exp : NULL;
    bool turned = c->ndims == 2 && have[!k] == c->dim[k].size &&
                  (have[k] == c->dim[!k].size || (other && other->kind == XP_COLON));
    bool flat = c->ndims == 2 && k == 0 && have[0] == 1 && c->dim[1].state == DIM_KNOWN &&
                have[1] == (int64_t)c->dim[0].size * c->dim[1].size;
    const char *words = c->ndims == 1 ? "element" : k == 0 ? "row" : "column";
    if (c->ndims <= 2)
        refuse(m, at, "%s has %d %s%s%s%s%s, its value %d%s", what, c->dim[k].size, words,
               c->dim[k].size == 1 ? "" : "s", name.n ? " (`" : "", buf_text(&name),
               name.n ? "`)" : "", have[k],
               flat           ? "; rows are separated by `;`: [1, 2; 3, 4]"
               : !turned      ? ""
               : have[0] == 1 ? "; a column is written [1; 2]"
               : have[1] == 1 ? "; a row is written [1, 2]"
                              : "; transpose(...) exchanges rows and columns");
    else
        refuse(m, at, "%s has size %d in dimension %d, its value has %d", what, c->dim[k].size,
               k + 1, have[k]);
    buf_free(&name);
    return false;
}

/* Whether a value is written as a matrix of one row or column: [1, 2, 3]. */
static bool is_one_row(Model *m, Expr e)
{
    const TypeInfo *t = tinfo(m, expr_type(m->store, e));
    return t->ndims == 2 && expr_op(m->store, e) == EX_ARRAY;
}

/* Checks the value of r against what is expected: dimensions of the arrays it is split over, then
 * the component's own from `from` on. */
static bool check_shape(Model *m, Comp *c, Expr e, const ModRef *r, int from, const char *what)
{
    const TypeInfo *t = tinfo(m, expr_type(m->store, e));
    int nsplit = split_dims(r->split), own = c->ndims - from;
    Span span = r->mod->value->span;
    if (t->base == TY_ERROR)
        return true;
    if (t->ndims != nsplit + own && nsplit && t->ndims == own)
        return refuse(m, span,
                      "the value of %s must have one entry for every element of the array; write "
                      "`each` in front of the modifier to give all elements the same value",
                      what);
    bool call = expr_op(m->store, e) == EX_CALL;
    if (t->ndims != nsplit + own)
        return refuse(
            m, span, "%s needs a value with %d dimension%s, not %d%s", what, nsplit + own,
            nsplit + own == 1 ? "" : "s", t->ndims,
            r->arg && r->arg->each ? "; without `each` every element of an array takes its own"
            : call                 ? ": the output of the function is declared so"
            : is_one_row(m, e) && nsplit + own == 1
                ? "; [...] is a matrix, a vector is written with braces, {1, 2, 3}"
            : nsplit + own == 0
                ? arena_printf(m->arena, "; an array is declared with its size, `%s%s`",
                               text_of(m->ctx, c->name),
                               strchr(type_text(m, expr_type(m->store, e)), '['))
            : t->ndims == 1 && nsplit + own == 2    ? "; a matrix is written by rows, [1, 2; 3, 4]"
            : t->ndims || !r->mod || !r->mod->value ? ""
            : is_scalar_product(m, e, r->mod->value)
                ? "; `*` of two vectors is a number, `.*` multiplies element by element"
            : nsplit + own == 1
                ? "; an array is written {1, 2, 3}, of n equal elements it is fill(x, n)"
            : nsplit + own == 2 ? "; a matrix is written [1, 2; 3, 4], of one element [1]"
                                : "");
    int at = nsplit;
    for (const Split *s = r->split; s; s = s->outer) {
        const Comp *a = s->comp->array ? s->comp->array : s->comp;
        at -= a->ndims;
        for (int k = 0; k < a->ndims; k++) /* of more elements the first are taken */
            if (size_differs(&a->dim[k], t->dim[at + k]) &&
                !(t->dim[at + k] > a->dim[k].size ? object_to : refuse)(
                    m, span, "the value of %s has %d elements for the %d of `%s`", what,
                    t->dim[at + k], a->dim[k].size, text_of(m->ctx, a->name)))
                return false;
    }
    for (int k = from; k < c->ndims; k++) {
        int32_t have = t->dim[nsplit + k - from];
        if (c->dim[k].state == DIM_RAW)
            comp_dim(m, c, k);
        if (size_differs(&c->dim[k], have))
            return refuse_size(m, c, k, &t->dim[nsplit - from], span, what);
    }
    return true;
}

/* A value split over the arrays around it: the part for the element at hand, if the shape is that
 * of the component from dimension `from` on. 0 after a report. */
static Expr split_value(Model *m, Comp *c, Expr e, const ModRef *r, int from, const char *what)
{
    Expr sub[4 * MAX_DIMS];
    if (!check_shape(m, c, e, r, from, what))
        return 0;
    int n = split_subscripts(m, r->split, sub, 4 * MAX_DIMS);
    return n ? index_expr(m, e, n, sub) : e;
}

/* A modifier without `each` whose value is one for all elements of the arrays around the component,
 * which has none of its own: nothing else can be meant, and libraries rely on it. */
static bool lacks_each(Model *m, Type have, const ModRef *r, const char *what)
{
    if (tinfo(m, have)->ndims || !split_dims(r->split))
        return false;
    diag_warning(m->ctx->diags, r->mod->value->span,
                 "%s is given to every element of an array; write `each` in front of it", what);
    return true;
}

/* A record's value must have its fields. Their types are compared when the fields ask for their
 * part: a size may depend on another field of the same value. */
static bool check_fields(Model *m, Comp *c, Type have, Span at)
{
    const RecordInfo *r = type_record_info(expr_types(m->store), have);
    ClassInst *ci = comp_contents(m, c);
    for (int i = 0; ci && i < ci->slot.n; i++) {
        const Slot *s = ci->slot.v[i];
        if (s->same || s->written->kind != EL_COMPONENT)
            continue;
        int k = 0;
        while (k < r->n && r->field[k] != s->name)
            k++;
        if (k == r->n)
            return refuse(m, at, "`%s` is a `%s`, but this value has no field `%s`",
                          comp_name_text(m, c), class_name_text(m, c->use->written),
                          text_of(m->ctx, s->name));
    }
    return ci != NULL;
}

/* One number for what is one number: there is no shape to look at. */
static bool is_shapeless(Model *m, const Comp *c, Expr e, const ModRef *r)
{
    return !split_dims(r->split) && !c->ndims && !tinfo(m, expr_type(m->store, e))->ndims;
}

static const char *comp_quoted(Model *m, const Comp *c)
{
    return arena_printf(m->arena, "`%s`", comp_name_text(m, c));
}

static Expr own_value(Model *m, Comp *c)
{
    ModRef own = *c->given;
    const Split element = {c, own.split};
    if (c->array) /* an element's part of the value of the array */
        own.split = &element;
    Expr e = written_value(m, c, &own);
    if (!e || !c->use)
        return 0;
    own.split = split_of(m, &own, e, c->ndims);
    e = c->use->builtin ? as_numbered(m, e, comp_type(m, c), comp_value_span(c)) : e;
    Type have = type_scalar(expr_types(m->store), expr_type(m->store, e));
    if (!c->use->builtin && tinfo(m, have)->base == TY_RECORD) {
        if (!check_fields(m, c, have, comp_value_span(c)))
            return 0;
    } else if (!comp_type(m, c)) {
        return 0;
    } else if (!type_fits(m, have, comp_type(m, c))) {
        report_type(m, comp_value_span(c), comp_quoted(m, c), expr_type(m->store, e),
                    comp_array_type(m, c));
        return 0;
    }
    if (is_shapeless(m, c, e, &own))
        return e;
    const char *what = comp_quoted(m, c);
    bool all = !c->ndims && !c->array && lacks_each(m, expr_type(m->store, e), &own, what);
    return all ? e : split_value(m, c, e, &own, 0, what);
}

/* Whether a field and the record around it are given values by one declaration, r(x = 1) = R(2), or
 * in one list, (r = R(2), r(x = 1)). */
static bool written_together(const Comp *field)
{
    const ModRef *f = field->given, *whole = field->parent->given;
    return whole && ((f->list && f->list == whole->mod) || (f->above && f->above == whole->list));
}

/* Whether the value of a field is written in the class of its record, or in a short class that
 * names it, record Cell = Battery(u = 3.6). */
static bool is_default(const Comp *field)
{
    const ClassInst *scope = field->given->scope;
    return scope &&
           (scope->self == field->parent || (!scope->self && !field->given->from_component));
}

/* Whether what the field is given is the same variable that the whole gives it, (r.x = s.x, r = s):
 * libraries have that, and there is nothing to decide. */
static bool says_the_same(Model *m, Comp *field, Expr from_record)
{
    return expr_op(m->store, from_record) == EX_CREF && own_value(m, field) == from_record;
}

Expr comp_value(Model *m, Comp *c)
{
    if (c->binding_state == BIND_DONE && !fails_untold(m, c->value_error))
        return c->value;
    if (c->binding_state == BIND_BUSY) {
        if (!c->value_error)
            refuse(m, comp_value_span(c), "the value of `%s` depends on its own type",
                   comp_name_text(m, c));
        c->value_error = true;
        return 0;
    }
    c->binding_state = BIND_BUSY;
    c->value_error = false;
    Expr from_record = value_from_record(m, c);
    warn_empty(m, c->env);
    c->given = value_in(c->env);
    if (from_record && c->given && c->variability == VARY_CONSTANT &&
        comp_variability(m, c->parent) != VARY_CONSTANT &&
        expr_variability(m, from_record) != VARY_CONSTANT)
        from_record = 0; /* a constant field is what its declaration says: the whole varies */
    const ModRef *whole = from_record ? c->parent->given : NULL;
    if (c->given && from_record &&
        ((whole && c->given->level < whole->level && !is_default(c)) || written_together(c)) &&
        !says_the_same(m, c, from_record)) {
        refuse(m, comp_value_span(c), "`%s` is part of `%s`, which has a value as a whole",
               comp_name_text(m, c), comp_name_text(m, c->parent));
        remark(m, comp_value_span(c->parent), "the value of the whole is here");
        c->value_error = true;
    }
    if (from_record) {
        c->value = from_record;
        c->value_of_whole = true;
    } else if (c->given) {
        const Comp *before = m->wanted.comp;
        m->wanted.comp = c;
        c->value = own_value(m, c);
        m->wanted.comp = before;
        c->value_error = c->value_error || !c->value;
    }
    if (m->element.n && c->use && c->use->builtin && !c->value_error)
        c->value = with_elements(m, c, 0, comp_type(m, c), c->value);
    c->binding_state = BIND_DONE;
    return c->value;
}

/* ---- Attributes ---- */

static Type attribute_type(Model *m, Comp *c, Attribute a)
{
    static const Type type[ATTR_COUNT] = {
        [ATTR_QUANTITY] = T_STRING, [ATTR_UNIT] = T_STRING,    [ATTR_DISPLAYUNIT] = T_STRING,
        [ATTR_FIXED] = T_BOOL,      [ATTR_UNBOUNDED] = T_BOOL, [ATTR_NOMINAL] = T_REAL};
    return a == ATTR_STATESELECT ? m->state_select : type[a] ? type[a] : comp_type(m, c);
}

static Expr make_attribute(Model *m, Comp *c, Attribute a)
{
    const char *name = text_of(m->ctx, attribute_names[a]);
    ModEnv at_comp =
        mod_select_inside(m, c->env, c->ndims || c->array ? c : NULL, attribute_names[a]);
    ModEnv chosen = mod_concat(m, at_comp, mod_select(m, c->use->env, attribute_names[a]));
    for (int i = chosen.n - 1; i > 0; i--)
        if (chosen.e[i].final)
            return refuse(m, chosen.e[0].arg->span,
                          "the attribute `%s` of `%s` is final and cannot be modified", name,
                          comp_name_text(m, c));
    const ModRef *r = value_in(chosen);
    int errors = diags_errors(m->ctx->diags);
    Expr v = r ? written_value(m, c, r) : 0;
    if (!v && attribute_type(m, c, a) == T_STRING && diags_errors(m->ctx->diags) > errors)
        remark(m, (Span){0}, "the attribute `%s` is a text, which stands in quotes: %s = \"...\"",
               name, name);
    if (!v && a == ATTR_STATESELECT && diags_errors(m->ctx->diags) > errors)
        remark(m, (Span){0},
               "it is one of StateSelect.never, avoid, default, prefer and always, "
               "written as StateSelect.prefer");
    warn_empty(m, chosen);
    if (!v)
        return 0;
    Type want = attribute_type(m, c, a), type = expr_type(m->store, v);
    bool fits = !want || type_fits(m, type_scalar(expr_types(m->store), type), want);
    if (fits && is_shapeless(m, c, v, r))
        return v;
    const char *what = arena_printf(m->arena, "`%s` of `%s`", name, comp_name_text(m, c));
    if (!fits) {
        report_type(m, r->mod->value->span, what, type, want);
        return 0;
    }
    if (r->type_dims && tinfo(m, type)->ndims == r->type_dims && !r->split)
        return value_at_position(m, c, c->ndims - r->type_dims, v);
    return lacks_each(m, type, r, what) ? v : split_value(m, c, v, r, c->ndims, what);
}

Expr comp_attribute(Model *m, Comp *c, Attribute a)
{
    if (c->attr_asked >> a & 1 || !c->use || !c->use->builtin)
        return c->attr[a];
    c->attr_asked |= (uint16_t)(1u << a); /* while it is made it has none */
    Expr e = make_attribute(m, c, a);
    if (m->element.n)
        e = with_elements(m, c, attribute_names[a], attribute_type(m, c, a), e);
    return c->attr[a] = e;
}

/* ---- Variability ---- */

Variability comp_variability(Model *m, Comp *c)
{
    (void)m;
    Variability v = c->variability;
    if (c->is_object && v > VARY_PARAMETER)
        return c->made_at_start || (c->parent && c->parent->is_connector) ? VARY_DISCRETE
                                                                          : VARY_PARAMETER;
    for (const Comp *p = c->parent; p && p->name; p = p->parent)
        if (p->declared_variability && p->variability < v)
            v = p->variability;
    return v;
}

/* ---- References to itself ---- */

uint32_t comp_subscripts(Model *m, const Comp *c, bool whole, Expr *sub)
{
    uint32_t n = c->parent ? comp_subscripts(m, c->parent, false, sub) : 0;
    for (int k = 0; k < c->ndims && n < 8 * MAX_DIMS; k++)
        sub[n++] =
            whole ? expr_make(m->store, EX_COLON, T_INT, 0, 0, 0, NULL) : comp_iterator(m, c, k);
    return n;
}

static Expr self_ref(Model *m, const Comp *c, Type t)
{
    Expr sub[8 * MAX_DIMS];
    uint32_t n = t ? comp_subscripts(m, c, true, sub) : 0;
    return t ? expr_make(m->store, EX_CREF, t, 0, c->id, n, sub) : 0;
}

Expr comp_self_ref(Model *m, Comp *c)
{
    return self_ref(m, c, comp_array_type(m, c));
}

Expr comp_loose_ref(Model *m, Comp *c)
{
    Type t = comp_type(m, c);
    return self_ref(m, c, t ? with_dims(m, c, t) : 0);
}

/* ---- Arrays whose elements differ ---- */

/* Asks for everything inside that elements may differ in. Arrays inside are taken as their elements
 * where those differ among themselves. */
static void probe(Model *m, Comp *c, int depth)
{
    for (int i = 0; c->split_state == SPLIT_YES && i < c->nelements; i++)
        probe(m, c->element[i], depth);
    ClassInst *ci = c->split_state == SPLIT_YES ? NULL : comp_contents(m, c);
    for (int i = 0; ci && i < ci->slot.n && depth < 100; i++) {
        Comp *k = slot_member(m, ci->slot.v[i]);
        if (!k || k->outer || !comp_enabled(m, k))
            continue;
        comp_dims(m, k);
        if (k->use && !k->use->builtin) {
            comp_split(m, k);
            probe(m, k, depth + 1);
        }
    }
}

static bool has_split_modifier(const SynMod *mod)
{
    for (int i = 0; mod && i < mod->nargs; i++) {
        const SynArg *a = mod->arg[i];
        if (a->each || a->element || !a->mod)
            continue;
        if (a->mod->value || has_split_modifier(a->mod))
            return true;
    }
    return false;
}

static bool elements_may_differ(const Comp *c)
{
    for (int i = 0; i < c->env.n; i++)
        if (c->env.e[i].kind == MOD_PATH ||
            (c->env.e[i].kind == MOD_ARGS &&
             (c->env.e[i].split || has_split_modifier(c->env.e[i].mod) ||
              (c->env.e[i].mod && c->env.e[i].mod->value))))
            return true;
    return false;
}

/* The subscripts of the i-th element. */
static void comp_position(const Comp *c, int64_t i, int32_t *index)
{
    for (int k = c->ndims - 1; k >= 0; k--) {
        index[k] = (int32_t)(i % c->dim[k].size) + 1;
        i /= c->dim[k].size;
    }
}

static Comp *make_element(Model *m, Comp *c, const int32_t *index)
{
    Comp *e = new_comp(m);
    uint32_t id = e->id;
    *e = *c;
    e->id = id;
    e->ci = NULL;
    e->ndims = 0;
    e->dim = NULL;
    e->iter = 0;
    e->element = NULL;
    e->nelements = 0;
    e->array = c;
    e->array_index = arena_copy(m->arena, index, (size_t)c->ndims * sizeof *index);
    e->type = 0;
    e->split_state = SPLIT_NO;
    e->binding_state = BIND_RAW;
    e->value = 0;
    e->eval = NULL;
    e->evaluating = false;
    return e;
}

bool comp_split(Model *m, Comp *c)
{
    if (c->split_state == SPLIT_UNKNOWN) {
        c->split_state = SPLIT_PROBING;
        if (c->ndims && c->use && !c->use->builtin && !c->is_object && !c->in_function &&
            comp_dims(m, c) && elements_may_differ(c)) {
            int mark = diags_mark(m->ctx->diags);
            probe(m, c, 0);
            if (c->split_state == SPLIT_YES)
                diags_rollback(m->ctx->diags, mark);
        }
        int64_t n = comp_count(c);
        if (c->split_state != SPLIT_YES || !components_fit(m, n, c->decl->name_span)) {
            c->split_state = SPLIT_NO;
            return false;
        }
        c->nelements = (int)n;
        c->element = ARENA_ARRAY(m->arena, Comp *, n);
        int32_t index[MAX_DIMS];
        for (int64_t i = 0; i < n; i++) {
            comp_position(c, i, index);
            c->element[i] = make_element(m, c, index);
        }
    }
    return c->split_state == SPLIT_YES;
}

/* ---- Structural values ---- */

static bool same_value(const Value *a, const Value *b)
{
    if (a->n != b->n || !a->num || !b->num)
        return false;
    for (int64_t i = 0; i < a->n; i++)
        if (a->num[i] != b->num[i])
            return false;
    return true;
}

/* An array without elements: what a first one would have, which sizes and values share, else 0:
 * nothing is asked of its contents. */
static Value *eval_nowhere(Model *m, Expr e, Comp *array, Eval *ev)
{
    IterValue it[MAX_DIMS];
    const IterValue *outer = ev->iters;
    Type type = expr_type(m->store, e);
    for (int k = array->ndims - 1; k >= 0; k--) {
        it[k] = (IterValue){array->iter + (uint32_t)k, 1, ev->iters, {0}};
        ev->iters = &it[k];
    }
    ev->status = EVAL_OK;
    ev->nowhere = array;
    Value *v = eval_expr(ev, e);
    ev->nowhere = NULL;
    ev->iters = outer;
    ev->status = v ? ev->status : EVAL_OK;
    return v && v->num[0] >= 0 ? v : value_number(m, type, 0);
}

/* Evaluates for every element of the array whose position matters; one value if all agree, any if
 * there is no element. */
static Value *eval_over(Model *m, Expr e, Comp *array, Eval *ev)
{
    if (!comp_dims(m, array))
        return NULL;
    Type type = expr_type(m->store, e);
    if (!comp_count(array) && array->split_state == SPLIT_PROBING)
        array->split_state = SPLIT_YES;
    if (!comp_count(array) && !tinfo(m, type)->ndims && type <= T_STRING && type != T_STRING)
        return eval_nowhere(m, e, array, ev);
    const IterValue *outer = ev->iters;
    Value *first = NULL, *v = NULL;
    for (int64_t i = 0, n = comp_count(array); i < n; i++) {
        IterValue it[MAX_DIMS];
        int32_t index[MAX_DIMS];
        comp_position(array, i, index);
        ev->iters = outer;
        for (int k = array->ndims - 1; k >= 0; k--) {
            it[k] = (IterValue){array->iter + (uint32_t)k, index[k], ev->iters, {0}};
            ev->iters = &it[k];
        }
        ev->status = EVAL_OK;
        v = eval_expr(ev, e);
        if (!v && ev->status == EVAL_ITER && ev->culprit != array)
            v = eval_over(m, e, ev->culprit, ev);
        if (v && first && !same_value(first, v)) {
            ev->status = EVAL_ITER;
            ev->culprit = array;
            if (array->split_state == SPLIT_PROBING)
                array->split_state = SPLIT_YES;
            v = NULL;
        }
        if (!v)
            break;
        first = first ? first : v;
    }
    ev->iters = outer;
    return v ? first : NULL;
}

Value *eval_structural(Model *m, Expr e, Span at, const char *what)
{
    Eval ev = {.m = m, .mark = true, .at = at};
    Value *v = eval_expr(&ev, e);
    if (!v && ev.status == EVAL_ITER)
        v = eval_over(m, e, ev.culprit, &ev);
    /* an array that is being split: its elements will be asked one by one */
    bool split = !v && ev.status == EVAL_ITER && ev.culprit->split_state == SPLIT_YES;
    if (!v && what && !split)
        eval_report(&ev, at, what);
    return v;
}
