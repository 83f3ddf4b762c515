/* die.h - faults that end the process. A user's mistake is a diagnostic (diag.h), never this. */
#ifndef KRON_BASE_DIE_H
#define KRON_BASE_DIE_H

/* An internal fault: prints "kron: internal: ..." and aborts. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Memory ran out: says so and exits with status 1. */
_Noreturn void die_memory(unsigned long long bytes_wanted, unsigned long long bytes_used);

#define KRON_ASSERT(c) ((c) ? (void)0 : die("%s:%d: %s", __FILE__, __LINE__, #c))

#endif
