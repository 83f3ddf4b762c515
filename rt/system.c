/* system.c - files and the system, for Modelica.Utilities. What fails is an error of the function.
 */
#include "rt/library.h"
#include "rt/matrix_file.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#ifdef _WIN32
#include "rt/plain/posix.h"
#endif

static void demand(bool good, const char *what, const char *name)
{
    if (!good)
        k_error("%s `%s`: %s", what, name, strerror(errno));
}

/* ---- Names ---- */

/* Absolute, without . and .., whether the file exists or not. */
const char *k_system_full_name(const char *name)
{
    name = k_resource(name);
    char *real = realpath(name, NULL);
    if (real) { /* a folder that is to be followed by a name stays so */
        bool open = *name && name[strlen(name) - 1] == '/' && strcmp(real, "/") != 0;
        char *path = k_string(strlen(real) + 1);
        sprintf(path, "%s%s", real, open ? "/" : "");
        free(real);
        return path;
    }
    char folder[PATH_MAX];
    if (*name == '/' || !getcwd(folder, sizeof folder))
        return k_string_copy(name);
    char *path = k_string(strlen(folder) + strlen(name) + 1);
    sprintf(path, "%s/%s", folder, name);
    return path;
}

const char *k_system_temporary(void)
{
    char *name = k_string_copy("/tmp/modelica-XXXXXX");
    int file = mkstemp(name);
    demand(file >= 0, "cannot make a temporary file like", name);
    close(file);
    unlink(name);
    return name;
}

/* 1 none, 2 a file, 3 a folder, 4 anything else. */
int k_system_kind(const char *name)
{
    struct stat st;
    if (stat(name, &st))
        return 1;
    return S_ISREG(st.st_mode) ? 2 : S_ISDIR(st.st_mode) ? 3 : 4;
}

/* ---- Files and folders ---- */

void k_system_mkdir(const char *name)
{
    demand(!mkdir(name, 0777), "cannot make the folder", name);
}

void k_system_rmdir(const char *name)
{
    demand(!rmdir(name), "cannot remove the folder", name);
}

void k_system_rename(const char *from, const char *to)
{
    demand(!rename(from, to), "cannot rename", from);
}

void k_system_remove(const char *name)
{
    demand(!unlink(name), "cannot remove", name);
}

void k_system_copy(const char *from, const char *to)
{
    char part[65536];
    FILE *in = fopen(from, "rb"), *out = in && access(to, F_OK) ? fopen(to, "wb") : NULL;
    bool good = in && out;
    for (size_t n; good && (n = fread(part, 1, sizeof part, in)) > 0;)
        good = fwrite(part, 1, n, out) == n;
    if (in)
        fclose(in);
    if (out)
        good = !fclose(out) && good;
    demand(good, "cannot copy", from);
}

int k_system_count_files(const char *folder)
{
    DIR *d = opendir(folder);
    int n = 0;
    demand(d, "cannot read the folder", folder);
    for (const struct dirent *f; (f = readdir(d));)
        n += strcmp(f->d_name, ".") && strcmp(f->d_name, "..");
    closedir(d);
    return n;
}

void k_system_files(const char *folder, int n, const char **name)
{
    DIR *d = opendir(folder);
    int k = 0;
    demand(d, "cannot read the folder", folder);
    for (const struct dirent *f; k < n && (f = readdir(d));)
        if (strcmp(f->d_name, ".") && strcmp(f->d_name, ".."))
            name[k++] = k_string_copy(f->d_name);
    closedir(d);
    while (k < n)
        name[k++] = "";
}

/* ---- Lines ---- */

/* To the terminal if there is no name of a file. */
void k_system_print(const char *text, const char *name)
{
    if (!*name) {
        k_message("%s", text);
        return;
    }
    FILE *f = fopen(name, "a");
    demand(f, "cannot write to", name);
    bool good = fprintf(f, "%s\n", text) >= 0;
    demand(!fclose(f) && good, "cannot write to", name);
}

void k_system_error(const char *text)
{
    k_error("%s", text);
}

