/* source.c - files in memory and the way from an offset to line and column. */
#include "base/source.h"
#include "base/die.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_STREAMED = 64 << 20 }; /* bytes of what is not a regular file and may be endless */

struct Sources {
    Arena *arena;
    VEC(SourceFile *) file; /* ascending base */
    uint32_t end;           /* first free offset */
};

Sources *sources_new(void)
{
    Arena *a = arena_new();
    Sources *s = ARENA_NEW(a, Sources);
    s->arena = a;
    s->end = 1;
    return s;
}

void sources_free(Sources *s)
{
    if (s)
        arena_free(s->arena);
}

static SourceFile *enter(Sources *s, const char *path, char *text, size_t n, const char **why)
{
    if (n >= UINT32_MAX - s->end - 2) {
        *why = "the sources of one run exceed 4 GiB";
        return NULL;
    }
    SourceFile *f = ARENA_NEW(s->arena, SourceFile);
    f->path = arena_strdup(s->arena, path);
    if (n >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) {
        text += 3;
        n -= 3;
    }
    f->text = text;
    f->length = (uint32_t)n;
    f->base = s->end;
    s->end += (uint32_t)n + 1;
    vec_push(s->arena, &s->file, f);
    return f;
}

SourceFile *source_add(Sources *s, const char *path, const char *text, size_t n, const char **why)
{
    return enter(s, path, arena_strndup(s->arena, text, n), n, why);
}

/* Reads what is left of an open file; NULL: *why. */
static char *read_all(Sources *s, int fd, const struct stat *st, size_t *n, const char **why)
{
    size_t most = S_ISREG(st->st_mode) ? UINT32_MAX : MOST_STREAMED;
    size_t cap =
        st->st_size > 0 ? (size_t)st->st_size + 1 : 8192; /* pipes and /proc tell no size */
    char *text = arena_alloc(s->arena, cap + 1);
    for (ssize_t got = 1; got != 0;) {
        if (*n == cap) {
            char *copy = arena_alloc(s->arena, 2 * cap + 1);
            text = memcpy(copy, text, cap);
            cap *= 2;
        }
        got = read(fd, text + *n, cap - *n);
        if (got < 0 && errno != EINTR) {
            *why = strerror(errno);
            return NULL;
        }
        *n += got > 0 ? (size_t)got : 0;
        if (*n > most) {
            *why =
                most == UINT32_MAX ? "larger than 4 GiB" : "more than 64 MiB from a device or pipe";
            return NULL;
        }
    }
    return text;
}

SourceFile *source_read(Sources *s, const char *path, const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    size_t n = 0;
    char *text = NULL;
    if (fd < 0 || fstat(fd, &st))
        *why = strerror(errno);
    else if (S_ISDIR(st.st_mode))
        *why = "is a directory";
    else
        text = read_all(s, fd, &st, &n, why);
    if (fd >= 0)
        close(fd);
    SourceFile *f = text ? enter(s, path, text, n, why) : NULL;
    if (f)
        f->is_file = true;
    return f;
}

int sources_count(const Sources *s)
{
    return s->file.n;
}

const SourceFile *sources_file(const Sources *s, int i)
{
    return s->file.v[i];
}

static void make_lines(Sources *s, SourceFile *f)
{
    uint32_t n = 1;
    for (uint32_t i = 0; i < f->length; i++)
        n += f->text[i] == '\n';
    f->line = ARENA_ARRAY(s->arena, uint32_t, n);
    f->nlines = n;
    n = 1;
    for (uint32_t i = 0; i < f->length; i++)
        if (f->text[i] == '\n')
            f->line[n++] = i + 1;
}

