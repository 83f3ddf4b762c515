/* classic_index.c - finding classes of the classic language in directories.
 *
 * A directory is listed when the first class is looked for in it. Files are parsed quietly; the
 * mistakes in a file are reported, by parsing it again, when a class of it is needed. A look-up in
 * a directory that is read costs a hash look-up. */
#include "model/classic_index.h"
#include "base/map.h"
#include "syntax/classic.h"

typedef struct IndexedFile {
    const char *path;
    size_t stem_at, stem; /* the name without folder and suffix: its place in path, its length */
    SourceFile *source;   /* NULL: not read, or unreadable */
    SynFile *tree;        /* NULL: not read */
    bool read, broken, reported;
} IndexedFile;

/* A class and the number of its file; second: of another file with a class of that name, or -1. */
typedef struct IndexedClass {
    SynClass *cls;
    int file, second;
} IndexedClass;

typedef struct IndexedDir {
    const char *path;
    VEC(IndexedFile) files; /* by name */
    bool complete;          /* all files are in `classes` */
    VEC(IndexedClass) classes;
    Map class_of; /* name -> index in classes + 1 */
} IndexedDir;

struct ClassicIndex {
    Context *ctx;
    VEC(IndexedDir) dirs;
};

ClassicIndex *classic_index_new(Context *ctx)
{
    ClassicIndex *ix = ARENA_NEW(ctx->syntax, ClassicIndex);
    ix->ctx = ctx;
    return ix;
}

/* ---- Files ---- */

static void list_files(ClassicIndex *ix, IndexedDir *d)
{
    Arena *a = ix->ctx->syntax;
    Listing names = {0};
    folder_list(a, d->path, &names);
    for (int i = 0; i < names.n; i++) {
        if (!is_classic_file(names.v[i]))
            continue;
        IndexedFile *f = vec_add(a, &d->files);
        f->path = !strcmp(d->path, ".") ? names.v[i] : path_join(a, d->path, names.v[i]);
        f->stem = strlen(names.v[i]) - strlen(".dym");
        f->stem_at = strlen(f->path) - strlen(names.v[i]);
    }
}

static IndexedDir *dir_of(ClassicIndex *ix, const char *path)
{
    for (int i = 0; i < ix->dirs.n; i++)
        if (!strcmp(ix->dirs.v[i].path, path))
            return &ix->dirs.v[i];
    IndexedDir *d = vec_add(ix->ctx->syntax, &ix->dirs);
    d->path = arena_strdup(ix->ctx->syntax, path);
    list_files(ix, d);
    return d;
}

static void read_quietly(ClassicIndex *ix, IndexedFile *f)
{
    const char *why = NULL;
    if (f->read)
        return;
    f->read = true;
    f->source = source_read(ix->ctx->sources, f->path, &why);
    if (!f->source) {
        f->broken = true;
        return;
    }
    int mark = diags_mark(ix->ctx->diags), errors = diags_errors(ix->ctx->diags);
    f->tree = parse_classic(ix->ctx, f->source);
    f->broken = diags_errors(ix->ctx->diags) > errors;
    if (f->broken)
        diags_rollback(ix->ctx->diags, mark);
}

static void report_file(ClassicIndex *ix, IndexedFile *f)
{
    if (!f->broken || f->reported)
        return;
    f->reported = true;
    if (f->source)
        parse_classic(ix->ctx, f->source);
    else
        diag_error(ix->ctx->diags, (Span){0}, "cannot read `%s`", f->path);
}

/* ---- Classes ---- */

static SynClass *class_in(const IndexedFile *f, Name name)
{
    for (int i = 0; f->tree && i < f->tree->nclasses; i++)
        if (f->tree->cls[i]->name == name)
            return f->tree->cls[i];
    return NULL;
}

static void enter_classes(ClassicIndex *ix, IndexedDir *d, int file)
{
    const SynFile *tree = d->files.v[file].tree;
    for (int i = 0; tree && i < tree->nclasses; i++) {
        SynClass *c = tree->cls[i];
        uint32_t known = map_get(&d->class_of, c->name, 0);
        if (known) {
            if (d->classes.v[known - 1].second < 0)
                d->classes.v[known - 1].second = file;
            continue;
        }
        vec_push(ix->ctx->syntax, &d->classes, ((IndexedClass){c, file, -1}));
        map_set(&d->class_of, ix->ctx->syntax, c->name, (uint32_t)d->classes.n);
    }
}

static void read_all(ClassicIndex *ix, IndexedDir *d)
{
    if (d->complete)
        return;
    d->complete = true;
    for (int i = 0; i < d->files.n; i++) {
        read_quietly(ix, &d->files.v[i]);
        enter_classes(ix, d, i);
    }
}

static SynClass *good_or_broken(ClassicIndex *ix, IndexedFile *f, SynClass *c)
{
    report_file(ix, f);
    if (f->broken)
        c->form = FORM_BROKEN;
    return c;
}

static SynClass *ambiguous(ClassicIndex *ix, const IndexedDir *d, const IndexedClass *k)
{
    SynClass *other = class_in(&d->files.v[k->second], k->cls->name);
    diag_error(ix->ctx->diags, k->cls->name_span, "`%s` is defined in `%s` and in `%s`",
               text_of(ix->ctx, k->cls->name), d->files.v[k->file].path,
               d->files.v[k->second].path);
    diag_note(ix->ctx->diags, other->name_span, "the other definition is here");
    k->cls->form = FORM_BROKEN;
    return k->cls;
}

SynClass *classic_index_find(ClassicIndex *ix, const char *dir, Name name)
{
    IndexedDir *d = dir_of(ix, dir);
    const char *text = text_of(ix->ctx, name);
    for (int i = 0; i < d->files.n; i++) {
        IndexedFile *f = &d->files.v[i];
        if (f->stem != strlen(text) || strncmp(f->path + f->stem_at, text, f->stem))
            continue;
        read_quietly(ix, f);
        SynClass *c = class_in(f, name);
        if (c)
            return good_or_broken(ix, f, c);
    }
    read_all(ix, d);
    uint32_t known = map_get(&d->class_of, name, 0);
    if (!known)
        return NULL;
    const IndexedClass *k = &d->classes.v[known - 1];
    if (k->second >= 0)
        return ambiguous(ix, d, k);
    return good_or_broken(ix, &d->files.v[k->file], k->cls);
}

void classic_index_broken(ClassicIndex *ix)
{
    const IndexedFile *first = NULL;
    int more = 0;
    for (int i = 0; i < ix->dirs.n; i++)
        for (int k = 0; k < ix->dirs.v[i].files.n; k++) {
            const IndexedFile *f = &ix->dirs.v[i].files.v[k];
            if (!f->broken || f->reported)
                continue;
            more += first != NULL;
            first = first ? first : f;
        }
    if (first)
        diag_note(ix->ctx->diags, (Span){0},
                  "`%s` may declare it%s; it cannot be read: `kron parse %s` says why", first->path,
                  more ? ", or another file beside it" : "", first->path);
}

void classic_index_names(ClassicIndex *ix, void (*offer)(void *arg, const char *name), void *arg)
{
    for (int i = 0; i < ix->dirs.n; i++)
        for (int k = 0; k < ix->dirs.v[i].classes.n; k++)
            offer(arg, text_of(ix->ctx, ix->dirs.v[i].classes.v[k].cls->name));
}
