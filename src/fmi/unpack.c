/* unpack.c - FMUs unpacked: into a private folder, no path outside of it, no links, bounded sizes.
 */
#define _XOPEN_SOURCE 700 /* nftw */
#include "fmi/fmi.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <minizip/unzip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 20000, MOST_WALKS = 100, LONGEST_NAME = 1000, PART = 1 << 16 };
static const unsigned long long most_bytes = 4ull << 30;

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st;
    (void)type;
    (void)at;
    return remove(path) && errno != ENOENT ? -1 : 0;
}

/* Processes that share a folder may remove it at the same time: what one finds gone under its feet
 * ends its walk, and the next walk meets less. */
void fmu_remove(const char *folder)
{
    for (int walks = 0; folder && walks < MOST_WALKS && !access(folder, F_OK); walks++)
        nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* NULL, or what is wrong with the name of an entry. */
static const char *wrong_name(const char *name)
{
    if (!*name || strlen(name) >= LONGEST_NAME)
        return "a name in it is empty or too long";
    if (name[0] == '/' || strchr(name, '\\') || strchr(name, ':'))
        return "a name in it is not relative";
    for (const char *at = name; *at;) {
        size_t n = strcspn(at, "/");
        if ((n == 2 && !strncmp(at, "..", 2)) || (n == 1 && *at == '.') || (!n && at[0]))
            return "a name in it leads out of its folder";
        at += n + (at[n] == '/');
    }
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < 32)
            return "a name in it has control characters";
    return NULL;
}

/* Made by Unix, and neither a file nor a folder. */
static bool is_special(const unz_file_info64 *info)
{
    unsigned mode = (unsigned)(info->external_fa >> 16);
    bool unix_made = (info->version >> 8) == 3 || (info->version >> 8) == 19;
    return unix_made && (mode & S_IFMT) && !S_ISREG(mode) && !S_ISDIR(mode);
}

/* Folders on the way to a file. */
static bool make_folders(const char *folder, const char *name)
{
    char path[4 * LONGEST_NAME];
    for (const char *at = strchr(name, '/'); at; at = strchr(at + 1, '/')) {
        if ((size_t)snprintf(path, sizeof path, "%s/%.*s", folder, (int)(at - name), name) >=
            sizeof path)
            return false;
        if (mkdir(path, 0700) && errno != EEXIST)
            return false;
    }
    return true;
}

static const char *copy_out(unzFile zip, const char *path, unsigned long long *left)
{
    char part[PART];
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600), n;
    if (file < 0)
        return errno == EEXIST ? "a name occurs in it twice" : "a file in it cannot be written";
    const char *why = NULL;
    while (!why && (n = unzReadCurrentFile(zip, part, sizeof part)) > 0) {
        if ((unsigned long long)n > *left)
            why = "it is larger than 4 GB unpacked";
        else if (write(file, part, (size_t)n) != n)
            why = "a file in it cannot be written: the disk is full?";
        *left -= why ? 0 : (unsigned long long)n;
    }
    if (!why && n < 0)
        why = "a file in it is damaged";
    if (close(file) && !why)
        why = "a file in it cannot be written";
    return why;
}

static const char *unpack_entry(unzFile zip, const char *folder, unsigned long long *left)
{
    unz_file_info64 info;
    char name[LONGEST_NAME + 1] = "", path[4 * LONGEST_NAME];
    if (unzGetCurrentFileInfo64(zip, &info, name, sizeof name, NULL, 0, NULL, 0))
        return "it is damaged";
    if (info.size_filename >= LONGEST_NAME || strlen(name) != info.size_filename)
        return "a name in it is empty or too long";
    const char *why = wrong_name(name);
    if (why)
        return why;
    if (is_special(&info))
        return "it contains a link";
    if (!make_folders(folder, name))
        return "a folder in it cannot be made";
    if (name[strlen(name) - 1] == '/')
        return NULL;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path)
        return "a name in it is empty or too long";
    if (info.flag & 1)
        return "it is encrypted";
    if (unzOpenCurrentFile(zip))
        return "a file in it is damaged, or compressed in an unknown way";
    why = copy_out(zip, path, left);
    int closed = unzCloseCurrentFile(zip); /* tells a wrong checksum */
    return why ? why : closed ? "a file in it is damaged" : NULL;
}

static const char *unpack_all(unzFile zip, const char *folder)
{
    unsigned long long left = most_bytes;
    int n = 0, at = unzGoToFirstFile(zip);
    const char *why = NULL;
    for (; !why && at == UNZ_OK; at = unzGoToNextFile(zip))
        why = ++n > MOST_FILES ? "it has too many files" : unpack_entry(zip, folder, &left);
    return why ? why : at != UNZ_END_OF_LIST_OF_FILE ? "it is damaged" : NULL;
}

bool fmu_unpack(Arena *a, const char *path, const char *base, const char **folder, Buf *why)
{
    char *made = arena_printf(a, "%s/kron-fmu-XXXXXX", base ? base : "/tmp");
    *folder = NULL;
    if (access(path, R_OK)) {
        buf_printf(why, "`%s` cannot be read: %s", path, strerror(errno));
        return false;
    }
    unzFile zip = unzOpen64(path);
    const char *wrong = NULL;
    if (!zip)
        wrong = "it is no zip file";
    else if (!mkdtemp(made))
        wrong = "there is no folder for temporary files";
    else
        wrong = unpack_all(zip, *folder = made);
    if (zip)
        unzClose(zip);
    if (!wrong)
        return true;
    buf_printf(why, "`%s` is not unpacked: %s", path, wrong);
    fmu_remove(*folder);
    *folder = NULL;
    return false;
}
