/* check_files.c - walks files and folders and parses what it finds.
 *
 * The walk is depth first in sorted order with an explicit stack. Each folder is entered once,
 * known by its device and file number, so loops of symbolic links end. A file's tree is dropped as
 * soon as it is parsed, and its memory used for the next. */
#include "syntax/check_files.h"
#include "base/map.h"
#include "syntax/classic.h"
#include "syntax/parser.h"

#include <errno.h>
#include <sys/stat.h>
#include <time.h>

typedef struct Walk {
    Context *ctx;
    Arena *arena;
    VEC(const char *) pending; /* the next path is the last */
    VEC(struct stat) folders;  /* entered so far */
    Map known;                 /* number of the folder -> index + 1 */
    ParseSummary sum;
} Walk;

static void unreadable(Walk *w, const char *path, const char *why)
{
    w->sum.unreadable++;
    diag_error(w->ctx->diags, (Span){0}, "cannot read `%s`: %s", path, why);
}

static bool entered_before(Walk *w, const struct stat *st)
{
    uint64_t key = (uint64_t)st->st_ino << 1 ^ (uint64_t)st->st_dev << 40;
    for (;; key += 2) {
        uint32_t i = map_get(&w->known, key | 1, 0);
        if (!i)
            break;
        const struct stat *known = &w->folders.v[i - 1];
        if (known->st_ino == st->st_ino && known->st_dev == st->st_dev)
            return true;
    }
    vec_push(w->arena, &w->folders, *st);
    map_set(&w->known, w->arena, key | 1, (uint32_t)w->folders.n);
    return false;
}

static bool is_source(const char *name)
{
    size_t n = strlen(name);
    return is_classic_file(name) || (n > 3 && !strcmp(name + n - 3, ".mo"));
}

/* Puts the folder's *.mo and *.dym files and sub-folders on the stack, the first on top. */
static void open_folder(Walk *w, const char *path)
{
    Listing names = {0};
    if (!folder_list(w->arena, path, &names))
        unreadable(w, path, strerror(errno));
    while (names.n) {
        const char *name = vec_pop(&names), *inner = path_join(w->arena, path, name);
        if (is_source(name) || is_folder(inner))
            vec_push(w->arena, &w->pending, inner);
    }
}

static void parse_file(Walk *w, const char *path)
{
    const char *why = NULL;
    SourceFile *source = source_read(w->ctx->sources, path, &why);
    if (!source) {
        unreadable(w, path, why);
        return;
    }
    Context own = *w->ctx;
    own.arena = arena_new();
    if (is_classic_file(path))
        parse_classic(&own, source);
    else
        parse_modelica(&own, source);
    arena_free(own.arena);
    w->sum.files++;
    w->sum.bytes += source->length;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ParseSummary check_files(Context *ctx, int npaths, char **paths)
{
    Walk w = {.ctx = ctx, .arena = arena_new()};
    double start = seconds_now();
    for (int i = npaths; i-- > 0;)
        vec_push(w.arena, &w.pending, paths[i]);
    while (w.pending.n) {
        const char *path = vec_pop(&w.pending);
        struct stat st;
        if (stat(path, &st) || !S_ISDIR(st.st_mode))
            parse_file(&w, path);
        else if (!entered_before(&w, &st))
            open_folder(&w, path);
    }
    w.sum.seconds = seconds_now() - start;
    arena_free(w.arena);
    return w.sum;
}
