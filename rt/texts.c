/* texts.c - texts for messages from tables. */
#include "rt/texts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static KTexts *asked(const KModel *model)
{
    KTexts *t = model->texts;
    return t && t->instead ? t->instead(t) : t;
}

KTexts *k_texts(const KModel *model)
{
    KTexts *t = asked(model);
    if (t && t->fill)
        t->fill(t);
    return t;
}

const KEquation *k_equation(const KTexts *t, const int *list, int i)
{
    return list && list[i] >= 0 ? &t->equation[list[i]] : NULL;
}

void k_see(KSeen *s, const KEquation *e)
{
    for (int i = 0; e && i < e->nvars && s->n < SEEN_MOST; i++) {
        bool old = false;
        for (int k = 0; k < s->n; k++)
            old |= s->var[k] == e->var[i];
        if (!old)
            s->var[s->n++] = e->var[i];
    }
}

/* Which equations a variable is in, and which variables an equation gives. */
typedef struct Followers {
    const KTexts *t;
    int nv;
    int *first, *in; /* [nv + 2], [their variables in all] equations of variable v: in[first[v]] ..
                        in[first[v + 1] - 1] */
    int *gives, *next; /* [nequations], [nv] variable + 1, and the one after it that the same
                          equation gives; 0: none */
    int *pending;      /* [nv] that are marked, and not yet followed */
    int npending;
} Followers;

static bool followers_open(Followers *f, const KTexts *t, int nv)
{
    int nin = 0;
    for (int e = 0; e < t->nequations; e++)
        nin += t->equation[e].nvars;
    *f = (Followers){.t = t, .nv = nv};
    f->first = calloc(3 * (size_t)nv + 2 + (size_t)t->nequations + (size_t)nin, sizeof *f->first);
    if (!f->first)
        return false;
    f->next = f->first + nv + 2;
    f->pending = f->next + nv;
    f->gives = f->pending + nv;
    f->in = f->gives + t->nequations;
    for (int v = nv; v-- > 0;)
        if (t->defining[v] >= 0) {
            f->next[v] = f->gives[t->defining[v]];
            f->gives[t->defining[v]] = v + 1;
        }
    for (int e = 0; e < t->nequations; e++)
        for (int i = 0; i < t->equation[e].nvars && f->gives[e]; i++)
            f->first[t->equation[e].var[i] + 2]++;
    for (int v = 0; v < nv; v++)
        f->first[v + 2] += f->first[v + 1];
    for (int e = 0; e < t->nequations; e++)
        for (int i = 0; i < t->equation[e].nvars && f->gives[e]; i++)
            f->in[f->first[t->equation[e].var[i] + 1]++] = e;
    return true;
}

static void mark(Followers *f, unsigned char *met, int v)
{
    if (!met[v])
        f->pending[f->npending++] = v;
    met[v] = 1;
}

static void follow_pending(Followers *f, unsigned char *met)
{
    while (f->npending) {
        int v = f->pending[--f->npending];
        for (int i = f->first[v]; i < f->first[v + 1]; i++) {
            int *gives = &f->gives[f->in[i]];
            for (; *gives; *gives = f->next[*gives - 1])
                mark(f, met, *gives - 1);
        }
    }
}

bool k_follow(const KTexts *t, const KModel *model, unsigned char *met, bool through_states)
{
    Followers f;
    if (!t->defining || !followers_open(&f, t, model->nv))
        return !t->defining;
    for (int v = 0; v < model->nv; v++)
        if (met[v])
            f.pending[f.npending++] = v;
    while (f.npending) {
        follow_pending(&f, met);
        for (int i = 0; i < model->nstates && through_states; i++)
            if (met[model->der[i]])
                mark(&f, met, model->state[i]);
    }
    free(f.first);
    return true;
}

const char *k_place(const KModel *model, int position)
{
    KTexts *t = asked(model);
    if (t && t->place)
        return t->place(t, position);
    for (int i = 0; t && i < t->npositions; i++)
        if (t->position[i].number == position)
            return t->position[i].place;
    return "";
}

void k_code(const char *form, char out[7])
{
    static const char letter[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    unsigned h = 2166136261u; /* FNV-1a */
    for (const char *p = form; *p; p++)
        h = (h ^ (unsigned char)*p) * 16777619u;
    h >>= 7;
    out[0] = 'K';
    for (int i = 5; i > 0; i--, h >>= 5)
        out[i] = letter[h & 31];
    out[6] = 0;
}

/* " [K12345]" before the place `at`. */
static bool has_code(const char *text, size_t at)
{
    return at >= 9 && text[at - 1] == ']' && !strncmp(text + at - 9, " [K", 3);
}

void k_add_code(char *text, size_t size, const char *form)
{
    enum { LENGTH = 9 };
    char code[7];
    size_t length = strlen(text), at = strcspn(text, "\n");
    char *end = text + at;
    if (!length || has_code(text, at) || at + LENGTH >= size)
        return;
    size_t kept = length + LENGTH < size ? length : size - LENGTH - 1;
    while (kept < length && kept > at && ((unsigned char)text[kept] & 0xC0) == 0x80)
        kept--;
    memmove(end + LENGTH, end, kept - at);
    text[kept + LENGTH] = 0;
    k_code(form, code);
    memcpy(end, " [", 2);
    memcpy(end + 2, code, 6);
    end[LENGTH - 1] = ']';
}

const char k_no_memory[] = "memory is exhausted";

void k_printable(char *text)
{
    unsigned char *s = (unsigned char *)text;
    for (size_t n = 1; *s; s += n) {
        bool mark = s[0] == 0xE2 && s[1] >= 0x80 &&
                    (s[1] < 0x81 ? s[2] >= 0xAA && s[2] <= 0xAE
                                 : s[1] == 0x81 && s[2] >= 0xA6 && s[2] <= 0xA9);
        bool high = s[0] == 0xC2 && s[1] >= 0x80 && s[1] < 0xA0; /* U+0080 .. U+009F */
        bool low = (s[0] < ' ' && s[0] != '\n' && s[0] != '\t') || s[0] == 0x7F;
        n = mark ? 3 : high ? 2 : 1;
        if (mark || high || low)
            memset(s, '?', n);
    }
}

void k_vsay(FILE *out, const char *format, va_list args)
{
    char short_text[2000], *text = short_text;
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(short_text, sizeof short_text, format, args);
    if (n >= (int)sizeof short_text && (text = malloc((size_t)n + 1)))
        vsnprintf(text, (size_t)n + 1, format, again);
    text = text ? text : short_text;
    va_end(again);
    k_printable(text);
    fputs(text, out);
    if (text != short_text)
        free(text);
}

void k_say(FILE *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    k_vsay(out, format, args);
    va_end(args);
}
