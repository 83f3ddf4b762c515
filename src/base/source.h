/* source.h - source texts and positions.
 *
 * All texts read in one run lie in one address space of 32-bit offsets, one behind the other, so
 * that a position is one number and a span two. Offset 0 is "no position". Lines and columns are
 * found when a message needs them. */
#ifndef KRON_BASE_SOURCE_H
#define KRON_BASE_SOURCE_H

#include "base/buf.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Span {
    uint32_t beg, end; /* [beg, end) */
} Span;

#define SPAN_ALL ((Span){0, UINT32_MAX})

typedef struct SourceFile {
    const char *path; /* as the user would write it */
    const char *text; /* zero-terminated, without a byte-order mark */
    uint32_t length;
    uint32_t base;   /* offset of text[0] */
    bool is_file;    /* it was read from there */
    uint32_t *line;  /* offsets of line starts relative to base, made on demand */
    uint32_t nlines; /* 0 while `line` is not made */
} SourceFile;

typedef struct Sources Sources;

typedef struct Place {
    const SourceFile *file; /* NULL: no position */
    uint32_t line, column;  /* from 1; columns count characters (UTF-8 code points) */
    const char *line_text;  /* start of the line in the text */
    uint32_t line_length;   /* bytes without the line end */
} Place;

Sources *sources_new(void);
void sources_free(Sources *s);
/* Reads a whole file. NULL on failure with *why set to a sentence ("no such file"). */
SourceFile *source_read(Sources *s, const char *path, const char **why);
/* Takes a copy of a text that is in memory. NULL if the address space is full (*why). */
SourceFile *source_add(Sources *s, const char *path, const char *text, size_t n, const char **why);
int sources_count(const Sources *s);
const SourceFile *sources_file(const Sources *s, int i);
Place source_place(Sources *s, uint32_t offset);
/* What stands there, as it is written, up to the end of the file; nothing if there is no position.
 */
void source_text(Sources *s, Span at, Buf *out);
/* Where a subscript of this text is written inside of a span, with the name before it: `x[i + 1]`,
 * whose last part is `array` (NULL: any); the whole span: it is not found. */
Span source_find_subscript(Sources *s, Span in, const char *array, const char *subscript);

/* The names in a folder, sorted, without hidden ones, pipes and devices. */
typedef VEC(const char *) Listing;
/* False (and errno says why): it cannot be listed, and has no entries. */
bool folder_list(Arena *a, const char *dir, Listing *out);
bool is_folder(const char *path);
bool same_file(const char *a, const char *b);
/* Whether the path is one of the files that were read. */
bool sources_have(const Sources *s, const char *path);
const char *path_join(Arena *a, const char *dir, const char *name);

static inline Span span_join(Span a, Span b)
{
    if (!a.end)
        return b;
    if (!b.end)
        return a;
    return (Span){a.beg < b.beg ? a.beg : b.beg, a.end > b.end ? a.end : b.end};
}

#endif
