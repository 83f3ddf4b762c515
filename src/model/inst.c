/* inst.c - the model under translation; what all of model/ needs to speak of it: messages, names,
 * annotations. */
#include "model/inst_internal.h"
#include "model/resolve.h"
#include "syntax/lexer.h"

const Name attribute_names[ATTR_COUNT] = {N_quantity,    N_unit,     N_displayUnit, N_min,
                                          N_max,         N_start,    N_fixed,       N_nominal,
                                          N_stateSelect, N_unbounded};

const Name builtin_names[BUILTIN_COUNT] = {
    [BUILTIN_REAL] = N_Real,       [BUILTIN_INTEGER] = N_Integer,
    [BUILTIN_BOOLEAN] = N_Boolean, [BUILTIN_STRING] = N_String,
    [BUILTIN_CLOCK] = N_Clock,     [BUILTIN_EXTERNAL_OBJECT] = N_ExternalObject};

const char *const restriction_words[] = {"class",
                                         "model",
                                         "record",
                                         "block",
                                         "connector",
                                         "type",
                                         "package",
                                         "function",
                                         "operator",
                                         "operator record",
                                         "operator function",
                                         "expandable connector"};

/* ---- Messages ---- */

bool refuse(const Model *m, Span at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(m->ctx->diags, DIAG_ERROR, at, fmt, ap);
    va_end(ap);
    return false;
}

bool is_in_file_of_model(const Model *m, Span at)
{
    Sources *all = m->ctx->sources;
    return !m->root_comp || source_place(all, at.beg).file ==
                                source_place(all, m->root_comp->use->def->span.beg).file;
}

bool is_found_on_path(const Model *m, Span at)
{
    return m->of_library || !is_in_file_of_model(m, at);
}

bool object_to(const Model *m, Span at, const char *fmt, ...)
{
    bool own = !is_found_on_path(m, at);
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(m->ctx->diags, own ? DIAG_ERROR : DIAG_WARNING, at, fmt, ap);
    va_end(ap);
    return !own;
}

void remark(const Model *m, Span at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    diag_vadd(m->ctx->diags, DIAG_NOTE, at, fmt, ap);
    va_end(ap);
}

/* ---- Names for messages ---- */

const char *class_name_text(Model *m, const SynClass *def)
{
    const char *text = "";
    for (; def; def = def->parent)
        if (def->name)
            text = arena_printf(m->arena, "%s%s%s", text_of(m->ctx, def->name), *text ? "." : "",
                                text);
    return text;
}

static void put_comp_name(Model *m, const Comp *c, Buf *out)
{
    if (c->parent)
        put_comp_name(m, c->parent, out);
    if (!c->name)
        return;
    if (!c->parent && c->owner && !c->in_function)
        buf_puts(out, class_name_text(m, c->owner->def));
    if (out->n)
        buf_putc(out, '.');
    buf_puts(out, text_of(m->ctx, c->name));
    for (int k = 0; c->array && k < c->array->ndims; k++)
        buf_printf(out, "%s%d", k ? "," : "[", c->array_index[k]);
    if (c->array)
        buf_putc(out, ']');
}

const char *comp_name_text(Model *m, const Comp *c)
{
    Buf b = {0};
    put_comp_name(m, c, &b);
    const char *text = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

const char *did_you_mean(Model *m, const Nearest *near)
{
    return near->best ? arena_printf(m->arena, "; did you mean `%s`?", near->best) : "";
}

/* ---- Annotations ---- */

const SynMod *annotation_mod(const SynMod *annotation, Name name)
{
    for (int i = 0; annotation && i < annotation->nargs; i++) {
        const SynArg *a = annotation->arg[i];
        if (a->name.n == 1 && a->name.part[0] == name)
            return a->mod;
    }
    return NULL;
}

const SynExp *annotation_value(const SynMod *annotation, Name name)
{
    const SynMod *mod = annotation_mod(annotation, name);
    return mod ? mod->value : NULL;
}

bool annotation_is(const SynMod *annotation, Name name, bool wanted)
{
    const SynExp *e = annotation_value(annotation, name);
    return e && e->kind == XP_BOOL && (e->i != 0) == wanted;
}

/* ---- The model ---- */

Model *model_new(Context *ctx, Library *lib)
{
    Arena *a = arena_new();
    Model *m = ARENA_NEW(a, Model);
    m->ctx = ctx;
    m->arena = a;
    m->lib = lib;
    m->kept = arena_new();
    m->store = exprs_new(m->kept, ctx->names);
    for (int i = 0; i < BUILTIN_COUNT; i++) {
        if (!builtin_names[i])
            continue;
        m->builtin[i] = ARENA_NEW(a, SynClass);
        m->builtin[i]->restriction = i == BUILTIN_EXTERNAL_OBJECT ? CLS_CLASS : CLS_TYPE;
        m->builtin[i]->name = builtin_names[i];
    }
    vec_push(a, &m->comp, (Comp *)NULL);
    vec_push(a, &m->iter, (Iter){0});
    vec_push(a, &m->function, (struct FuncInfo *)NULL);
    SynClass *top = ARENA_NEW(a, SynClass);
    top->restriction = CLS_PACKAGE;
    m->top = ARENA_NEW(a, ClassInst);
    m->top->def = top;
    m->top->state = CI_EXPANDED;
    static const Name select[] = {N_never, N_avoid, N_default, N_prefer, N_always};
    static const Name level[] = {N_warning, N_error};
    TypeTable *types = expr_types(m->store);
    m->state_select = type_enum(types, N_StateSelect, 5, select);
    m->assertion_level = type_enum(types, N_AssertionLevel, 2, level);
    return m;
}

void model_free(Model *m)
{
    if (!m)
        return;
    if (!m->handed_over) {
        exprs_free(m->store);
        arena_free(m->kept);
    }
    arena_free(m->arena);
}
