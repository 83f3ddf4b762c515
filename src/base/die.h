/* die.h - faults of ours. A user's mistake is a diagnostic (diag.h), never this.
 *
 * A fault ends the call that `survive` guards, with what that call has allocated on arenas; the
 * rest of what it held is lost. Where nothing guards, as in tests, it ends the process. */
#ifndef KRON_BASE_DIE_H
#define KRON_BASE_DIE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct OwnFault {
    bool memory; /* it ran out; else a fault in the program */
    char text[300];
} OwnFault;

/* work(arg); false if that met a fault. Calls may be nested. */
bool survive(void (*work)(void *), void *arg, OwnFault *fault);

/* What several threads share of a model, its store of expressions and its arenas, is used by one at
 * a time. Turns may be nested: how many this thread has. A fault gives back those taken since
 * `survive`. */
int turn_take(void);
void turn_leave(const int *turns);
/* One until the block ends. */
#define KRON_TURN __attribute__((cleanup(turn_leave), unused)) const int turns_taken = turn_take()

/* The pass whose name messages about memory mention from here on; NULL: none. */
void faults_in(const char *pass);

/* An internal fault: "internal: ...". */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Memory ran out. */
_Noreturn void die_memory(unsigned long long bytes_wanted, unsigned long long bytes_used);

/* n zeroed items of a size, as of calloc, to be freed; never NULL. */
void *memory_new(size_t n, size_t size);
/* The next line of a file, as by getline: its length, or -1 where the file ends or cannot be read.
 */
long memory_line(char **line, size_t *room, FILE *f);
/* The same for what may be endless: MEMORY_LINE_LONG, if a line has more than `most` characters. */
enum { MEMORY_LINE_LONG = -2 };
long memory_line_within(char **line, size_t *room, size_t most, FILE *f);

/* Of what returns false or -1 where memory runs out. */
#define KRON_MEMORY(c) ((c) ? (void)0 : die_memory(0, 0))
#define KRON_ASSERT(c) ((c) ? (void)0 : die("%s:%d: %s", __FILE__, __LINE__, #c))

#endif
