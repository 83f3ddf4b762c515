/* string.c - strings of functions: conversion of numbers, concatenation, comparison. Results lie
 * on the instance's stack. Elements of String arrays are numbers of texts in a table without
 * duplicates (open addressing, expected O(1)), which is emptied when generated code is left. */
#include "rt/run_internal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 24 }; /* characters of a String */

/* Ends the evaluation with a text, the place, and what led there. */
static _Noreturn void throw_at(KInst *m, int at, const char *form, const char *what)
{
    char text[400];
    Text t = {text, sizeof text};
    text_add(&t, "%s", what);
    if (at >= 0)
        text_place(&t, k_place(m->run->model, at));
    code_throw_at(m, at, form, text);
}

/* Room for that many characters and the end. */
static char *string_alloc(KInst *m, int at, size_t length)
{
    if (length > LONGEST) {
        char text[100];
        snprintf(text, sizeof text, "a String of %zu characters; at most %d are possible", length,
                 LONGEST);
        throw_at(m, at, "a String of %zu characters; at most %d are possible", text);
    }
    return stack_alloc(m, length + 1);
}

/* text, padded with blanks to min_length. */
static const char *padded(KInst *m, int at, const char *text, int min_length, int left)
{
    size_t length = strlen(text), width = min_length > 0 ? (size_t)min_length : 0;
    if (width < length)
        width = length;
    char *s = string_alloc(m, at, width);
    memset(s, ' ', width);
    memcpy(left ? s : s + (width - length), text, length);
    s[width] = 0;
    return s;
}

const char *k_str_real(KInst *m, int at, double x, int digits, int min_length, int left)
{
    char text[64];
    int precision = digits < 1 ? 1 : digits > 40 ? 40 : digits;
    snprintf(text, sizeof text, "%.*g", precision, x == 0 ? 0 : x);
    return padded(m, at, text, min_length, left);
}

/* A conversion of C's printf for one number: %[flags][width][.precision]conversion. */
typedef struct Conversion {
    char flags[8];
    int width, precision;
    char kind; /* 0: not a conversion we know */
} Conversion;

static const char *parse_number(const char *s, int *n)
{
    for (*n = 0; *s >= '0' && *s <= '9' && *n < 1000; s++)
        *n = 10 * *n + (*s - '0');
    return s;
}

static Conversion parse_conversion(const char *s)
{
    Conversion c = {.precision = -1};
    size_t nflags = 0;
    s += *s == '%';
    for (; *s && strchr("-+ #0", *s) && nflags + 1 < sizeof c.flags; s++)
        c.flags[nflags++] = *s;
    s = parse_number(s, &c.width);
    if (*s == '.')
        s = parse_number(s + 1, &c.precision);
    if (*s == 'l')
        s++;
    if (*s && strchr("fFeEgGdiouxXc", *s) && !s[1])
        c.kind = *s;
    return c;
}

static const char bad_format[] = "the format given to String() is not one for numbers";

const char *k_str_format(KInst *m, int at, double x, const char *format)
{
    Conversion c = parse_conversion(format);
    if (!c.kind || c.width >= 1000 || c.precision >= 1000)
        throw_at(m, at, bad_format, bad_format);
    bool integer = strchr("diouxXc", c.kind);
    if (integer && !(fabs(x) < 9e18)) { /* no integer of C: as a Real */
        integer = false;
        c.kind = 'g';
    }
    char pattern[48], text[2400];
    int n = snprintf(pattern, sizeof pattern, "%%%s", c.flags);
    if (c.width)
        n += snprintf(pattern + n, sizeof pattern - (size_t)n, "%d", c.width);
    if (c.precision >= 0)
        n += snprintf(pattern + n, sizeof pattern - (size_t)n, ".%d", c.precision);
    snprintf(pattern + n, sizeof pattern - (size_t)n, integer && c.kind != 'c' ? "ll%c" : "%c",
             c.kind);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (c.kind == 'c')
        snprintf(text, sizeof text, pattern, (int)rint(fmod(x, 256)));
    else if (integer)
        snprintf(text, sizeof text, pattern, (long long)rint(x));
    else
        snprintf(text, sizeof text, pattern, x == 0 ? 0 : x);
#pragma GCC diagnostic pop
    return padded(m, at, text, 0, 1);
}

