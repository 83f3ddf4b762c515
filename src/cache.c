/* cache.c - translations that are kept: running a model again without translating it.
 *
 * A file of the cache answers one question: this model, these settings and options, these places of
 * libraries, this kron. It holds what the answer depends on - the hash of every file that was read,
 * and of the lists of names in their folders and in the places of libraries, where another file
 * could come first -, then the C program and the run time's tables. If any of that is not as it
 * was, the model is translated. What cannot be told from that is not kept: translations with
 * messages, those that ran external functions or call them. Equations are not kept; where a run
 * needs them, for messages or to inline an integration method, the model is translated after all.
 */
#define _GNU_SOURCE /* dladdr */
#include "base/die.h"
#include "kron_internal.h"
#include "rt/texts.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* A translation is worth keeping from so many equations or bytes of models on: some 10 ms of work.
 * It is not asked how long it took, which depends on what else the machine was doing. */
static const int worth_equations = 500;
static const size_t worth_bytes = 100000;

/* ---- Hashes ---- */

typedef struct Hash {
    uint64_t h[2];
} Hash;

static Hash hash_bytes(Hash x, const char *data, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        x.h[0] = (x.h[0] ^ (unsigned char)data[i]) * 0x100000001B3u;
        x.h[1] = (x.h[1] + (unsigned char)data[i]) * 0x9E3779B97F4A7C15u;
        x.h[1] ^= x.h[1] >> 32;
    }
    return x;
}

/* NULL is not "". */
static Hash hash_text(Hash x, const char *text)
{
    return text ? hash_bytes(x, text, strlen(text) + 1) : hash_bytes(x, "\xFF", 2);
}

static Hash hash_number(Hash x, long long n)
{
    return hash_bytes(x, (const char *)&n, sizeof n);
}

/* The library or program that this function is in. */
static Hash hash_kron(Hash x)
{
    Dl_info info;
    struct stat st = {0};
    void *here;
    bool (*function)(KronModel *, bool) = cache_fetch;
    memcpy(&here, &function, sizeof here);
    const char *file = dladdr(here, &info) ? info.dli_fname : "";
    if (stat(strchr(file, '/') ? file : "/proc/self/exe", &st))
        st.st_size = 0;
    x = hash_text(x, kron_version());
    x = hash_number(x, (long long)st.st_size);
    x = hash_number(x, (long long)st.st_ino);
    x = hash_number(x, (long long)st.st_mtim.tv_sec);
    return hash_number(x, (long long)st.st_mtim.tv_nsec);
}

/* The question; the name of its file. */
static const char *question_name(const KronModel *m, bool inlined)
{
    const KronContext *c = m->c;
    char folder[4096];
    Hash x = {{0xCBF29CE484222325u, 0x84222325CBF29CE4u}};
    x = hash_kron(x);
    x = hash_text(x, getcwd(folder, sizeof folder) ? folder : "");
    x = hash_text(x, m->name);
    for (int i = 0; i < c->library.n; i++)
        x = hash_text(x, c->library.v[i]);
    x = hash_text(x, c->path);
    x = hash_text(x, c->own);
    for (int i = 0; i < m->setting.n; i++)
        x = hash_text(hash_text(x, m->setting.v[i].name), m->setting.v[i].value);
    const long long option[] = {
        c->convert, c->relax, m->stages, m->chooses, m->linear, c->compiler.no_external, inlined};
    for (size_t i = 0; i < sizeof option / sizeof *option; i++)
        x = hash_number(x, option[i]);
    if (!isnan(c->begin))
        x = hash_bytes(x, (const char *)&c->begin, sizeof c->begin);
    return arena_printf(m->arena, "%016llx%016llx.model", (unsigned long long)x.h[0],
                        (unsigned long long)x.h[1]);
}

/* ---- What a translation depends on ---- */

static const Hash nothing = {{1, 1}};

/* Whether a name in a folder may be that of a class. */
static bool is_class(Arena *a, const char *folder, const char *name)
{
    const char *dot = strrchr(name, '.');
    if (dot && (!strcmp(dot, ".mo") || !strcmp(dot, ".dym") || !strcmp(dot, ".order")))
        return true;
    return !access(path_join(a, path_join(a, folder, name), "package.mo"), F_OK);
}

/* Names of classes in a folder. */
static Hash hash_folder(Arena *a, const char *path)
{
    Listing names = {0};
    Hash x = nothing;
    if (!folder_list(a, path, &names))
        return (Hash){{2, 2}};
    for (int i = 0; i < names.n; i++)
        if (is_class(a, path, names.v[i]))
            x = hash_text(x, names.v[i]);
    return x;
}

