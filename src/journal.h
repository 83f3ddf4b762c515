/* journal.h - what of a sweep is done, in files that survive the process. */
#ifndef KRON_JOURNAL_H
#define KRON_JOURNAL_H

#include "base/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Journal Journal;

/* A run that is done: its values, [nvalues], and why it failed; NULL: it has not. */
typedef void JournalRun(void *arg, uint64_t run, const double *value, const char *failure);

/* Opens the journal of process `rank` (its file is PATH, or PATH.RANK) and finds those of others.
 * All of them must be of the sweep with this key. NULL: `why` says what is wrong. */
Journal *journal_open(const char *path, int rank, const uint64_t key[2], size_t nvalues, Buf *why);
/* What is in the files and was not read before; false: one is of another sweep. */
bool journal_read(Journal *j, JournalRun *run, void *arg, Buf *why);
/* Appends a run; false: it cannot be written. */
bool journal_add(Journal *j, uint64_t run, const double *value, const char *failure);
/* Process `rank` of a job has nothing more to do; whether those from 1 to n - 1 have said so. */
bool journal_end(Journal *j, int rank, uint64_t job);
bool journal_ended(const Journal *j, int n, uint64_t job);
void journal_close(Journal *j);
/* Removes the files of a journal. */
void journal_remove(const char *path);

#endif