const char *k_str_int(KInst *m, int at, double x, int min_length, int left)
{
    char text[400];
    snprintf(text, sizeof text, "%.0f", x == 0 ? 0 : x);
    return padded(m, at, text, min_length, left);
}

const char *k_str_bool(KInst *m, int at, double x, int min_length, int left)
{
    return padded(m, at, x != 0 ? "true" : "false", min_length, left);
}

const char *k_str_text(KInst *m, int at, const char *text, int min_length, int left)
{
    return padded(m, at, text, min_length, left);
}

const char *k_str_cat(KInst *m, int at, const char *a, const char *b)
{
    size_t na = strlen(a), nb = strlen(b);
    char *s = string_alloc(m, at, na + nb);
    memcpy(s, a, na);
    memcpy(s + na, b, nb + 1);
    return s;
}

int k_str_compare(const char *a, const char *b)
{
    int c = strcmp(a, b);
    return (c > 0) - (c < 0);
}

/* ---- Elements of arrays ---- */

static uint32_t hash_text(const char *s)
{
    uint32_t h = 2166136261u; /* FNV-1a */
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

/* The place of a text in the table: its number is there, or 0. */
static int *text_slot(KStrings *t, const char *text)
{
    uint32_t mask = 2 * (uint32_t)t->cap - 1, at = hash_text(text) & mask;
    while (t->slot[at] && strcmp(t->text[t->slot[at] - 1], text))
        at = (at + 1) & mask;
    return &t->slot[at];
}

static void strings_grow(KInst *m)
{
    KStrings *t = &m->run->strings;
    int cap = t->cap ? 2 * t->cap : 64;
    const char **text = cap <= LONGEST ? realloc(t->text, (size_t)cap * sizeof *text) : NULL;
    if (text)
        t->text = text;
    int *slot = text ? calloc(2 * (size_t)cap, sizeof *slot) : NULL;
    if (!slot)
        code_throw(m, "arrays of Strings have too many different elements");
    free(t->slot);
    t->slot = slot;
    t->cap = cap;
    for (int i = 0; i < t->n; i++)
        *text_slot(t, t->text[i]) = i + 1;
}

double k_number(KInst *m, const char *text)
{
    KStrings *t = &m->run->strings;
    if (!*text)
        return 0;
    if (t->n == t->cap)
        strings_grow(m);
    int *slot = text_slot(t, text);
    if (!*slot) {
        size_t size = strlen(text) + 1;
        t->text[t->n] = memcpy(chunk_alloc(m, &t->memory, size), text, size);
        *slot = ++t->n;
    }
    return *slot;
}

const char *k_text(KInst *m, double number)
{
    const KStrings *t = &m->run->strings;
    return number >= 1 && number <= t->n ? t->text[(int)number - 1] : "";
}

void k_strings(KInst *m, KArr *out, int first, int nd, const int *n)
{
    k_shape(m, out, nd, n);
    for (int i = 0; i < k_count(out); i++)
        out->d[i] = k_number(m, m->s[first + i]);
}

void k_set_strings(KInst *m, int first, const KArr *a)
{
    for (int i = 0; i < k_count(a); i++)
        m->s[first + i] = k_text(m, a->d[i]);
}

void strings_clear(KRun *run)
{
    KStrings *t = &run->strings;
    if (!t->n)
        return;
    memset(t->slot, 0, 2 * (size_t)t->cap * sizeof *t->slot);
    t->n = 0;
    chunk_rewind(&t->memory);
}

void strings_free(KRun *run)
{
    free(run->strings.text);
    free(run->strings.slot);
    chunk_free(&run->strings.memory);
}
