/* external.c - external functions found and loaded, and run during translation.
 *
 * A function is one of the run time's own (rt/natives.h), one of the C library, one of LAPACK, or
 * one of a library (library.c). During translation a function runs as it does in a model: a program
 * of its own is compiled in memory, once, and called with an instance of an empty model. */
#define _GNU_SOURCE /* dladdr */
#include "base/die.h"
#include "emit/external_internal.h"
#include "rt/natives.h"
#include "rt/run.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void (*Address)(void);

/* ---- Addresses ---- */

static Address as_function(void *p)
{
    Address f;
    memcpy(&f, &p, sizeof f);
    return f;
}

/* Whether it is a function of the library itself: dlsym looks through what the library uses too,
 * and nothing of a model may call `system`. */
static bool is_of(const char *library, const void *p)
{
    Dl_info from;
    const char *file = dladdr(p, &from) && from.dli_fname ? strrchr(from.dli_fname, '/') : NULL;
    return file && !strncmp(file + 1, library, strcspn(library, "."));
}

/* Libraries of the system that functions may come from without being named. *which: the library's
 * place. */
enum { LIB_M, LIB_LAPACK, LIB_BLAS, NLIBS };
static Address system_function(const char *name, int *which)
{
    static const char *const library[NLIBS] = {"libm.so.6", "liblapack.so.3", "libblas.so.3"};
    for (*which = 0; *which < NLIBS; ++*which) {
        void *handle = dlopen(library[*which], RTLD_NOW | RTLD_LOCAL); /* stays open */
        void *p = handle ? dlsym(handle, name) : NULL;
        if (p && is_of(library[*which], p))
            return as_function(p);
    }
    return NULL;
}

/* Structs are returned by none of them. */
static bool may_be_of_system(const DaeExternal *x)
{
    const FuncExternal *ext = x->func->external;
    return x->types[0] != 'R' &&
           (ext->language == N_fortran || (!ext->include.n && !ext->library.n));
}

/* Our own, or of the system; false: of a library. */
static bool find_address(DaeExternal *x)
{
    const KNative *native = k_native(x->name, x->types);
    if (native)
        x->address = native->address;
    else if (may_be_of_system(x))
        x->address = system_function(x->name, &(int){0});
    return x->address;
}

bool external_is_native(const DaeExternal *x)
{
    int which;
    return k_native(x->name, x->types) || (may_be_of_system(x) && system_function(x->name, &which));
}

bool external_is_lapack(const DaeExternal *x)
{
    static const char *const own[] = {"dgesv_", "dgetrf_", "dgetrs_"}; /* rt/fmi/lacking.c */
    int which;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (!strcmp(x->name, own[i]))
            return false;
    return !k_native(x->name, x->types) && may_be_of_system(x) &&
           system_function(x->name, &which) && which != LIB_M;
}