void k_system_message(const char *text)
{
    k_message("%s", text);
}

int k_system_count_lines(const char *name)
{
    FILE *f = fopen(name, "r");
    int n = 0, before = '\n';
    demand(f, "cannot read", name);
    for (int c; (c = getc(f)) != EOF; before = c)
        n += before == '\n';
    fclose(f);
    return n;
}

const char *k_system_read_line(const char *name, int number, int *end)
{
    FILE *f = fopen(name, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t n = 0;
    demand(f, "cannot read", name);
    for (int i = 0; i < number && n >= 0; i++)
        n = getline(&line, &room, f);
    demand(n >= 0 || feof(f), "cannot read on", name);
    fclose(f);
    *end = n < 0;
    while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r'))
        n--;
    char *text = k_string(n > 0 ? (size_t)n : 0);
    if (n > 0)
        memcpy(text, line, (size_t)n);
    free(line);
    return text;
}

void k_system_read_lines(const char *name, const char **line, size_t n)
{
    int end;
    for (size_t i = 0; i < n; i++)
        line[i] = k_system_read_line(name, (int)i + 1, &end);
}

void k_system_close(const char *name)
{
    (void)name; /* no file stays open */
}

/* ---- The process ---- */

const char *k_system_folder(int unused)
{
    char folder[PATH_MAX];
    (void)unused;
    demand(getcwd(folder, sizeof folder), "cannot find", "the present folder");
    return k_string_copy(folder);
}

void k_system_chdir(const char *name)
{
    demand(!chdir(name), "cannot change to the folder", name);
}

void k_system_getenv(const char *name, int slashes, const char **content, int *exists)
{
    const char *value = getenv(name);
    (void)slashes;
    *exists = value != NULL;
    *content = k_string_copy(value ? value : "");
}

void k_system_setenv(const char *name, const char *value, int slashes)
{
    (void)slashes;
    demand(!setenv(name, value, 1), "cannot set", name);
}

void k_system_time(int *ms, int *sec, int *min, int *hour, int *day, int *month, int *year)
{
    struct timeval now;
    struct tm t;
    gettimeofday(&now, NULL);
    time_t seconds = now.tv_sec;
    localtime_r(&seconds, &t);
    *ms = (int)(now.tv_usec / 1000);
    *sec = t.tm_sec;
    *min = t.tm_min;
    *hour = t.tm_hour;
    *day = t.tm_mday;
    *month = t.tm_mon + 1;
    *year = t.tm_year + 1900;
}

int k_system_pid(void)
{
    return (int)getpid();
}

/* ---- Matrices ---- */

static Matrix matrix_of(const char *file, const char *name)
{
    Matrix m = {0};
    const char *why = matrix_read(k_resource(file), name, ',', 0, &m);
    if (why)
        k_error("%s", why);
    return m;
}

void k_matrix_sizes(const char *file, const char *name, int *size)
{
    Matrix m = matrix_of(file, name);
    size[0] = m.nrows;
    size[1] = m.ncols;
    free(m.v);
}

void k_matrix_read(const char *file, const char *name, double *out, size_t nrows, size_t ncols,
                   int verbose)
{
    Matrix m = matrix_of(file, name);
    bool fits = (size_t)m.nrows == nrows && (size_t)m.ncols == ncols;
    (void)verbose;
    if (fits)
        memcpy(out, m.v, nrows * ncols * sizeof *out);
    free(m.v);
    if (!fits)
        k_error("the matrix `%s` of the file `%s` has %d rows and %d columns instead of %zu and "
                "%zu",
                name, file, m.nrows, m.ncols, nrows, ncols);
}

int k_matrix_write(const char *file, const char *name, const double *v, size_t nrows, size_t ncols,
                   int append, const char *format)
{
    (void)format;
    Matrix m = {(int)nrows, (int)ncols, (double *)(uintptr_t)v};
    if (!matrix_write(file, name, &m, append))
        k_error("cannot write the file `%s`: %s", file, strerror(errno));
    return 1;
}
