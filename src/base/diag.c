/* diag.c - collecting and printing messages. */
#include "base/diag.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

#include <stdlib.h>
#include <strings.h>

typedef struct {
    DiagKind kind;
    Span at;
    const char *text;
    uint32_t code; /* of what was said, whatever the names in it */
    int repeated;  /* how often the same message came again */
    bool led;      /* it is the cause of what follows it */
} Diag;

struct Diags {
    Arena *arena;
    Sources *sources;
    VEC(Diag) all;
    Map seen; /* hash of position and text -> index + 1 */
    int errors, warnings;
    int met;             /* errors with those that are folded */
    bool last_folded;    /* notes that follow go to an earlier message: drop them */
    int shown;           /* messages all[0 .. shown) have been shown */
    VEC(Diag) withdrawn; /* errors that were taken back, with their notes */
};

enum { MOST_ERRORS = 50, MOST_MET = 10000 };

Diags *diags_new(Sources *sources)
{
    Arena *a = arena_new();
    Diags *d = ARENA_NEW(a, Diags);
    d->arena = a;
    d->sources = sources;
    return d;
}

void diags_free(Diags *d)
{
    if (d)
        arena_free(d->arena);
}

static uint64_t key_of(DiagKind kind, Span at, const char *text)
{
    uint64_t h = map_pair(at.beg, at.end) * 0x9E3779B97F4A7C15u + (uint64_t)kind;
    for (const char *p = text; *p; p++)
        h = (h ^ (unsigned char)*p) * 0x100000001B3u;
    return h | 1;
}

/* Of a format: the same as long as the message is, on every machine. */
static uint32_t code_of(const char *format)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (const char *p = format; *p; p++)
        h = (h ^ (unsigned char)*p) * 16777619u;
    return h >> 7; /* 25 bits: five letters */
}

/* Whether a format says something itself: has a word of three letters. */
static bool has_words(const char *format)
{
    int letters = 0;
    for (const char *p = format; *p && letters < 3; p++)
        letters = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ? letters + 1 : 0;
    return letters == 3;
}

/* The code of a message whose format is made of texts: of its words without names (in back quotes)
 * and numbers. */
static uint32_t code_of_text(const char *text)
{
    Buf words = {0};
    bool name = false;
    for (const char *p = text; *p; p++) {
        name = name != (*p == '`');
        if (!name && *p != '`' && !(*p >= '0' && *p <= '9'))
            buf_putc(&words, *p);
    }
    uint32_t code = code_of(buf_text(&words));
    buf_free(&words);
    return code;
}

/* The code of a message, which stands at the end of its text in brackets and for which `kron
 * explain` has a page: made from the format, so what is said twice in one form has one code; where
 * that has no words of its own, from those of the text. */
