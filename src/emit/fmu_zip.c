/* fmu_zip.c - zip files, written by minizip, under another name beside the one that is wanted,
 * which they get when they are whole: what was there stays until then, and if they are not. Devices
 * and pipes are written as they are. */
#include "emit/fmu_internal.h"

#include <minizip/zip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct FmuZip {
    zipFile file;
    char *path, *partial; /* equal: it is written as it is */
    bool failed;
};

/* Where it is written, and what that is named at last; false: no memory. */
static bool choose_names(FmuZip *z, const char *path)
{
    struct stat st;
    bool there = !stat(path, &st);
    char *real = there ? realpath(path, NULL) : NULL;
    z->path = real ? real : strdup(path);
    if (!z->path || (there && !S_ISREG(st.st_mode))) {
        z->partial = z->path;
        return z->path;
    }
    size_t room = strlen(z->path) + 40;
    z->partial = malloc(room);
    if (z->partial)
        snprintf(z->partial, room, "%s.%ld.partial", z->path, (long)getpid());
    return z->partial;
}

static void free_zip(FmuZip *z)
{
    if (z->partial != z->path)
        free(z->partial);
    free(z->path);
    free(z);
}

FmuZip *fmu_zip_open(const char *path)
{
    FmuZip *z = calloc(1, sizeof *z);
    if (!z)
        return NULL;
    z->file = choose_names(z, path) ? zipOpen(z->partial, APPEND_STATUS_CREATE) : NULL;
    if (z->file)
        return z;
    free_zip(z);
    return NULL;
}

bool fmu_zip_add(FmuZip *z, const char *name, const void *bytes, size_t n)
{
    enum { LEVEL = 1, PART = 1 << 20 }; /* fast: binaries are most of it */
    /* Always the same day: equal models give equal files. */
    zip_fileinfo info = {.tmz_date = {.tm_year = 1980, .tm_mday = 1}};
    if (zipOpenNewFileInZip(z->file, name, &info, NULL, 0, NULL, 0, NULL, Z_DEFLATED, LEVEL)) {
        z->failed = true;
        return false;
    }
    for (size_t at = 0; at < n && !z->failed; at += PART)
        if (zipWriteInFileInZip(z->file, (const char *)bytes + at,
                                (unsigned)(n - at < PART ? n - at : PART)))
            z->failed = true;
    if (zipCloseFileInZip(z->file))
        z->failed = true;
    return !z->failed;
}

bool fmu_zip_close(FmuZip *z, bool whole)
{
    bool good = !zipClose(z->file, NULL) && !z->failed, other = z->partial != z->path;
    if (good && whole && other)
        good = !rename(z->partial, z->path);
    if (other && !(good && whole))
        unlink(z->partial);
    free_zip(z);
    return good;
}
