/* lower_external.c - external functions: the call of a C or FORTRAN 77 function that stands instead
 * of an algorithm (specification, External Function Interface). */
#include "model/lower_internal.h"

typedef VEC(FuncArgument) ArgumentList;

const SynExternal *lower_find_external(ClassInst *ci, ClassInst **where)
{
    if (ci->def->external) {
        *where = ci;
        return ci->def->external;
    }
    for (int i = 0; i < ci->base.n; i++) {
        const SynExternal *x = lower_find_external(ci->base.v[i], where);
        if (x)
            return x;
    }
    return NULL;
}

/* ---- Annotations ---- */

/* A string, or several in braces. */
static FuncNames string_list(Model *m, const SynMod *annotation, Name name)
{
    const SynExp *e = annotation_value(annotation, name);
    bool list = e && e->kind == XP_ARRAY;
    int count = list ? e->n : e != NULL;
    FuncNames out = {0, ARENA_ARRAY(m->kept, Name, count + 1)};
    for (int i = 0; i < count; i++) {
        const SynExp *item = list ? e->arg[i] : e;
        if (item->kind == XP_STRING)
            out.v[out.n++] = item->str;
    }
    return out;
}

/* Where the file of its library or model is. */
static const char *top_folder(Lower *l, const SynClass *def)
{
    while (def->parent)
        def = def->parent;
    return library_folder(l->m->lib, def);
}

/* Directories that an annotation names, or the usual one of the library. */
static FuncNames directories(Lower *l, const SynClass *def, const SynMod *annotation, Name name,
                             const char *usual)
{
    Model *m = l->m;
    FuncNames list = string_list(m, annotation, name);
    if (!list.n) {
        const char *dir = path_join(m->arena, top_folder(l, def), usual);
        list.v[list.n++] = name_cstr(m->ctx->names, dir);
        return list;
    }
    for (int i = 0; i < list.n; i++)
        list.v[i] = name_cstr(m->ctx->names, library_uri(m->lib, text_of(m->ctx, list.v[i])));
    return list;
}

/* Where the annotations stand that say what is compiled and linked: at the external clause; older
 * libraries have them at the end of the class, which is not what the specification says. */
static const SynMod *external_annotation(Lower *l, const SynClass *def, const SynExternal *x)
{
    static const Name where[] = {N_Include, N_Library, N_IncludeDirectory, N_LibraryDirectory,
                                 N_SourceDirectory};
    const int nwhere = sizeof where / sizeof where[0];
    for (int i = 0; i < nwhere; i++)
        if (annotation_value(x->annotation, where[i]))
            return x->annotation;
    for (int i = 0; i < nwhere; i++) {
        const SynExp *e = annotation_value(def->annotation, where[i]);
        if (!e)
            continue;
        diag_warning(l->m->ctx->diags, e->span,
                     "the annotation `%s` of an external function belongs to its external clause",
                     text_of(l->m->ctx, where[i]));
        return def->annotation;
    }
    return x->annotation;
}

static void read_annotations(Lower *l, FuncExternal *ext, const SynClass *def, const SynMod *a)
{
    ext->library = string_list(l->m, a, N_Library);
    ext->include = string_list(l->m, a, N_Include);
    ext->include_dir = directories(l, def, a, N_IncludeDirectory, "Resources/Include");
    ext->library_dir = directories(l, def, a, N_LibraryDirectory, "Resources/Library");
    ext->source_dir = directories(l, def, a, N_SourceDirectory, "Resources/Source");
    ext->beside = name_cstr(l->m->ctx->names, top_folder(l, def));
}

/* "C" in any version, "FORTRAN 77", "builtin"; 0 after a report. */
static Name language_of(Lower *l, const SynExternal *x)
{
    Model *m = l->m;
    const char *text = x->language ? text_of(m->ctx, x->language) : "C";
    if (text[0] == 'C' && strspn(text + 1, "0123456789") == strlen(text + 1))
        return N_C;
    if (!strcasecmp(text, "FORTRAN 77")) /* old libraries write it in small letters */
        return N_fortran;
    if (x->language == N_builtin)
        return x->language;
    return (Name)refuse(m, x->span,
                        "the language \"%s\" of an external function is not known; it can be \"C\" "
                        "or \"FORTRAN 77\"",
                        text);
}

/* ---- Arguments ---- */

static bool add_argument(Lower *l, Expr e, bool is_size, ArgumentList *out)
{
    Model *m = l->m;
    ExprList leaf = {0};
    if (!e || !lower_leaves(l, e, &leaf))
        return false;
    FuncArgument a = {is_size, expr_type(m->store, e), leaf.n, leaf.v};
    vec_push(m->kept, out, a);
    return true;
}

