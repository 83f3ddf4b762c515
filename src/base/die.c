/* die.c - faults, and the calls that survive them; turns of threads. */
#include "base/die.h"
#include "base/arena.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Trap {
    jmp_buf back;
    OwnFault *fault;
    ArenaWatch made;
    const char *pass; /* NULL: none runs */
    int turns;        /* taken before */
    struct Trap *outer;
} Trap;

static _Thread_local Trap *trap;

/* ---- Turns ---- */

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int turns; /* that this thread has taken */

int turn_take(void)
{
    if (turns == 0)
        pthread_mutex_lock(&one_at_a_time);
    return ++turns;
}

void turn_leave(const int *taken)
{
    turns = *taken - 1;
    if (turns == 0)
        pthread_mutex_unlock(&one_at_a_time);
}

/* ---- Traps ---- */

bool survive(void (*work)(void *), void *arg, OwnFault *fault)
{
    Trap t = {.fault = fault, .turns = turns, .outer = trap};
    arenas_watch(&t.made);
    bool good = !setjmp(t.back);
    if (good) {
        trap = &t;
        work(arg);
    }
    trap = t.outer;
    if (turns > t.turns)
        turn_leave(&(int){t.turns + 1});
    arenas_settle(&t.made, good);
    return good;
}

void faults_in(const char *pass)
{
    if (trap)
        trap->pass = pass;
}

static _Noreturn void fall(void)
{
    if (trap)
        longjmp(trap->back, 1);
    abort();
}

_Noreturn void die(const char *fmt, ...)
{
    OwnFault none, *f = trap ? trap->fault : &none;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->text, sizeof f->text, fmt, ap);
    va_end(ap);
    f->memory = false;
    fall();
}

_Noreturn void die_memory(unsigned long long bytes_wanted, unsigned long long bytes_used)
{
    OwnFault none, *f = trap ? trap->fault : &none;
    const char *pass = trap ? trap->pass : NULL;
    size_t n = sizeof f->text;
    int at = snprintf(f->text, n, "out of memory%s%s%s", pass ? " in the pass `" : "",
                      pass ? pass : "", pass ? "`" : "");
    if (bytes_wanted)
        snprintf(f->text + at, n - (size_t)at, ": %llu bytes wanted, %llu in use", bytes_wanted,
                 bytes_used);
    f->memory = true;
    fall();
}

void *memory_new(size_t n, size_t size)
{
    void *memory = calloc(n, size);
    KRON_MEMORY(memory);
    return memory;
}

long memory_line(char **line, size_t *room, FILE *f)
{
    ssize_t n = getline(line, room, f);
    KRON_MEMORY(n >= 0 || feof(f) || ferror(f));
    return n;
}

long memory_line_within(char **line, size_t *room, size_t most, FILE *f)
{
    size_t n = 0;
    for (int c = 0; c != '\n' && (c = getc(f)) != EOF;) {
        if (n + 2 > *room) {
            *room = 2 * *room + 80;
            *line = realloc(*line, *room);
            KRON_MEMORY(*line);
        }
        if (n == most)
            return MEMORY_LINE_LONG;
        (*line)[n++] = (char)c;
        (*line)[n] = 0;
    }
    return n ? (long)n : -1;
}
