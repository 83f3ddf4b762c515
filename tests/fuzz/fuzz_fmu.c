/* fuzz_fmu.c - any bytes as an FMU, if they begin as a zip file does, else as its
 * modelDescription.xml: reading neither crashes nor hangs, puts nothing beside its own folder and
 * leaves nothing behind. What was read has tables as a model of the run time and a wrapper. Run by
 * driver.c, or by libFuzzer (clang -fsanitize=fuzzer,address,undefined). */
#include "fmi/fmi.h"

#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The file and what is unpacked are in a folder inside of `top`, so that a way upwards shows. */
static char top[] = "/tmp/kron-fuzz-XXXXXX";

static int count(const char *folder)
{
    int n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    if (d)
        closedir(d);
    return n;
}

static void use(FmuFile *f)
{
    Buf text = {0};
    if (f->me)
        fmu_tables(f, true);
    if (f->cs)
        fmu_tables(f, false);
    if (f->cs)
        fmu_wrapper(f, "Wrapped", "/x.fmu", &text);
    buf_free(&text);
}

static void as_archive(const uint8_t *data, size_t size)
{
    char inside[PATH_MAX], file[PATH_MAX + 8];
    Buf why = {0};
    if (!mkdtemp(top))
        abort();
    snprintf(inside, sizeof inside, "%s/inside", top);
    snprintf(file, sizeof file, "%s/x.fmu", inside);
    mkdir(inside, 0700);
    FILE *to = fopen(file, "wb");
    if (!to || fwrite(data, 1, size, to) != size || fclose(to))
        abort();
    FmuFile *f = fmu_open(file, inside, 0, NULL, &why);
    if (f) {
        use(f);
        fmu_close(f);
    }
    buf_free(&why);
    if (count(top) != 1 || count(inside) != 1)
        abort();
    unlink(file);
    rmdir(inside);
    rmdir(top);
    memcpy(top + sizeof top - 7, "XXXXXX", 6);
}

static void as_description(const uint8_t *data, size_t size)
{
    Buf why = {0};
    FmuFile f = {.a = arena_new(), .path = "x.fmu", .folder = "/nowhere"};
    if (fmu_describe(&f, (const char *)data, size, 0, NULL, &why))
        use(&f);
    buf_free(&why);
    arena_free(f.a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 1 && !memcmp(data, "PK", 2))
        as_archive(data, size);
    else
        as_description(data, size);
    return 0;
}