static bool is_size_call(const SynExp *e)
{
    return e->kind == XP_CALL && e->call->fn->n == 1 && e->call->fn->part[0].name == N_size;
}

/* No call is written: a component as it is, an array followed by its sizes. */
static bool add_component(Lower *l, Comp *c, ArgumentList *out)
{
    Model *m = l->m;
    Expr whole = comp_whole_ref(m, c, comp_path_type(m, c));
    bool good = add_argument(l, whole, false, out);
    for (int k = 0; good && k < c->ndims; k++) {
        Expr arg[2] = {whole, expr_int(m->store, k + 1)};
        good = add_argument(l, expr_make(m->store, EX_SIZE, T_INT, 0, 0, 2, arg), true, out);
    }
    return good;
}

static bool add_components(Lower *l, FuncExternal *ext, ArgumentList *arg)
{
    Model *m = l->m;
    Comp **in, **out;
    int nin = function_inputs(m, l->info->ci, &in), nout = function_outputs(m, l->info->ci, &out);
    bool good = true;
    for (int i = 0; i < nin; i++)
        good = add_component(l, in[i], arg) && good;
    ArgumentList result = {0};
    for (int i = 0; i < nout; i++) {
        bool value = nout == 1 && !out[i]->ndims;
        good = add_component(l, out[i], value ? &result : arg) && good;
    }
    if (result.n)
        ext->result = result.v[0];
    return good;
}

/* The result is a variable of ours. */
static bool add_result(Lower *l, Env *env, FuncExternal *ext, const SynExp *e)
{
    ArgumentList list = {0};
    if (!add_argument(l, resolve_exp(env, e), false, &list))
        return false;
    ext->result = list.v[0];
    for (int k = 0; k < ext->result.n; k++)
        if (expr_op(l->m->store, ext->result.leaf[k]) != EX_LOCAL ||
            tinfo(l->m, expr_type(l->m->store, ext->result.leaf[k]))->ndims)
            return refuse(l->m, e->span,
                          "the value of an external function goes to a scalar output; give an "
                          "array as an argument");
    return true;
}

static bool check_argument(Lower *l, const FuncArgument *a, Name language, Span at)
{
    Model *m = l->m;
    const TypeInfo *t = tinfo(m, a->type);
    if (t->base == TY_FUNC || t->base == TY_CLOCK)
        return refuse(m, at, "a %s cannot be given to an external function",
                      t->base == TY_FUNC ? "function" : "clock");
    if (t->base != TY_RECORD)
        return true;
    if (language == N_fortran)
        return refuse(m, at, "a record cannot be given to a function in FORTRAN 77");
    if (!a->n)
        return refuse(m, at, "a record without variables cannot be given to an external function");
    for (int k = 0; k < a->n; k++)
        if (tinfo(m, expr_type(m->store, a->leaf[k]))->ndims > t->ndims)
            return refuse(m, at,
                          "a record with arrays in it cannot be given to an external "
                          "function");
    return true;
}

/* ---- External objects ---- */

/* What ends the object that a constructor makes. */
static bool find_destructor(Lower *l, FuncExternal *ext)
{
    Model *m = l->m;
    if (!ext->result.n || tinfo(m, ext->result.type)->base != TY_OBJECT)
        return true;
    Comp **out;
    function_outputs(m, l->info->ci, &out);
    Slot *s = lookup_member(m, out[0]->use, N_destructor, out[0]->decl->name_span);
    ClassUse *use = s && s->written->kind == EL_CLASS ? slot_class(m, s, ext->span) : NULL;
    if (!use || use->restriction != CLS_FUNCTION)
        return refuse(m, ext->span, "`%s` has no function `destructor`",
                      class_name_text(m, out[0]->use->def));
    ext->destructor = function_number(m, use);
    return true;
}

bool lower_external(Lower *l, Func *f, ClassInst *ci, const SynExternal *x)
{
    Model *m = l->m;
    FuncExternal *ext = ARENA_NEW(m->kept, FuncExternal);
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    ext->span = x->span;
    ext->language = language_of(l, x);
    ext->c_name = x->function ? x->function : ci->def->name;
    ArgumentList arg = {0};
    bool good = ext->language != 0;
    for (int i = 0; i < x->nargs; i++)
        good = add_argument(l, resolve_exp(&env, x->arg[i]), is_size_call(x->arg[i]), &arg) && good;
    if (x->result)
        good = add_result(l, &env, ext, x->result) && good;
    if (!x->function)
        good = add_components(l, ext, &arg) && good;
    for (int i = 0; good && i < arg.n; i++)
        good = check_argument(l, &arg.v[i], ext->language, x->span);
    ext->nargs = arg.n;
    ext->arg = arg.v;
    read_annotations(l, ext, ci->def, external_annotation(l, ci->def, x));
    f->external = ext;
    return good && find_destructor(l, ext);
}
