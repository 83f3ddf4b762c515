/* fmu_zip.c - zip files, written by minizip. A file that could not be written whole is removed. */
#include "emit/fmu_internal.h"

#include <minizip/zip.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct FmuZip {
    zipFile file;
    char *path;
    bool failed;
};

FmuZip *fmu_zip_open(const char *path)
{
    FmuZip *z = calloc(1, sizeof *z);
    if (!z)
        return NULL;
    z->path = strdup(path);
    z->file = z->path ? zipOpen(path, APPEND_STATUS_CREATE) : NULL;
    if (z->file)
        return z;
    free(z->path);
    free(z);
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

bool fmu_zip_close(FmuZip *z)
{
    if (zipClose(z->file, NULL))
        z->failed = true;
    bool good = !z->failed;
    if (!good)
        unlink(z->path);
    free(z->path);
    free(z);
    return good;
}