/* A file as it is read: without a mark of its byte order. */
static Hash hash_file(const char *path)
{
    const char *why;
    Sources *s = sources_new();
    const SourceFile *f = source_read(s, path, &why);
    Hash x = f ? hash_bytes(nothing, f->text, f->length) : (Hash){{2, 2}};
    sources_free(s);
    return x;
}

typedef VEC(const char *) Texts;

static void add_once(Arena *a, Texts *list, const char *text)
{
    for (int i = list->n; i-- > 0;)
        if (!strcmp(list->v[i], text))
            return;
    vec_push(a, list, text);
}

/* Places of libraries and folders of files. */
static Texts list_folders(const KronModel *m, Arena *a)
{
    const Sources *s = m->program->p->ctx->sources;
    Texts list = {0};
    for (int i = 0; i < m->c->library.n; i++)
        add_once(a, &list, m->c->library.v[i]);
    for (const char *at = m->c->path; at && *at; at += *at == ':') {
        size_t n = strcspn(at, ":");
        add_once(a, &list, arena_strndup(a, at, n));
        at += n;
    }
    if (m->c->own)
        add_once(a, &list, m->c->own);
    for (int i = 0; i < sources_count(s); i++) {
        const char *path = sources_file(s, i)->path, *slash = strrchr(path, '/');
        if (sources_file(s, i)->is_file)
            add_once(a, &list, slash ? arena_strndup(a, path, (size_t)(slash - path) + 1) : ".");
    }
    return list;
}

/* ---- The bytes ---- */

static void put_size(Buf *b, uint64_t n)
{
    buf_write(b, (const char *)&n, sizeof n);
}

static void put_named(Buf *b, const char *name, Hash x)
{
    put_size(b, strlen(name) + 1);
    buf_write(b, name, strlen(name) + 1);
    buf_write(b, (const char *)x.h, sizeof x.h);
}

typedef struct Bytes {
    const char *at, *end;
} Bytes;

/* NULL: there are not so many. */
static const char *take(Bytes *b, uint64_t n)
{
    const char *from = b->at;
    if (n > (uint64_t)(b->end - b->at))
        return NULL;
    b->at += n;
    return from;
}

static bool take_size(Bytes *b, uint64_t *n)
{
    const char *from = take(b, sizeof *n);
    if (from)
        memcpy(n, from, sizeof *n);
    return from != NULL;
}

/* A list of names with hashes, all of which still hold. */
static bool take_unchanged(Bytes *b, Arena *a, bool folders)
{
    uint64_t n, length;
    if (!take_size(b, &n))
        return false;
    for (uint64_t i = 0; i < n; i++) {
        Hash was, is;
        const char *name = take_size(b, &length) ? take(b, length) : NULL;
        const char *hash = name && length && !name[length - 1] ? take(b, sizeof was.h) : NULL;
        if (!hash)
            return false;
        memcpy(was.h, hash, sizeof was.h);
        is = folders ? hash_folder(a, name) : hash_file(name);
        if (memcmp(was.h, is.h, sizeof is.h))
            return false;
    }
    return true;
}

/* ---- Texts for messages ---- */

typedef struct KeptTexts {
    KTexts t; /* first: KModel.texts */
    KronModel *m;
    bool inlined; /* of a program with an inlined method */
} KeptTexts;

/* Those of the equations; NULL: they are not to be had. */
static KTexts *texts_of(KTexts *t)
{
    KRON_TURN;
    const KeptTexts *k = (const KeptTexts *)t;
    Program *program = k->m->program;
    Pipeline *p = whole_pipeline(k->m);
    if (p && program->kept && k->inlined && !program->whole_inlined) {
        program->whole_inlined = pipeline_inline(p, 1);
        p = program->whole_inlined ? p : NULL;
    }
    return p ? k_texts(p->tables) : NULL;
}

/* ---- Reading and writing ---- */

/* Where files of the cache are; NULL: the model has none. */
static const char *folder_of(const KronModel *m)
{
    return m->text || m->c->pass || m->c->when == KRON_COMPILE_EXTERNAL ? NULL
                                                                        : m->c->compiler.cache;
}