Place source_place(Sources *s, uint32_t offset)
{
    Place p = {0};
    if (!offset || !s->file.n)
        return p;
    int lo = 0, hi = s->file.n - 1;
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (s->file.v[mid]->base <= offset)
            lo = mid;
        else
            hi = mid - 1;
    }
    SourceFile *f = s->file.v[lo];
    if (offset < f->base || offset > f->base + f->length)
        return p;
    if (!f->nlines)
        make_lines(s, f);
    uint32_t at = offset - f->base, a = 0, b = f->nlines - 1;
    while (a < b) {
        uint32_t mid = (a + b + 1) / 2;
        if (f->line[mid] <= at)
            a = mid;
        else
            b = mid - 1;
    }
    uint32_t start = f->line[a], end = start;
    while (end < f->length && f->text[end] != '\n' && f->text[end] != '\r')
        end++;
    p.file = f;
    p.line = a + 1;
    p.column = 1;
    for (uint32_t i = start; i < at; i++)
        p.column += ((unsigned char)f->text[i] & 0xC0) != 0x80;
    p.line_text = f->text + start;
    p.line_length = end - start;
    return p;
}

void source_text(Sources *s, Span at, Buf *out)
{
    const SourceFile *f = source_place(s, at.beg).file;
    if (!f)
        return;
    uint32_t from = at.beg - f->base, left = f->length - from, n = at.end - at.beg;
    buf_write(out, f->text + from, n < left ? n : left);
}

/* The length of `wanted` at a place of a text, blanks in either left out; 0: it is not there. */
static int matching(const char *at, const char *end, const char *wanted)
{
    const char *from = at;
    for (; *wanted; wanted++) {
        if (*wanted == ' ')
            continue;
        while (at < end && *at == ' ')
            at++;
        if (at >= end || *at++ != *wanted)
            return 0;
    }
    while (at < end && *at == ' ')
        at++;
    return at < end && (*at == ']' || *at == ',') ? (int)(at - from) : 0;
}

static bool is_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

/* Whether the name that ends before `close` is `array`, alone or behind a point. */
static bool ends_in(const char *name, const char *close, const char *array)
{
    size_t n = strlen(array), all = (size_t)(close - name);
    return n <= all && !memcmp(close - n, array, n) && (n == all || close[-n - 1] == '.');
}

Span source_find_subscript(Sources *s, Span in, const char *array, const char *subscript)
{
    Place place = source_place(s, in.beg);
    if (!place.file)
        return in;
    const char *text = place.file->text, *from = text + (in.beg - place.file->base),
               *end = text + (in.end - place.file->base);
    for (const char *p = from, *open = NULL; p < end; p++) {
        open = *p == '[' ? p : open;
        int n = *p == '[' || *p == ',' ? matching(p + 1, end, subscript) : 0;
        if (!n || !open || open == from || !is_of_name(open[-1]))
            continue;
        const char *name = open, *close = p + 1 + n;
        while (name > from && is_of_name(name[-1]))
            name--;
        if (array && !ends_in(name, open, array))
            continue;
        while (close < end && *close != ']')
            close++;
        return (Span){place.file->base + (uint32_t)(name - text),
                      place.file->base + (uint32_t)(close - text) + 1};
    }
    return in;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What has no end, or waits for somebody to write, is no part of a library. */
static bool is_pipe_or_device(const char *path)
{
    struct stat st;
    return !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

bool folder_list(Arena *a, const char *dir, Listing *out)
{
    DIR *d = opendir(dir);
    KRON_MEMORY(d || errno != ENOMEM);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.' && (e->d_type == DT_REG || e->d_type == DT_DIR ||
                                    !is_pipe_or_device(path_join(a, dir, e->d_name))))
            vec_push(a, out, arena_strdup(a, e->d_name));
    if (d)
        closedir(d);
    if (out->n)
        qsort(out->v, (size_t)out->n, sizeof *out->v, by_text);
    return d != NULL;
}

bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool sources_have(const Sources *s, const char *path)
{
    for (int i = 0; i < s->file.n; i++)
        if (same_file(s->file.v[i]->path, path))
            return true;
    return false;
}

bool is_folder(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

const char *path_join(Arena *a, const char *dir, const char *name)
{
    size_t n = strlen(dir);
    return arena_printf(a, "%s%s%s", dir, n && dir[n - 1] == '/' ? "" : "/", name);
}
