/* journal.c - what of a sweep is done, in files that survive the process.
 *
 * Every process appends to a file of its own, a record a run, in one call each; a record carries
 * its hash, so that one that was cut short is noticed and done again. All processes read all files.
 */
#include "journal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "kron sweep 1\n\n\n"
#define END_OF_RANK UINT64_MAX /* instead of the number of a run */
enum { MOST_FAILURE = 4000 };

typedef struct Head {
    char magic[16];
    uint64_t key[2], nvalues;
} Head;

typedef struct RecordHead {
    uint64_t run;
    uint64_t failure; /* bytes of text behind the values, without padding */
} RecordHead;

typedef struct Part {
    char *name; /* of a file in the folder */
    int file;
    off_t at; /* read up to here */
} Part;

struct Journal {
    char *folder, *base; /* where the files are, and how their names begin */
    int rank, own;       /* file */
    Head head;
    Part *part;
    int nparts;
    char *buffer; /* of one record */
    size_t room;
    int nended, room_ended;
    struct {
        uint64_t rank, job;
    } * ended;
};

static uint64_t hash(const char *data, size_t n)
{
    uint64_t h = 0xCBF29CE484222325u;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (unsigned char)data[i]) * 0x100000001B3u;
    return h;
}

static bool cannot(const Journal *j, const char *name, const char *what, Buf *why)
{
    buf_printf(why, "%s/%s: %s", j->folder, name, what);
    return false;
}

/* ---- Files ---- */

/* PATH is FOLDER/BASE. */
static bool split_path(Journal *j, const char *path)
{
    const char *slash = strrchr(path, '/');
    j->folder = !slash ? strdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
    j->base = strdup(slash ? slash + 1 : path);
    return j->folder && j->base;
}

/* BASE or BASE.RANK */
static bool is_part(const char *base, const char *name)
{
    size_t n = strlen(base);
    if (strncmp(base, name, n))
        return false;
    return !name[n] ||
           (name[n] == '.' && name[n + 1] && !name[n + 1 + strspn(name + n + 1, "0123456789")]);
}

static bool own_name(const Journal *j, Buf *name)
{
    buf_puts(name, j->base);
    if (j->rank)
        buf_printf(name, ".%d", j->rank);
    return true;
}

/* Opens the files that are new in the folder. */
static void find_parts(Journal *j)
{
    DIR *d = opendir(j->folder);
    for (struct dirent *f; d && (f = readdir(d));) {
        bool known = !is_part(j->base, f->d_name);
        for (int i = 0; i < j->nparts && !known; i++)
            known = !strcmp(j->part[i].name, f->d_name);
        int file = known ? -1 : openat(dirfd(d), f->d_name, O_RDONLY | O_CLOEXEC);
        Part *more = file >= 0 ? realloc(j->part, ((size_t)j->nparts + 1) * sizeof *more) : NULL;
        char *name = more ? strdup(f->d_name) : NULL;
        j->part = more ? more : j->part;
        if (name)
            j->part[j->nparts++] = (Part){name, file, 0};
        else if (file >= 0)
            close(file);
    }
    if (d)
        closedir(d);
}

/* ---- Records ---- */

static size_t padded(uint64_t n)
{
    return (size_t)(n + 7) / 8 * 8;
}

static bool reserve(Journal *j, size_t n)
{
    char *more = n > j->room ? realloc(j->buffer, n) : j->buffer;
    if (!more)
        return false;
    j->buffer = more;
    j->room = n > j->room ? n : j->room;
    return true;
}

static bool read_at(int file, char *to, size_t n, off_t at)
{
    for (size_t got = 0; got < n;) {
        ssize_t k = pread(file, to + got, n - got, at + (off_t)got);
        if (k <= 0)
            return false;
        got += (size_t)k;
    }
    return true;
}

static bool note_end(Journal *j, uint64_t rank, uint64_t job)
{
    if (j->nended == j->room_ended) {
        int room = 2 * j->room_ended + 8;
        void *more = realloc(j->ended, (size_t)room * sizeof *j->ended);
        if (!more)
            return false;
        j->ended = more;
        j->room_ended = room;
    }
    j->ended[j->nended].rank = rank;
    j->ended[j->nended++].job = job;
    return true;
}

/* The record at `at`; its length, 0: there is none that is whole. */
static size_t read_record(Journal *j, int file, off_t at)
{
    RecordHead r;
    uint64_t found;
    size_t values = (size_t)j->head.nvalues * sizeof(double);
    if (!read_at(file, (char *)&r, sizeof r, at) || r.failure > MOST_FAILURE)
        return 0;
    size_t n = sizeof r + values + padded(r.failure);
    if (!reserve(j, n + sizeof found + 1) || !read_at(file, j->buffer, n + sizeof found, at))
        return 0;
    memcpy(&found, j->buffer + n, sizeof found);
    return found == hash(j->buffer, n) ? n + sizeof found : 0;
}

static void give_record(Journal *j, JournalRun *run, void *arg)
{
    RecordHead r;
    size_t values = (size_t)j->head.nvalues * sizeof(double);
    memcpy(&r, j->buffer, sizeof r);
    char *text = j->buffer + sizeof r + values;
    if (r.run == END_OF_RANK) {
        uint64_t end[2];
        memcpy(end, text, sizeof end);
        note_end(j, end[0], end[1]);
        return;
    }
    text[r.failure] = 0; /* padding, or the hash, which has been looked at */
    if (run)
        run(arg, r.run, (const double *)(const void *)(j->buffer + sizeof r),
            r.failure ? text : NULL);
}