static bool take_program(KronModel *m, Bytes *b, bool inlined)
{
    uint64_t nsource, ntables;
    Pipeline *p = m->program->p;
    const char *count = take(b, sizeof m->program->count);
    const char *source = count && take_size(b, &nsource) ? take(b, nsource) : NULL;
    const char *bytes = source && take_size(b, &ntables) ? take(b, ntables) : NULL;
    if (!bytes || !nsource || source[nsource - 1] || b->at != b->end)
        return false;
    KModel *tables = tables_unpack(p->ctx->arena, bytes, ntables);
    if (!tables || !pipeline_take(p, tables, source))
        return false;
    KeptTexts *texts = ARENA_NEW(p->ctx->arena, KeptTexts);
    *texts = (KeptTexts){{.instead = texts_of}, m, inlined};
    tables->texts = &texts->t;
    m->program->nv = inlined ? m->program->nv : tables->nv;
    memcpy(m->program->count, count, sizeof m->program->count);
    return true;
}

bool cache_fetch(KronModel *m, bool inlined)
{
    const char *folder = folder_of(m);
    Pipeline *p = m->program->p;
    size_t n;
    if (!folder || !p->name || p->failed || diags_errors(p->ctx->diags))
        return false;
    Arena *a = arena_new();
    char *bytes = cache_load(a, folder, question_name(m, inlined), &n);
    Bytes b = {bytes, bytes ? bytes + n : NULL};
    bool good = bytes && take_unchanged(&b, a, false) && take_unchanged(&b, a, true) &&
                take_program(m, &b, inlined);
    m->program->kept = m->program->kept || good;
    arena_free(a);
    return good;
}

/* Whether it takes longer to translate this than to read what was kept. */
static bool is_worth_it(const Pipeline *p)
{
    size_t bytes = 0;
    for (int i = 0; i < sources_count(p->ctx->sources); i++)
        bytes += sources_file(p->ctx->sources, i)->length;
    return p->dae->neq_flat >= worth_equations || bytes >= worth_bytes;
}

void cache_keep(KronModel *m, bool inlined)
{
    const char *folder = folder_of(m);
    const Pipeline *p = m->program->p;
    if (!folder || !is_worth_it(p) || p->ran_functions || diags_warnings(p->ctx->diags))
        return;
    Arena *a = arena_new();
    Buf b = {0}, tables = {0};
    const Sources *s = p->ctx->sources;
    uint64_t nfiles = 0;
    for (int i = 0; i < sources_count(s); i++)
        nfiles += sources_file(s, i)->is_file;
    put_size(&b, nfiles);
    for (int i = 0; i < sources_count(s); i++) {
        const SourceFile *f = sources_file(s, i);
        if (f->is_file)
            put_named(&b, f->path, hash_bytes(nothing, f->text, f->length));
    }
    Texts folders = list_folders(m, a);
    put_size(&b, (uint64_t)folders.n);
    for (int i = 0; i < folders.n; i++)
        put_named(&b, folders.v[i], hash_folder(a, folders.v[i]));
    if (tables_pack(p->tables, &tables)) {
        const int count[] = {p->dae->neq_flat, p->dae->nunknowns_flat, p->dae->nstates};
        buf_write(&b, (const char *)count, sizeof count);
        put_size(&b, p->source.n + 1);
        buf_write(&b, buf_text(&p->source), p->source.n + 1);
        put_size(&b, tables.n);
        buf_write(&b, buf_text(&tables), tables.n);
        cache_store(a, folder, question_name(m, inlined), &b);
    }
    buf_free(&tables);
    buf_free(&b);
    arena_free(a);
}

/* ---- Equations after all ---- */

Pipeline *whole_pipeline(KronModel *m)
{
    Program *program = m->program;
    if (!program->kept || program->whole)
        return program->kept ? program->whole : program->p;
    Setting *built = ARENA_ARRAY(m->arena, Setting, m->setting.n + 1);
    Pipeline *p = fresh_pipeline(m);
    p->nsettings = 0;
    for (int i = 0; i < m->setting.n; i++) /* what was exchanged since is not part of it */
        if (!m->setting.v[i].exchanged)
            built[p->nsettings++] = m->setting.v[i];
    p->setting = built;
    if (!pipeline_run(p, UNTIL_CODE) || p->tables->nv != program->nv) {
        pipeline_free(p);
        return NULL;
    }
    return program->whole = p;
}

Pipeline *inline_program(KronModel *m)
{
    Program *program = m->program;
    if (program->kept && cache_fetch(m, true))
        return program->p;
    Pipeline *p = whole_pipeline(m);
    if (!p || !pipeline_inline(p, 1))
        return NULL;
    if (program->kept) { /* this one is the program from now on */
        program->whole = program->p;
        program->p = p;
        program->kept = false;
    }
    cache_keep(m, true);
    return p;
}