static const char *prototype(Dae *d, const char *types, const char *name)
{
    Buf b = {0};
    put_prototype(&b, types, name);
    const char *text = arena_strdup(d->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static const char *unknown(Dae *d, const DaeExternal *x)
{
    const KNative *other = k_native(x->name, NULL);
    if (other)
        return arena_printf(
            d->arena,
            "it is called as `%s`, but is `%s` (an `unsigned long` is what `size(...)` gives)",
            prototype(d, x->types, x->name), prototype(d, other->types, x->name));
    return arena_printf(
        d->arena,
        "there is no function `%s` in the C library's mathematics; where it is can be "
        "said by annotation(Include = \"...\") or annotation(Library = \"...\")",
        x->name);
}

static bool says_where(const DaeExternal *x)
{
    return x->func->external->include.n || x->func->external->library.n;
}

/* What cannot be loaded as it is; NULL: it can be tried. One that does not say where it is may be
 * where another one is. */
static const char *forbidden(Dae *d, const DaeExternal *x, const Compiler *with)
{
    bool known = false;
    for (int i = 0; i < d->external.n; i++)
        known = known || says_where(&d->external.v[i]);
    if (!known)
        return unknown(d, x);
    if (!with || !with->command)
        return "it is C of a library, for which a C compiler is needed";
    return with->no_external ? "it is C of a library, which --no-external forbids" : NULL;
}

/* NULL, or why one of them, *which, cannot be called. */
static const char *load(Dae *d, const Compiler *with, const DaeExternal **which)
{
    bool compiled = false;
    *which = NULL;
    for (int i = d->external.n - 1; i >= 0; i--) {
        DaeExternal *x = &d->external.v[i];
        if (!x->address && !find_address(x))
            *which = x;
    }
    for (int i = 0; i < d->external.n; i++) {
        const DaeExternal *x = &d->external.v[i];
        const char *why = x->address ? NULL : forbidden(d, x, with);
        if (why) {
            *which = x;
            return why;
        }
    }
    const char *why = *which ? library_load_externals(d, with, &compiled) : NULL;
    for (int i = 0; i < d->external.n && why; i++) {
        const DaeExternal *x = &d->external.v[i];
        if (!x->address && !says_where(x) && strstr(why, "undefined reference") &&
            strstr(why, x->name)) {
            *which = x;
            return unknown(d, x);
        }
    }
    if (compiled && !why)
        diag_warning(d->ctx->diags, (*which)->func->external->span,
                     "C of a library was compiled by `%s` for `%s` (--no-external forbids it)",
                     with->command, name_text(d->ctx->names, (*which)->func->name));
    return why;
}

bool externals_load(Dae *d, const Compiler *with)
{
    const DaeExternal *which;
    const char *why = load(d, with, &which);
    if (why)
        diag_error(d->ctx->diags, which->func->external->span, "`%s`: %s",
                   name_text(d->ctx->names, which->func->name), why);
    return !why;
}

/* ---- During translation ---- */

typedef struct Made {
    Jit *jit;
    KModel *model;
    KInst *inst; /* NULL: it cannot be run */
    const char *why;
} Made;

typedef struct Runner {
    FuncRunner base;
    Context *ctx;
    const Compiler *with;
    Arena *arena;
    Map known; /* function -> its place in `made` + 1 */
    VEC(Made) made;
} Runner;

static void on_message(void *arg, KLevel level, const char *text)
{
    Runner *r = arg;
    if (level == K_MSG_WARNING)
        diag_warning(r->ctx->diags, (Span){0}, "%s", text);
}

static const char *make_program(Runner *r, ExprStore *s, const Func *f, Made *made)
{
    Dae d = {.ctx = r->ctx, .arena = r->arena, .store = s};
    Buf source = {0};
    const DaeExternal *which;
    int mark = diags_mark(r->ctx->diags); /* reported when the function must be called */
    bool good = emit_function(&d, f->number, &source);
    const char *why = good ? load(&d, r->with, &which) : "it cannot be called";
    if (!good)
        diags_rollback(r->ctx->diags, mark);
    if (!why) {
        KModel *model = made->model = ARENA_NEW(r->arena, KModel);
        tables_externals(&d, r->base.nresources, r->base.resource, model);
        model->name = r->base.model;
        made->jit = jit_compile(buf_text(&source), 0, &why);
        made->inst = made->jit ? k_inst_new(model, jit_code(made->jit), on_message, r) : NULL;
    }
    buf_free(&source);
    return why;
}

static Made *made_for(Runner *r, ExprStore *s, const Func *f)
{
    uint32_t at = map_get(&r->known, f->number, 0);
    if (!at) {
        Made made = {0};
        made.why = make_program(r, s, f, &made);
        vec_push(r->arena, &r->made, made);
        map_set(&r->known, r->arena, f->number, at = (uint32_t)r->made.n);
    }
    return &r->made.v[at - 1];
}

static void fill_slot(Arena *a, const FuncData *in, KSlot *slot)
{
    int n = 1;
    slot->a.nd = in->ndims;
    for (int k = 0; k < in->ndims; k++)
        n *= slot->a.n[k] = in->dim[k];
    if (!in->ndims && in->num)
        slot->d = in->num[0];
    else if (!in->ndims)
        slot->s = in->text[0];
    else
        slot->a.d = in->num ? arena_copy(a, in->num, (size_t)n * sizeof(double)) : NULL;
}

static void take_slot(ExprStore *s, Type type, KSlot *slot, FuncData *out)
{
    const TypeInfo *t = type_info(expr_types(s), type);
    *out = (FuncData){.ndims = t->ndims};
    for (int k = 0; k < t->ndims; k++)
        out->dim[k] = slot->a.n[k];
    if (t->base == TY_STRING)
        out->text = &slot->s;
    else
        out->num = t->ndims ? slot->a.d : &slot->d;
}

static const char *run_function(FuncRunner *base, ExprStore *s, const Func *f, const FuncData *in,
                                FuncData *out, bool *varies)
{
    Runner *r = (Runner *)(void *)base;
    *varies = true;
    for (int k = 0; k < f->ninputs + f->noutputs; k++) {
        const TypeInfo *t = type_info(expr_types(s), f->var[k].type);
        if (t->ndims && t->base == TY_STRING)
            return "arrays of Strings";
    }
    base->used = true;
    Made *made = made_for(r, s, f);
    *varies = !made->inst;
    if (!made->inst)
        return made->why ? made->why : "it cannot be loaded";
    KSlot *slot = ARENA_ARRAY(r->arena, KSlot, f->ninputs + f->noutputs + 1);
    for (int k = 0; k < f->ninputs; k++)
        fill_slot(r->arena, &in[k], &slot[k]);
    for (int k = 0; k < f->noutputs; k++)
        slot[f->ninputs + k].s = "";
    if (k_function(made->inst, slot)) {
        char text[1500];
        return arena_strdup(r->ctx->arena, k_failure(made->inst, text, sizeof text));
    }
    for (int k = 0; k < f->noutputs; k++)
        take_slot(s, f->var[f->ninputs + k].type, &slot[f->ninputs + k], &out[k]);
    return NULL;
}

FuncRunner *externals_runner(Context *ctx, const Compiler *with)
{
    Arena *a = arena_new();
    Runner *r = ARENA_NEW(a, Runner);
    *r = (Runner){{.run = run_function}, .ctx = ctx, .with = with, .arena = a};
    return &r->base;
}

void externals_end(FuncRunner *base)
{
    Runner *r = (Runner *)(void *)base;
    for (int i = 0; r && i < r->made.n; i++) {
        k_inst_free(r->made.v[i].inst);
        jit_free(r->made.v[i].jit);
    }
    if (r)
        arena_free(r->arena);
}