static void diag_code_text(uint32_t code, char out[7])
{
    static const char letter[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    out[0] = 'K';
    for (int i = 5; i > 0; i--, code >>= 5)
        out[i] = letter[code & 31];
    out[6] = 0;
}

void diag_vadd(Diags *d, DiagKind kind, Span at, const char *fmt, va_list ap)
{
    if (kind == DIAG_NOTE && d->last_folded)
        return;
    Buf b = {0};
    buf_vprintf(&b, fmt, ap);
    const char *text = buf_text(&b);
    if (kind != DIAG_NOTE) {
        uint64_t key = key_of(kind, at, text);
        uint32_t i = map_get(&d->seen, key, 0);
        d->last_folded = i && i <= (uint32_t)d->all.n && d->all.v[i - 1].at.beg == at.beg &&
                         !strcmp(d->all.v[i - 1].text, text);
        d->met += kind == DIAG_ERROR;
        if (d->last_folded) {
            d->all.v[i - 1].repeated++;
            buf_free(&b);
            return;
        }
        map_set(&d->seen, d->arena, key, (uint32_t)d->all.n + 1);
        *(kind == DIAG_ERROR ? &d->errors : &d->warnings) += 1;
    }
    uint32_t code = has_words(fmt) ? code_of(fmt) : code_of_text(text);
    vec_push(d->arena, &d->all, ((Diag){kind, at, arena_strdup(d->arena, text), code, 0, false}));
    buf_free(&b);
}

#define FORWARD(kind)                                                                              \
    va_list ap;                                                                                    \
    va_start(ap, fmt);                                                                             \
    diag_vadd(d, kind, at, fmt, ap);                                                               \
    va_end(ap)

void diag_error(Diags *d, Span at, const char *fmt, ...)
{
    FORWARD(DIAG_ERROR);
}

void diag_warning(Diags *d, Span at, const char *fmt, ...)
{
    FORWARD(DIAG_WARNING);
}

void diag_note(Diags *d, Span at, const char *fmt, ...)
{
    FORWARD(DIAG_NOTE);
}

void diag_lead(Diags *d, Span at, const char *fmt, ...)
{
    int n = d->all.n, i = n - 1;
    FORWARD(DIAG_NOTE);
    while (i >= 0 && d->all.v[i].kind == DIAG_NOTE)
        i--;
    if (d->all.n == n || i < 0 || d->all.v[i].code == d->all.v[n].code)
        return;
    Diag cause = d->all.v[n];
    cause.kind = d->all.v[i].kind;
    d->all.v[i].kind = DIAG_NOTE;
    for (int k = n; k > i; k--)
        d->all.v[k] = d->all.v[k - 1];
    cause.led = true;
    d->all.v[i] = cause;
}

void diags_conclude(Diags *d, int from, int to)
{
    int n = to - from, end = to + 1;
    if (n <= 0 || to >= d->all.n || d->all.v[from].kind != DIAG_ERROR || d->all.v[from].led ||
        d->all.v[to].kind != DIAG_ERROR)
        return;
    while (end < d->all.n && d->all.v[end].kind == DIAG_NOTE)
        end++;
    Diag *sum = arena_copy(d->arena, d->all.v + from, (size_t)n * sizeof *sum);
    sum->kind = DIAG_NOTE;
    d->errors--;
    memmove(d->all.v + from, d->all.v + to, (size_t)(end - to) * sizeof *sum);
    memcpy(d->all.v + end - n, sum, (size_t)n * sizeof *sum);
}

int diags_errors(const Diags *d)
{
    return d->errors;
}

bool diags_enough(const Diags *d)
{
    return d->errors > MOST_ERRORS || d->met > MOST_MET;
}

int diags_warnings(const Diags *d)
{
    return d->warnings;
}

int diags_mark(const Diags *d)
{
    return d->all.n;
}

void diags_rollback(Diags *d, int mark)
{
    DiagKind of = DIAG_WARNING; /* what notes belong to */
    for (int i = mark; i < d->all.n; i++) {
        const Diag *m = &d->all.v[i];
        of = m->kind == DIAG_NOTE ? of : m->kind;
        d->errors -= m->kind == DIAG_ERROR;
        d->warnings -= m->kind == DIAG_WARNING;
        if (of == DIAG_ERROR)
            vec_push(d->arena, &d->withdrawn, *m);
    }
    d->all.n = mark < d->all.n ? mark : d->all.n;
}

static void say_again(Diags *d, const Diag *m)
{
    uint32_t code = m->code;
    (m->kind == DIAG_NOTE ? diag_note : diag_error)(d, m->at, "%s", m->text);
    d->all.v[d->all.n - 1].code = code;
}

void diags_insist(Diags *d, Span within)
{
    int n = d->withdrawn.n, i = n - 1;
    while (i >= 0 &&
           (d->withdrawn.v[i].kind != DIAG_ERROR || d->withdrawn.v[i].at.beg < within.beg ||
            d->withdrawn.v[i].at.end > within.end))
        i--;
    if (d->errors || i < 0)
        return;
    do
        say_again(d, &d->withdrawn.v[i++]);
    while (i < n && d->withdrawn.v[i].kind == DIAG_NOTE);
}

static const char *excerpt_of(Diags *d, const Place *p, Span at)
{
    if (!p->file || p->line_length >= 2000)
        return "";
    uint32_t start = (uint32_t)(p->line_text - p->file->text) + p->file->base;
    uint32_t from = at.beg - start, to = at.end > at.beg ? at.end - start : from + 1;
    if (to > p->line_length)
        to = p->line_length;
    if (to <= from)
        to = from + 1;
    Buf b = {0};
    buf_printf(&b, "    %.*s\n    ", (int)p->line_length, p->line_text);
    for (uint32_t i = 0; i < from && i < p->line_length; i++)
        if (((unsigned char)p->line_text[i] & 0xC0) != 0x80)
            buf_putc(&b, p->line_text[i] == '\t' ? '\t' : ' ');
    for (uint32_t i = from; i < to; i++)
        if (i >= p->line_length || ((unsigned char)p->line_text[i] & 0xC0) != 0x80)
            buf_putc(&b, i == from ? '^' : '~');
    buf_putc(&b, '\n');
    const char *text = arena_strdup(d->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

bool diags_next(Diags *d, DiagShown *out)
{
    if (d->shown >= d->all.n)
        return false;
    const Diag *m = &d->all.v[d->shown++];
    *out = (DiagShown){m->kind, source_place(d->sources, m->at.beg), m->text, ""};
    if (m->repeated)
        out->text = arena_printf(d->arena, "%s (and in %d more place%s)", m->text, m->repeated,
                                 m->repeated == 1 ? "" : "s");
    char code[7];
    diag_code_text(m->code, code);
    if (m->kind != DIAG_NOTE)
        out->text = arena_printf(d->arena, "%s [%s]", out->text, code);
    out->excerpt = excerpt_of(d, &out->place, m->at);
    return true;
}

/* Edit distance with transpositions, given up beyond `limit`. O(len a * len b). */
static int distance(const char *a, const char *b, int limit)
{
    enum { MOST = 64 };
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n >= MOST || m >= MOST || abs(n - m) > limit)
        return limit + 1;
    int row[3][MOST + 1];
    int *before = row[0], *above = row[1], *here = row[2];
    for (int j = 0; j <= m; j++)
        above[j] = j;
    for (int i = 1; i <= n; i++) {
        int least = here[0] = i;
        for (int j = 1; j <= m; j++) {
            int x = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < x)
                x = above[j] + 1;
            if (here[j - 1] + 1 < x)
                x = here[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < x)
                x = before[j - 2] + 1;
            here[j] = x;
            if (x < least)
                least = x;
        }
        if (least > limit)
            return limit + 1;
        int *t = before;
        before = above;
        above = here;
        here = t;
    }
    return above[m];
}

Nearest nearest_to(const Diags *d, const char *wanted)
{
    return (Nearest){.wanted = d->errors < MOST_ERRORS ? wanted : NULL};
}

/* A longer name that begins with what was written, the shortest of them, if nothing is nearer; that
 * may be an abbreviation in the plural. */
static void offer_longer(Nearest *n, const char *candidate, size_t length)
{
    if (length > 4 && n->wanted[length - 1] == 's' && candidate[0] &&
        candidate[strlen(candidate) - 1] == 's')
        length--;
    if (length < 3 || strncasecmp(n->wanted, candidate, length) ||
        (n->best && (n->distance <= (int)length ||
                     (n->distance == (int)length + 1 && strlen(candidate) >= strlen(n->best)))))
        return;
    n->best = candidate;
    n->distance = (int)length + 1; /* further than any that is misspelt */
}

/* A shorter name that what was written begins with, Jr for Jrotor, the longest of them, if nothing
 * else is near. */
static void offer_shorter(Nearest *n, const char *candidate, size_t length)
{
    size_t short_length = strlen(candidate);
    if (short_length < 2 || short_length >= length || strncmp(n->wanted, candidate, short_length) ||
        (n->best && (n->distance <= (int)length + 1 || short_length <= strlen(n->best))))
        return;
    n->best = candidate;
    n->distance = (int)length + 2; /* further than any other */
}

void nearest_offer(Nearest *n, const char *candidate)
{
    if (!n->wanted || !strcmp(n->wanted, candidate)) /* the name itself is of another kind */
        return;
    int length = (int)strlen(n->wanted);
    int limit = n->best && n->distance <= length ? n->distance - 1 : (length + 2) / 3;
    if (limit < 0)
        return;
    int d = strcasecmp(n->wanted, candidate) ? distance(n->wanted, candidate, limit) : 0;
    if (d <= limit && d < length) { /* of which a letter is the same */
        n->best = candidate;
        n->distance = d;
    } else {
        offer_longer(n, candidate, (size_t)length);
        offer_shorter(n, candidate, (size_t)length);
    }
}
