/* result.c - result files: the buffer and the clock that all formats share. */
#include "rt/result_internal.h"
#include "rt/texts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FLUSH_AT = 1 << 16 };

void k_standard_files(void)
{
    for (int i = 0; i < 3; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", i == 1 ? O_RDONLY : O_WRONLY) < 0)
            exit(EXIT_FAILURE); /* of 1: what is printed there is lost, and must not seem printed */
}

int k_output_open(const char *path, const char **why)
{
    struct stat st;
    int file = strcmp(path, "-") ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666) : dup(1);
    bool regular = file >= 0 && strcmp(path, "-") && !fstat(file, &st) && S_ISREG(st.st_mode);
    bool taken = regular && fcntl(file, F_SETLK, &(struct flock){.l_type = F_WRLCK}) &&
                 (errno == EACCES || errno == EAGAIN);
    if (file >= 0 && !taken && (!regular || !ftruncate(file, 0)))
        return file;
    *why = taken ? "another run is writing to it" : strerror(errno);
    if (file >= 0)
        close(file);
    return -1;
}

bool out_reserve(KResult *r, size_t most)
{
    r->size = FLUSH_AT + most;
    r->buffer = malloc(r->size);
    return r->buffer != NULL;
}

void out_rewrite(KResult *r, long offset, const void *data, size_t size)
{
    if (!r->error && pwrite(r->file, data, size, offset) != (ssize_t)size)
        r->error = errno ? errno : EIO;
}

int out_flush(KResult *r)
{
    size_t done = 0;
    while (done < r->used && !r->error) {
        ssize_t n = write(r->file, r->buffer + done, r->used - done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR)
            r->error = n == 0 ? EIO : errno;
    }
    r->used = 0;
    r->flushed = k_clock();
    if (!r->error && r->type->written)
        r->type->written(r);
    return r->error ? -1 : 0;
}

static void result_free(KResult *r)
{
    if (r->own)
        r->type->free(r);
    free(r->own);
    free(r->buffer);
    free(r);
}

KResult *k_result_open(const char *path, const KInst *m, int n, const int *chosen, unsigned how,
                       double start, double stop, const char **why)
{
    KResult *r = calloc(1, sizeof *r);
    size_t length = strlen(path);
    bool mat = length > 4 && !strcmp(path + length - 4, ".mat"), all = mat && !(how & K_CHOSEN);
    *why = k_no_memory;
    if (!r)
        return NULL;
    *r = (KResult){.type = mat ? &format_mat : &format_csv,
                   .m = m,
                   .start = start,
                   .stop = stop,
                   .units = (how & K_UNITS) != 0,
                   .flushed = k_clock()};
    if (!r->type->open(r, all ? k_inst_model(m)->nvariables : n, all ? NULL : chosen)) {
        result_free(r);
        return NULL;
    }
    r->file = k_output_open(path, why);
    if (r->file < 0) {
        result_free(r);
        return NULL;
    }
    return r;
}

int k_result_point(KResult *r, const KInst *m)
{
    if (r->error)
        return -1;
    r->type->point(r, m);
    if (r->used >= FLUSH_AT || k_clock() - r->flushed > 1)
        return out_flush(r);
    return 0;
}

void k_result_keep(KResult *r)
{
    if (r->used && k_clock() - r->flushed > 0.3)
        out_flush(r);
}

int k_result_close(KResult *r, const char **why)
{
    if (r->type->complete)
        r->type->complete(r);
    out_flush(r);
    if (close(r->file) && !r->error)
        r->error = errno;
    int error = r->error;
    if (error)
        *why = strerror(error);
    result_free(r);
    return error ? -1 : 0;
}
