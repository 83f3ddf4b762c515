/* source.c - files in memory and the way from an offset to line and column. */
#include "base/source.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

SourceFile *source_read(Sources *s, const char *path, const char **why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0 || fstat(fd, &st)) {
        *why = strerror(errno);
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    if (S_ISDIR(st.st_mode)) {
        *why = "is a directory";
        close(fd);
        return NULL;
    }
    size_t most = S_ISREG(st.st_mode) ? UINT32_MAX : MOST_STREAMED;
    size_t cap = st.st_size > 0 ? (size_t)st.st_size : 0, n = 0;
    char *text = arena_alloc(s->arena, cap + 1);
    for (;;) {
        if (n == cap) { /* also for pipes and files of /proc, whose size reads 0 */
            char probe;
            ssize_t got = read(fd, &probe, 1);
            if (got == 0)
                break;
            if (got > 0) {
                size_t larger = cap < 4096 ? 8192 : 2 * cap;
                char *copy = arena_alloc(s->arena, larger + 1);
                memcpy(copy, text, n);
                text = copy;
                cap = larger;
                text[n++] = probe;
                continue;
            }
        }
        ssize_t got = read(fd, text + n, cap - n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            *why = strerror(errno);
            close(fd);
            return NULL;
        }
        if (got == 0)
            break;
        n += (size_t)got;
        if (n > most) {
            *why =
                most == UINT32_MAX ? "larger than 4 GiB" : "more than 64 MiB from a device or pipe";
            close(fd);
            return NULL;
        }
    }
    close(fd);
    text[n] = 0;
    return enter(s, path, text, n, why);
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
    if (f)
        buf_write(out, f->text + (at.beg - f->base), at.end - at.beg);
}
