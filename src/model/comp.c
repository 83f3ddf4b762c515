/* comp.c - what is known of a component on demand: type, sizes, existence, value, attributes.
 *
 * Each question has a state of its own, so that they can ask each other in any order: the size of
 * `x` may come from its value, whose type comes from the size of `y`, and so on. */
#include "model/eval.h"
#include "model/resolve.h"

/* ---- Types ---- */

Type class_enum_type(Model *m, ClassUse *use)
{
    if (use->enum_type)
        return use->enum_type;
    if (use->def->enum_open)
        return refuse(m, use->def->name_span,
                      "`%s` is an enumeration without literals, so it cannot be used here",
                      class_name_text(m, use->def));
    Name *literal = ARENA_ARRAY(m->arena, Name, use->def->nliterals);
    for (int i = 0; i < use->def->nliterals; i++)
        literal[i] = use->def->literal[i].name;
    Name name = name_cstr(m->ctx->names, class_name_text(m, use->def));
    return use->enum_type = type_enum(expr_types(m->store), name, use->def->nliterals, literal);
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
    Name cls = name_cstr(m->ctx->names, class_name_text(m, c->use->def));
    return type_record(expr_types(m->store), cls, n, name, type);
}

Type comp_type(Model *m, Comp *c)
{
    c = comp_resolve(m, c);
    if (!c || !c->use)
        return 0;
    if (c->type)
        return c->type;
    switch (c->use->builtin) {
    case BUILTIN_REAL:
        return c->type = T_REAL;
    case BUILTIN_INTEGER:
        return c->type = T_INT;
    case BUILTIN_BOOLEAN:
        return c->type = T_BOOL;
    case BUILTIN_STRING:
        return c->type = T_STRING;
    case BUILTIN_CLOCK:
        return c->type = T_CLOCK;
    case BUILTIN_ENUM:
        return c->type = class_enum_type(m, c->use);
    default:
        break;
    }
    if (c->use->restriction == CLS_FUNCTION)
        return c->type = type_func(expr_types(m->store), c->id);
    if (class_is_external_object(m, c->use))
        return c->type = type_object(expr_types(m->store), c->id);
    Type t = record_type(m, c);
    return c->type = t;
}