/* Whether the file is of this sweep; one that has not even a head yet is. */
static bool check_head(const Journal *j, const Part *p, Buf *why)
{
    Head head;
    if (!read_at(p->file, (char *)&head, sizeof head, 0))
        return true;
    return !memcmp(&head, &j->head, sizeof head) ||
           cannot(j, p->name,
                  "this is the journal of another sweep, the model, the values or the options were "
                  "others. Remove it, or write to another file",
                  why);
}

static bool read_part(Journal *j, Part *p, JournalRun *run, void *arg, Buf *why)
{
    Head head;
    if (!check_head(j, p, why))
        return false;
    if (!p->at && read_at(p->file, (char *)&head, sizeof head, 0))
        p->at = sizeof head;
    for (size_t n; p->at && (n = read_record(j, p->file, p->at)); p->at += (off_t)n)
        give_record(j, run, arg);
    return true;
}

bool journal_read(Journal *j, JournalRun *run, void *arg, Buf *why)
{
    find_parts(j);
    for (int i = 0; i < j->nparts; i++)
        if (!read_part(j, &j->part[i], run, arg, why))
            return false;
    return true;
}

static bool write_all(int file, const char *data, size_t n)
{
    while (n) {
        ssize_t k = write(file, data, n);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            return false;
        data += k;
        n -= (size_t)k;
    }
    return true;
}

static bool append(Journal *j, uint64_t run, const double *value, const char *text, size_t length)
{
    RecordHead r = {run, length};
    size_t values = (size_t)j->head.nvalues * sizeof(double);
    size_t n = sizeof r + values + padded(length);
    if (!reserve(j, n + sizeof(uint64_t) + 1))
        return false;
    memset(j->buffer, 0, n);
    memcpy(j->buffer, &r, sizeof r);
    if (value)
        memcpy(j->buffer + sizeof r, value, values);
    if (length)
        memcpy(j->buffer + sizeof r + values, text, length);
    uint64_t h = hash(j->buffer, n);
    memcpy(j->buffer + n, &h, sizeof h);
    return write_all(j->own, j->buffer, n + sizeof h);
}

bool journal_add(Journal *j, uint64_t run, const double *value, const char *failure)
{
    size_t n = failure ? strlen(failure) : 0;
    return append(j, run, value, failure, n < MOST_FAILURE ? n : MOST_FAILURE);
}

bool journal_end(Journal *j, int rank, uint64_t job)
{
    uint64_t end[2] = {(uint64_t)rank, job};
    return append(j, END_OF_RANK, NULL, (const char *)end, sizeof end);
}

bool journal_ended(const Journal *j, int n, uint64_t job)
{
    for (int rank = 1; rank < n; rank++) {
        bool found = false;
        for (int i = 0; i < j->nended && !found; i++)
            found = j->ended[i].rank == (uint64_t)rank && j->ended[i].job == job;
        if (!found)
            return false;
    }
    return true;
}

/* ---- Opening ---- */

/* The file of this process, behind its last whole record. */
static bool open_own(Journal *j, Buf *why)
{
    Buf name = {0}, path = {0};
    own_name(j, &name);
    buf_printf(&path, "%s/%s", j->folder, buf_text(&name));
    j->own = open(buf_text(&path), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool good = j->own >= 0 || cannot(j, buf_text(&name), strerror(errno), why);
    if (good && flock(j->own, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        good = cannot(j, buf_text(&name), "another sweep writes to it", why);
    Part own = {.name = name.s, .file = j->own};
    Head head;
    off_t end = 0;
    good = good && check_head(j, &own, why);
    if (good && read_at(j->own, (char *)&head, sizeof head, 0))
        end = sizeof head;
    for (size_t n; good && end && (n = read_record(j, j->own, end));)
        end += (off_t)n;
    if (good &&
        (ftruncate(j->own, end) || (!end && !write_all(j->own, (char *)&j->head, sizeof j->head))))
        good = cannot(j, buf_text(&name), strerror(errno), why);
    buf_free(&name);
    buf_free(&path);
    return good;
}

Journal *journal_open(const char *path, int rank, const uint64_t key[2], size_t nvalues, Buf *why)
{
    Journal *j = calloc(1, sizeof *j);
    if (!j || !split_path(j, path)) {
        buf_puts(why, "memory is exhausted");
        journal_close(j);
        return NULL;
    }
    j->rank = rank;
    j->own = -1;
    memcpy(j->head.magic, MAGIC, sizeof MAGIC - 1);
    j->head.key[0] = key[0];
    j->head.key[1] = key[1];
    j->head.nvalues = nvalues;
    if (open_own(j, why))
        return j;
    journal_close(j);
    return NULL;
}

void journal_close(Journal *j)
{
    if (!j)
        return;
    for (int i = 0; i < j->nparts; i++) {
        close(j->part[i].file);
        free(j->part[i].name);
    }
    if (j->own >= 0)
        close(j->own);
    free(j->part);
    free(j->folder);
    free(j->base);
    free(j->buffer);
    free(j->ended);
    free(j);
}

void journal_remove(const char *path)
{
    Journal j = {0};
    if (split_path(&j, path)) {
        DIR *d = opendir(j.folder);
        for (struct dirent *f; d && (f = readdir(d));)
            if (is_part(j.base, f->d_name))
                unlinkat(dirfd(d), f->d_name, 0);
        if (d)
            closedir(d);
    }
    free(j.folder);
    free(j.base);
}
