/* elements.c - settings of elements of arrays: a[2] = 5, r[3].R = 7, x[1].start = 0.
 *
 * The language cannot write them as modifiers. They replace part of the value that the component
 * has: inside arrays of components the value is `if` the position is that one `then` the new value
 * `else` the old; of the component's own dimensions, and of attributes, likewise element by
 * element. So they mean the same to everything that asks for the value, also to what decides about
 * structure. */
#include "model/front.h"
#include "model/resolve.h"

void model_set_element(Model *m, const SynRef *ref, const SynExp *value, ClassInst *scope,
                       const char *text)
{
    vec_push(m->arena, &m->element, ((ElementSetting){ref, value, scope, text, false}));
}

/* ---- Whose value ---- */

static bool is_index(const SynExp *e, int32_t i)
{
    return e->kind == XP_INT && e->i == i;
}

/* The subscripts of one part of the name: *sub gets those that choose a position. */
static bool matches_part(const Comp *c, const SynPart *part, const SynExp **sub, int *n)
{
    if (part->name != c->name)
        return false;
    int split = c->array ? c->array->ndims : 0;
    if (part->nsubs != split + (c->array ? 0 : c->ndims))
        return false;
    for (int k = 0; k < split; k++)
        if (!is_index(part->sub[k], c->array_index[k]))
            return false;
    for (int k = split; k < part->nsubs && *n < MAX_DIMS * 8; k++)
        sub[(*n)++] = part->sub[k];
    return true;
}

/* Whether the first `parts` of the name are the component. */
static bool matches(Model *m, const Comp *c, const SynRef *ref, int parts, const SynExp **sub,
                    int *n)
{
    if (!c || !c->name)
        return !parts && c == m->root_comp;
    return parts > 0 && matches(m, c->parent, ref, parts - 1, sub, n) &&
           matches_part(c, &ref->part[parts - 1], sub, n);
}

/* ---- The new value ---- */

typedef struct Change {
    Model *m;
    Comp *c;
    const SynExp **sub; /* of the arrays around it, then its own */
    int nsubs;
    int nown; /* the last ones, that the value has dimensions for; 0 for attributes */
    Expr old, value;
} Change;

/* Whether the position is the one chosen: the iterators of the arrays around, from the outermost.
 */
static Expr position(Change *k, const Comp *c, int n)
{
    Model *m = k->m;
    if (!c || n <= 0)
        return 0;
    int dims = c->array ? 0 : c->ndims;
    bool own = c == k->c && k->nown; /* its dimensions are those of the value */
    int here = own ? 0 : dims;
    Expr condition = position(k, c->parent, n - dims);
    for (int i = 0; i < here; i++) {
        Expr pair[2] = {comp_iterator(m, c, i), expr_int(m->store, k->sub[n - dims + i]->i)};
        Expr same = raw_make(m, EX_EQ, T_BOOL, 2, pair);
        Expr both[2] = {condition, same};
        condition = condition ? raw_make(m, EX_AND, T_BOOL, 2, both) : same;
    }
    return condition;
}

/* The array with one element replaced; 0: there is no such element. */
static Expr replaced(Change *k, Expr array, int dim)
{
    Model *m = k->m;
    if (dim == k->nown)
        return k->value;
    Type t = expr_type(m->store, array);
    int32_t size = tinfo(m, t)->dim[0];
    int64_t at = k->sub[k->nsubs - k->nown + dim]->i;
    if (size < 0 || at < 1 || at > size)
        return 0;
    Expr *part = ARENA_ARRAY(m->arena, Expr, size);
    for (int32_t i = 0; i < size; i++) {
        Expr index = expr_int(m->store, i + 1);
        part[i] = index_expr(m, array, 1, &index);
        if (i + 1 == at)
            part[i] = replaced(k, part[i], dim + 1);
        if (!part[i])
            return 0;
    }
    return raw_make(m, EX_ARRAY, t, size, part);
}

/* The subscripts of a component and of the arrays around it. */
static bool in_range(Model *m, Comp *c, const SynExp *const *sub, int n)
{
    if (!c || n <= 0)
        return true;
    int dims = c->array ? 0 : c->ndims;
    for (int i = 0; i < dims; i++) {
        int64_t at = sub[n - dims + i]->i;
        if (!comp_dim(m, c, i) || at < 1 || at > c->dim[i].size)
            return false;
    }
    return in_range(m, c->parent, sub, n - dims);
}

static Expr changed(Change *k)
{
    Model *m = k->m;
    Expr value = k->nown ? replaced(k, k->old, 0) : k->value;
    Expr condition = position(k, k->c, k->nsubs);
    if (!value || !condition)
        return value;
    Expr arg[3] = {condition, value, k->old};
    return raw_make(m, EX_IF, expr_type(m->store, k->old), 3, arg);
}

/* `length`: of the name in the text of the setting. */
static const char *refusal(Model *m, Comp *c, Name attribute, Expr old, const char *text,
                           int length)
{
    bool input = c->direction == DIR_INPUT && c->parent == m->root_comp;
    if (!attribute && comp_variability(m, c) > VARY_PARAMETER && !input)
        return arena_printf(m->arena,
                            "it is a variable that the equations determine; its start value is set "
                            "by --set %.*s.start%s",
                            length, text, text + length);
    if (c->final || (c->given && c->given->final && !attribute))
        return "it is final and cannot be modified";
    return old ? NULL : "the other elements have no value";
}

static Expr zero_of(Model *m, Type t)
{
    return t == T_REAL ? expr_real(m->store, 0) : t == T_INT ? expr_int(m->store, 0) : 0;
}

Expr with_elements(Model *m, Comp *c, Name attribute, Type want, Expr old)
{
    const SynExp *sub[MAX_DIMS * 8];
    for (int i = 0; i < m->element.n; i++) {
        ElementSetting *e = &m->element.v[i];
        int n = 0, parts = e->ref->n - (attribute != 0);
        if ((attribute && e->ref->part[parts].name != attribute) ||
            !matches(m, c, e->ref, parts, sub, &n))
            continue;
        bool literal = true;
        for (int k = 0; k < n; k++)
            literal = literal && sub[k]->kind == XP_INT;
        if (attribute == N_start && !old)
            old = zero_of(m, want);
        int nown = attribute || c->array ? 0 : c->ndims;
        if (!literal || !in_range(m, nown ? c->parent : c, sub, n - nown))
            continue;
        e->used = true;
        int length = (int)strcspn(e->text, "=");
        const char *why = refusal(m, c, attribute, old, e->text, length);
        Env env = env_in(m, e->scope);
        const char *name = arena_printf(m->arena, "`%.*s`", length, e->text);
        Expr value = why ? 0 : resolve_as(&env, e->value, want, name);
        Change k = {m, c, sub, n, nown, old, value};
        Expr now = value ? changed(&k) : 0;
        if (why || (value && !now))
            refuse(m, (Span){0}, "--set %s: %s", e->text, why ? why : "there is no such variable");
        if (!now) {
            m->wrong_element = true;
            return old;
        }
        old = now;
    }
    return old;
}

bool elements_used(Model *m)
{
    for (int i = 0; i < m->element.n; i++)
        if (!m->element.v[i].used) {
            refuse(m, (Span){0}, "--set %s: there is no such variable", m->element.v[i].text);
            m->wrong_element = true;
        }
    return !m->wrong_element;
}
