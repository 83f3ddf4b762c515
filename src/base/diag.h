/* diag.h - what we tell the user: errors, warnings and notes with a position.
 *
 * Messages are collected, not printed, so that a pass can go on to the next mistake, and so that
 * an attempt can be taken back. Equal messages at one position are folded and counted. A note
 * belongs to the message before it. Texts are full sentences in the user's words without a final
 * point; names stand in back quotes. Every error and warning has a code. */
#ifndef KRON_BASE_DIAG_H
#define KRON_BASE_DIAG_H

#include "base/source.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum { DIAG_ERROR, DIAG_WARNING, DIAG_NOTE } DiagKind;

typedef struct Diags Diags;

Diags *diags_new(Sources *sources);
void diags_free(Diags *d);

void diag_error(Diags *d, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void diag_warning(Diags *d, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Explains the last error or warning; dropped if that one was folded into an earlier one. */
void diag_note(Diags *d, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The cause of the last error or warning, which becomes the first note to it; itself a note to one
 * that such a cause leads already. */
void diag_lead(Diags *d, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* The error that stands between two marks, with its notes, is what follows from the next one, if
 * there is one: it becomes the last notes of that. Not if a cause leads it. */
void diags_conclude(Diags *d, int from, int to);
void diag_vadd(Diags *d, DiagKind kind, Span at, const char *fmt, va_list ap);

int diags_errors(const Diags *d); /* errors so far */
/* Whether there are so many errors that looking for more is of no use: loops end. */
bool diags_enough(const Diags *d);
int diags_warnings(const Diags *d); /* warnings so far */

/* Attempts: everything reported after diags_mark can be dropped again. */
int diags_mark(const Diags *d);
void diags_rollback(Diags *d, int mark);
/* Something has failed and nobody says why: what failed was asked for in an attempt, which took the
 * message back, and is not tried again. The error within a part of the text that was taken back
 * last is said after all; none if there are others. */
void diags_insist(Diags *d, Span within);

/* The next message that has not been shown yet; false: there is none. */
typedef struct DiagShown {
    DiagKind kind;
    Place place;         /* place.file NULL: it has none */
    const char *text;    /* stays as long as the messages */
    const char *excerpt; /* the line and a second one with a caret; "" if there is none:
                                u = Vx - Vb;
                                    ^~           */
} DiagShown;
bool diags_next(Diags *d, DiagShown *out);

/* For a name that is not known: the nearest of the candidates offered, by edit distance (at most
 * a third of the length; the same but for capitals is nearest), ties to the first offered. Start
 * with nearest_to. */
typedef struct Nearest {
    const char *wanted; /* NULL: the message will not be printed, so nothing is searched for */
    const char *best;   /* NULL: none is near */
    int distance;
} Nearest;
Nearest nearest_to(const Diags *d, const char *wanted);
void nearest_offer(Nearest *n, const char *candidate);

#endif