Type comp_array_type(Model *m, Comp *c)
{
    c = comp_resolve(m, c);
    Type t = c ? comp_type(m, c) : 0;
    if (!t || !c->ndims)
        return t;
    int32_t dim[MAX_DIMS];
    if (!comp_dims(m, c))
        return 0;
    for (int i = 0; i < c->ndims; i++)
        dim[i] = c->dim[i].size;
    if (!dims_allowed(m, t, c->ndims, c->decl->name_span))
        return 0;
    return type_array(expr_types(m->store), t, c->ndims, dim);
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

static int split_dims(const Split *s)
{
    int n = 0;
    for (; s; s = s->outer)
        n += s->comp->array ? s->comp->array->ndims : s->comp->ndims;
    return n;
}

static Expr binding_expr(Model *m, Comp *c, const Binding *b);
static Expr value_from_record(Model *m, Comp *c, uint16_t *level);
static bool find_binding(Model *m, Comp *c);

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

/* `:` is inferred from the value, else from the value of the enclosing record. */
static bool infer_dim(Model *m, Comp *c, int k)
{
    Dim *d = &c->dim[k];
    if (c->in_function) {
        d->size = DIM_UNKNOWN;
        return true;
    }
    uint16_t level = 0;
    Expr part = value_from_record(m, c, &level);
    if (part && tinfo(m, expr_type(m->store, part))->ndims > k) {
        d->size = tinfo(m, expr_type(m->store, part))->dim[k];
        return true;
    }
    find_binding(m, c);
    if (c->binding.exp) {
        Expr e = binding_expr(m, c, &c->binding);
        if (!e)
            return false;
        const TypeInfo *t = tinfo(m, expr_type(m->store, e));
        int at = split_dims(c->binding.split) + k;
        if (t->ndims <= at)
            return refuse(m, c->binding.span, "`%s` has %d dimension%s, but its value has %d",
                          text_of(m->ctx, c->name), c->ndims, c->ndims == 1 ? "" : "s", t->ndims);
        d->size = t->dim[at];
        return true;
    }
    if (!c->value_error && size_from_attributes(m, c, k))
        return true;
    if (!c->value_error)
        refuse(m, c->decl->name_span,
               "the size of `%s` is `:`, but it has no value to take the size from",
               comp_name_text(m, c));
    return false;
}

static bool set_size(Model *m, Comp *c, Dim *d, double size)
{
    if (size < 0 || size > INT32_MAX)
        return refuse(m, d->syntax.exp->span, "the size of `%s` is %.0f", comp_name_text(m, c),
                      size);
    d->size = (int32_t)size;
    return true;
}

static bool evaluate_dim(Model *m, Comp *c, Dim *d)
{
    ClassUse *type = dimension_type(m, &d->syntax);
    if (type) {
        d->index_type = type->builtin == BUILTIN_BOOLEAN ? T_BOOL : class_enum_type(m, type);
        d->index_base = type->builtin == BUILTIN_BOOLEAN ? TY_BOOL : TY_ENUM;
        d->size = type->builtin == BUILTIN_BOOLEAN ? 2 : type->def->nliterals;
        return d->index_type != 0;
    }
    Env env = env_in(m, d->syntax.scope);
    const char *what = arena_printf(m->arena, "the size of `%s`", comp_name_text(m, c));
    Expr e = resolve_as(&env, d->syntax.exp, T_INT, what);
    if (!e)
        return false;
    d->expr = e;
    if (c->in_function) {
        Value *v = eval_try(m, e, NULL);
        d->size = DIM_UNKNOWN;
        return !v || set_size(m, c, d, v->num[0]);
    }
    Value *v = eval_structural(m, e, d->syntax.exp->span, what);
    return v && set_size(m, c, d, v->num[0]);
}

bool comp_dim(Model *m, Comp *c, int k)
{
    Dim *d = &c->dim[k];
    if (d->state == DIM_KNOWN)
        return true;
    if (d->state == DIM_FAILED)
        return false;
    if (d->state == DIM_BUSY) {
        refuse(m, d->syntax.exp->span, "the size of `%s` depends on itself", comp_name_text(m, c));
        d->state = DIM_FAILED;
        return false;
    }
    d->state = DIM_BUSY;
    d->index_base = TY_INT;
    d->index_type = T_INT;
    bool good = d->syntax.exp->kind == XP_COLON ? infer_dim(m, c, k) : evaluate_dim(m, c, d);
    if (d->state == DIM_FAILED)
        good = false;
    d->state = good ? DIM_KNOWN : DIM_FAILED;
    return good;
}

bool comp_dims(Model *m, Comp *c)
{
    bool good = true;
    for (int k = 0; k < c->ndims; k++)
        good = comp_dim(m, c, k) && good;
    return good;
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
    for (const ClassInst *ci = c->owner; ci && ci->derived; ci = ci->derived) {
        const ClassInst *d = ci->derived;
        for (int i = 0; i < d->base.n; i++)
            if (d->base.v[i] == ci && is_deselected(d->base_clause.v[i], c->name))
                return true;
    }
    return false;
}

bool comp_enabled(Model *m, Comp *c)
{
    enum { RAW, BUSY, ENABLED, DISABLED };
    if (c->condition_state == RAW) {
        SynExp *condition = c->slot ? c->slot->written->condition : NULL;
        bool broken = is_broken_out(c);
        if (broken || !condition) {
            c->condition_state = broken ? DISABLED : ENABLED;
            return !broken;
        }
        c->condition_state = BUSY;
        const char *what = arena_printf(m->arena, "the condition of `%s`", comp_name_text(m, c));
        Env env = env_in(m, c->owner);
        Expr e = resolve_as(&env, condition, T_BOOL, what);
        Value *v = e ? eval_structural(m, e, condition->span, what) : NULL;
        c->condition_state = v && v->num[0] == 0 ? DISABLED : ENABLED;
    } else if (c->condition_state == BUSY) {
        refuse(m, c->decl->name_span, "the condition of `%s` depends on `%s` itself",
               comp_name_text(m, c), comp_name_text(m, c));
        c->condition_state = ENABLED;
    }
    return c->condition_state == ENABLED;
}

/* ---- Values ---- */

static bool find_binding(Model *m, Comp *c)
{
    (void)m;
    if (c->binding.span.end)
        return c->binding.exp != NULL;
    for (int i = 0; i < c->env.n; i++) {
        const ModRef *r = &c->env.e[i];
        if (r->kind != MOD_ARGS || !r->mod)
            continue;
        if (r->mod->value_break)
            break;
        if (!r->mod->value)
            continue;
        c->binding = (Binding){.exp = r->mod->value,
                               .scope = r->scope,
                               .split = r->split,
                               .type_dims = r->type_dims,
                               .level = r->level,
                               .from = r,
                               .span = r->mod->value->span};
        return true;
    }
    return false;
}

/* The value of a modifier as it was written, before it is split over arrays. */
static Expr binding_expr(Model *m, Comp *c, const Binding *b)
{
    Env env = env_in(m, b->scope);
    if (c->in_function)
        env.flags |= ENV_FUNCTION;
    return resolve_exp(&env, b->exp);
}

/* Subscripts for the positions in the arrays a value is split over, outermost first. */
static int split_subscripts(Model *m, const Split *s, Expr *sub, int room)
{
    if (!s)
        return 0;
    int n = split_subscripts(m, s->outer, sub, room);
    const Comp *c = s->comp;
    if (c->array) {
        for (int k = 0; k < c->array->ndims && n < room; k++)
            sub[n++] = expr_int(m->store, c->array_index[k]);
        return n;
    }
    for (int k = 0; k < c->ndims && n < room; k++)
        sub[n++] = expr_make(m->store, EX_ITER, T_INT, 0, c->iter + (uint32_t)k, 0, NULL);
    return n;
}

/* Checks a value against what is expected: dimensions of the arrays it is split over, then
 * `own` dimensions of the component from `from` on. */
static bool check_shape(Model *m, Comp *c, Expr e, const Binding *b, int from, const char *what)
{
    const TypeInfo *t = tinfo(m, expr_type(m->store, e));
    int nsplit = split_dims(b->split), own = c->ndims - from;
    if (t->base == TY_ERROR)
        return true;
    if (t->ndims != nsplit + own) {
        if (nsplit && t->ndims == own)
            refuse(m, b->span,
                   "the value of %s must have one entry for every element of the array; write "
                   "`each` in front of the modifier to give all elements the same value",
                   what);
        else
            refuse(m, b->span, "%s needs a value with %d dimension%s, not %d", what, nsplit + own,
                   nsplit + own == 1 ? "" : "s", t->ndims);
        return false;
    }
    int at = nsplit;
    for (const Split *s = b->split; s; s = s->outer) {
        const Comp *a = s->comp->array ? s->comp->array : s->comp;
        at -= a->ndims;
        for (int k = 0; k < a->ndims; k++)
            if (a->dim[k].state == DIM_KNOWN && a->dim[k].size != t->dim[at + k] &&
                a->dim[k].size != DIM_UNKNOWN && t->dim[at + k] != DIM_UNKNOWN)
                return refuse(m, b->span, "the value of %s has %d elements for the %d of `%s`",
                              what, t->dim[at + k], a->dim[k].size, text_of(m->ctx, a->name));
    }
    for (int k = from; k < c->ndims; k++) {
        int have = t->dim[nsplit + k - from];
        if (c->dim[k].state == DIM_RAW)
            comp_dim(m, c, k);
        if (c->dim[k].state == DIM_KNOWN && have != DIM_UNKNOWN && c->dim[k].size != DIM_UNKNOWN &&
            c->dim[k].size != have)
            return refuse(m, b->span, "%s has size %d in dimension %d, its value has %d", what,
                          c->dim[k].size, k + 1, have);
    }
    return true;
}

/* A value split over the arrays around it: the part for the element at hand. `from` is the first of
 * the component's own dimensions the value has. */
static Expr split_value(Model *m, Expr e, const Binding *b)
{
    Expr sub[4 * MAX_DIMS];
    int n = split_subscripts(m, b->split, sub, 4 * MAX_DIMS);
    return n ? index_expr(m, e, n, sub) : e;
}

static bool in_record(const Comp *c)
{
    const Comp *p = c->parent;
    return p && p->use && p->name &&
           (p->use->restriction == CLS_RECORD || p->use->restriction == CLS_OPERATOR_RECORD ||
            p->use->restriction == CLS_CONNECTOR);
}

/* The part a component has in the value of the record around it; 0: none. */
static Expr value_from_record(Model *m, Comp *c, uint16_t *level)
{
    if (!in_record(c))
        return 0;
    Comp *p = c->parent;
    Expr whole = comp_value(m, p);
    if (p->value_error)
        c->value_error = true;
    if (!whole)
        return 0;
    *level = p->binding.exp ? p->binding.level : 0;
    if (p->ndims) {
        Expr sub[MAX_DIMS];
        for (int k = 0; k < p->ndims; k++)
            sub[k] = expr_make(m->store, EX_ITER, T_INT, 0, p->iter + (uint32_t)k, 0, NULL);
        whole = index_expr(m, whole, p->ndims, sub);
    }
    return field_expr(m, whole, c->name);
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

static Expr own_value(Model *m, Comp *c)
{
    Binding own = c->binding, *b = &own;
    const Split element = {c, own.split};
    if (c->array) /* an element's part of the value of the array */
        own.split = &element;
    const char *what = arena_printf(m->arena, "`%s`", comp_name_text(m, c));
    Expr e = binding_expr(m, c, b);
    if (!e)
        return 0;
    Type have = type_scalar(expr_types(m->store), expr_type(m->store, e));
    if (!c->use)
        return 0;
    if (!c->use->builtin && tinfo(m, have)->base == TY_RECORD) {
        if (!check_fields(m, c, have, b->span))
            return 0;
    } else if (!comp_type(m, c)) {
        return 0;
    } else if (!type_fits(m, have, comp_type(m, c))) {
        report_type(m, b->span, what, expr_type(m->store, e), comp_array_type(m, c));
        return 0;
    }
    if (!check_shape(m, c, e, b, 0, what))
        return 0;
    return split_value(m, e, b);
}

/* Whether a field and the record around it are given values by one declaration, r(x = 1) = R(2), or
 * in one list, (r = R(2), r(x = 1)). */
static bool written_together(const Comp *field)
{
    const ModRef *f = field->binding.from, *whole = field->parent->binding.from;
    return f && whole &&
           ((f->list && f->list == whole->mod) || (f->above && f->above == whole->list));
}

Expr comp_value(Model *m, Comp *c)
{
    if (c->binding_state == BIND_DONE)
        return c->value;
    if (c->binding_state == BIND_BUSY) {
        if (!c->value_error)
            refuse(m, c->binding.span.end ? c->binding.span : c->decl->name_span,
                   "the value of `%s` depends on its own type", comp_name_text(m, c));
        c->value_error = true;
        return 0;
    }
    c->binding_state = BIND_BUSY;
    uint16_t level = 0;
    Expr from_record = value_from_record(m, c, &level);
    bool own = find_binding(m, c);
    if (own && c->variability == VARY_CONSTANT)
        from_record = 0; /* a constant field is what its declaration says */
    if (own && from_record && (c->binding.level < level || written_together(c))) {
        refuse(m, c->binding.span, "`%s` is part of `%s`, which has a value as a whole",
               comp_name_text(m, c), comp_name_text(m, c->parent));
        remark(m, c->parent->binding.span, "the value of the whole is here");
        c->value_error = true;
    }
    if (from_record) {
        c->value = from_record;
    } else if (own) {
        c->value = own_value(m, c);
        if (!c->value)
            c->value_error = true;
    }
    if (m->element.n && c->use && c->use->builtin && !c->value_error)
        c->value = with_elements(m, c, 0, comp_type(m, c), c->value);
    c->binding_state = BIND_DONE;
    return c->value;
}

/* ---- Attributes ---- */

static Type attribute_type(Model *m, Comp *c, Attribute a)
{
    switch (a) {
    case ATTR_QUANTITY:
    case ATTR_UNIT:
    case ATTR_DISPLAYUNIT:
        return T_STRING;
    case ATTR_FIXED:
    case ATTR_UNBOUNDED:
        return T_BOOL;
    case ATTR_STATESELECT:
        return m->state_select;
    case ATTR_NOMINAL:
        return T_REAL;
    default:
        return comp_type(m, c);
    }
}

static Expr make_attribute(Model *m, Comp *c, Attribute a)
{
    ModEnv at_comp = c->env, all;
    ModRef *e = arena_copy(m->arena, at_comp.e, (size_t)at_comp.n * sizeof *e);
    for (int i = 0; i < at_comp.n; i++)
        e[i].cross = c->ndims || c->array ? c : NULL;
    all = mod_concat(m, (ModEnv){at_comp.n, e}, c->use->env);
    ModEnv chosen = mod_select(m, all, attribute_names[a]);
    for (int i = chosen.n - 1; i > 0; i--)
        if (chosen.e[i].final)
            return refuse(m, chosen.e[0].arg->span,
                          "the attribute `%s` of `%s` is final and cannot be modified",
                          text_of(m->ctx, attribute_names[a]), comp_name_text(m, c));
    for (int i = 0; i < chosen.n; i++) {
        const ModRef *r = &chosen.e[i];
        if (r->kind == MOD_ARGS && r->mod && r->mod->value_break)
            return 0;
        if (r->kind != MOD_ARGS || !r->mod || !r->mod->value)
            continue;
        Binding b = {.exp = r->mod->value,
                     .scope = r->scope,
                     .split = r->split,
                     .type_dims = r->type_dims,
                     .level = r->level,
                     .span = r->mod->value->span};
        const char *what = arena_printf(m->arena, "`%s` of `%s`",
                                        text_of(m->ctx, attribute_names[a]), comp_name_text(m, c));
        Expr v = binding_expr(m, c, &b);
        if (!v)
            return 0;
        Type want = attribute_type(m, c, a);
        Type have = type_scalar(expr_types(m->store), expr_type(m->store, v));
        if (want && !type_fits(m, have, want)) {
            report_type(m, b.span, what, expr_type(m->store, v), want);
            return 0;
        }
        const TypeInfo *t = tinfo(m, expr_type(m->store, v));
        if (b.type_dims && t->ndims == b.type_dims && !b.split) {
            Expr sub[MAX_DIMS];
            for (int k = 0; k < b.type_dims; k++) {
                int d = c->ndims - b.type_dims + k;
                sub[k] = expr_make(m->store, EX_ITER, T_INT, 0, c->iter + (uint32_t)d, 0, NULL);
            }
            return index_expr(m, v, b.type_dims, sub);
        }
        if (!check_shape(m, c, v, &b, c->ndims, what))
            return 0;
        return split_value(m, v, &b);
    }
    return 0;
}

Expr comp_attribute(Model *m, Comp *c, Attribute a)
{
    if (c->attr_state[a] == BIND_DONE)
        return c->attr[a];
    if (c->attr_state[a] == BIND_BUSY || !c->use || !c->use->builtin)
        return 0;
    c->attr_state[a] = BIND_BUSY;
    c->attr[a] = make_attribute(m, c, a);
    if (m->element.n)
        c->attr[a] = with_elements(m, c, attribute_names[a], attribute_type(m, c, a), c->attr[a]);
    c->attr_state[a] = BIND_DONE;
    return c->attr[a];
}

/* ---- Variability ---- */

Variability comp_variability(Model *m, Comp *c)
{
    (void)m;
    Variability v = c->variability;
    for (const Comp *p = c->parent; p && p->name; p = p->parent)
        if (p->declared_variability && p->variability < v)
            v = p->variability;
    return v;
}

/* ---- References to itself ---- */

static int self_subscripts(Model *m, const Comp *c, Expr *sub, int room, bool whole)
{
    int n = c->parent ? self_subscripts(m, c->parent, sub, room, false) : 0;
    for (int k = 0; k < c->ndims && n < room; k++)
        sub[n++] = whole ? expr_make(m->store, EX_COLON, T_INT, 0, 0, 0, NULL)
                         : expr_make(m->store, EX_ITER, T_INT, 0, c->iter + (uint32_t)k, 0, NULL);
    return n;
}

Expr comp_self_ref(Model *m, Comp *c)
{
    Expr sub[8 * MAX_DIMS];
    int n = self_subscripts(m, c, sub, 8 * MAX_DIMS, true);
    Type t = comp_array_type(m, c);
    return t ? expr_make(m->store, EX_CREF, t, 0, c->id, (uint32_t)n, sub) : 0;
}

Expr comp_loose_ref(Model *m, Comp *c)
{
    Expr sub[8 * MAX_DIMS];
    int32_t dim[MAX_DIMS];
    int n = self_subscripts(m, c, sub, 8 * MAX_DIMS, true);
    for (int k = 0; k < c->ndims; k++)
        dim[k] = c->dim[k].state == DIM_KNOWN ? c->dim[k].size : DIM_UNKNOWN;
    Type t = comp_type(m, c);
    return t ? expr_make(m->store, EX_CREF, type_array(expr_types(m->store), t, c->ndims, dim), 0,
                         c->id, (uint32_t)n, sub)
             : 0;
}

/* ---- Arrays whose elements differ ---- */

static void probe(Model *m, Comp *c, int depth)
{
    ClassInst *ci = comp_contents(m, c);
    for (int i = 0; ci && i < ci->slot.n && depth < 100; i++) {
        Slot *s = ci->slot.v[i];
        if (s->same || s->written->kind != EL_COMPONENT)
            continue;
        Comp *k = slot_comp(m, s);
        if (!k || k->outer || !comp_enabled(m, k))
            continue;
        comp_dims(m, k);
        if (k->use && !k->use->builtin)
            probe(m, k, depth + 1);
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

static Comp *make_element(Model *m, Comp *c, const int32_t *index)
{
    Comp *e = ARENA_NEW(m->arena, Comp);
    *e = *c;
    e->id = (uint32_t)m->comp.n;
    vec_push(m->arena, &m->comp, e);
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
        if (c->ndims && c->use && !c->use->builtin && !c->in_function && comp_dims(m, c) &&
            elements_may_differ(c)) {
            int mark = diags_mark(m->ctx->diags);
            probe(m, c, 0);
            if (c->split_state == SPLIT_YES)
                diags_rollback(m->ctx->diags, mark);
        }
        if (c->split_state != SPLIT_YES) {
            c->split_state = SPLIT_NO;
            return false;
        }
        int64_t n = 1;
        for (int k = 0; k < c->ndims; k++)
            n = n * c->dim[k].size > INT32_MAX ? INT32_MAX : n * c->dim[k].size;
        if (!components_fit(m, n, c->decl->name_span)) {
            c->split_state = SPLIT_NO;
            return false;
        }
        c->nelements = (int)n;
        c->element = ARENA_ARRAY(m->arena, Comp *, n);
        int32_t index[MAX_DIMS];
        for (int64_t i = 0; i < n; i++) {
            int64_t rest = i;
            for (int k = c->ndims - 1; k >= 0; k--) {
                index[k] = (int32_t)(rest % c->dim[k].size) + 1;
                rest /= c->dim[k].size;
            }
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

/* Evaluates for every element of the array whose position matters; one value if all agree. */
static Value *eval_over(Model *m, Expr e, Comp *array, Eval *ev)
{
    int64_t n = 1;
    if (!comp_dims(m, array))
        return NULL;
    for (int k = 0; k < array->ndims; k++)
        n *= array->dim[k].size;
    const IterValue *outer = ev->iters;
    Value *first = NULL;
    for (int64_t i = 0; i < n; i++) {
        IterValue it[MAX_DIMS];
        int64_t rest = i;
        ev->iters = outer;
        for (int k = array->ndims - 1; k >= 0; k--) {
            it[k] = (IterValue){array->iter + (uint32_t)k, (double)(rest % array->dim[k].size) + 1,
                                ev->iters};
            ev->iters = &it[k];
            rest /= array->dim[k].size;
        }
        ev->status = EVAL_OK;
        Value *v = eval_expr(ev, e);
        if (!v && ev->status == EVAL_ITER && ev->culprit != array)
            v = eval_over(m, e, ev->culprit, ev);
        if (!v) {
            ev->iters = outer;
            return NULL;
        }
        if (!first)
            first = v;
        else if (!same_value(first, v)) {
            ev->iters = outer;
            ev->status = EVAL_ITER;
            ev->culprit = array;
            if (array->split_state == SPLIT_PROBING)
                array->split_state = SPLIT_YES;
            return NULL;
        }
    }
    ev->iters = outer;
    return first;
}

static Value *eval_uniform(Model *m, Expr e, Eval *ev)
{
    Value *v = eval_expr(ev, e);
    return !v && ev->status == EVAL_ITER ? eval_over(m, e, ev->culprit, ev) : v;
}

Value *eval_quiet(Model *m, Expr e, Span at)
{
    Eval ev = {.m = m, .mark = true, .at = at};
    return eval_uniform(m, e, &ev);
}

Value *eval_structural(Model *m, Expr e, Span at, const char *what)
{
    Eval ev = {.m = m, .mark = true, .at = at};
    Value *v = eval_uniform(m, e, &ev);
    if (!v && ev.status == EVAL_ITER && ev.culprit->split_state == SPLIT_YES)
        return NULL; /* the array is being split: its elements will be asked one by one */
    if (!v)
        eval_report(&ev, at, what);
    return v;
}
