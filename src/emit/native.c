/* native.c - the same program by the system's C compiler, in the background.
 *
 * A child process runs the compiler on the text (an unlinked file, read as standard input) and
 * renames its output to the name under which the cache knows it, so that a file in the cache is
 * always whole, even if we are gone by then. The folder of the cache is the user's alone, and what
 * does not carry its own hash is made anew. Results are bit-equal to those of libtcc: no
 * contraction, no builtins, no optimization that rounds differently. */
#include "emit/external_internal.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What -O1 may do with floating point is limited to what is exact. Without -lm functions are those
 * of the oldest version that libm has, which count their errors. */
static const char *const flags[] = {"-x",           "c",     "-",       "-O1",
                                    "-w",           "-fPIC", "-shared", "-ffp-contract=off",
                                    "-fno-builtin", "-pipe", "-lm",     "-o"};
enum { NFLAGS = sizeof flags / sizeof *flags, MAX_ARGS = 40, MOST_LIBRARY_ARGS = 200 };

struct Native {
    Arena *arena;
    pid_t pid;           /* of the child; 0: none runs */
    const char *folder;  /* temporary folder that is ours; NULL: the cache */
    const char *path;    /* of the loadable file */
    const char *partial; /* what the compiler writes */
    void *handle;
    KCode code;
    bool ready;
};

/* ---- The compiler ---- */

/* The command in words; how many. */
static int compiler_words(Arena *a, const char *text, const char **word)
{
    int n = 0;
    while (text && *(text += strspn(text, " \t")) && n < MAX_ARGS - NFLAGS - 2) {
        size_t length = strcspn(text, " \t");
        word[n++] = arena_strndup(a, text, length);
        text += length;
    }
    return n && strchr(word[0], '/') && access(word[0], X_OK) ? 0 : n;
}

/* ---- The cache ---- */

static uint64_t hash_text(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001B3u;
    h ^= h >> 29;
    return h * 0xBF58476D1CE4E5B9u;
}

/* 128 bits of everything the result depends on. */
static const char *content_key(Arena *a, const char *source, const char *const *argument)
{
    uint64_t h[2] = {0xCBF29CE484222325u, 0x84222325CBF29CE4u};
    for (int k = 0; k < 2; k++) {
        h[k] = hash_text(h[k], source);
        for (int i = 0; argument[i]; i++)
            h[k] = hash_text(h[k], argument[i]);
    }
    return arena_printf(a, "%016llx%016llx", (unsigned long long)h[0], (unsigned long long)h[1]);
}

/* The hash of a file stands behind its content: written there (`make`), or compared. */
static bool seal(int file, bool make)
{
    struct stat st;
    unsigned char part[4096];
    uint64_t h = 0xCBF29CE484222325u, found = 0;
    if (fstat(file, &st) || !S_ISREG(st.st_mode) || st.st_uid != geteuid())
        return false;
    off_t end = st.st_size - (make ? 0 : (off_t)sizeof h), at = 0;
    for (ssize_t n; at < end; at += n) {
        size_t left = (size_t)(end - at);
        n = pread(file, part, left < sizeof part ? left : sizeof part, at);
        if (n <= 0)
            return false;
        for (ssize_t i = 0; i < n; i++)
            h = (h ^ part[i]) * 0x100000001B3u;
    }
    return make ? pwrite(file, &h, sizeof h, end) == sizeof h
                : pread(file, &found, sizeof found, end) == sizeof found && found == h;
}

/* The same for a path, which must not be a link. */
static bool seal_path(const char *path, bool make)
{
    int file = open(path, (make ? O_RDWR : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC);
    bool good = file >= 0 && seal(file, make);
    if (file >= 0)
        close(file);
    return good;
}

/* Makes the folder and those above it. Code in it will be run: it must be ours alone. */
static bool make_folder(Arena *a, const char *path)
{
    char *part = arena_strdup(a, path);
    for (char *at = part + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = 0;
        if (mkdir(part, 0700) && errno != EEXIST)
            return false;
        *at = '/';
    }
    struct stat st;
    return (mkdir(part, 0700) == 0 || errno == EEXIST) && lstat(part, &st) == 0 &&
           S_ISDIR(st.st_mode) && st.st_uid == geteuid() && (st.st_mode & 0777) == 0700;
}

const char *native_folder(Arena *a, const char *path)
{
    return make_folder(a, path) ? path : NULL;
}

/* Removes what has not been used for long; what is used is marked by its time. */
static void trim_cache(Arena *a, const char *folder)
{
    enum { DAYS = 30 };
    DIR *d = opendir(folder);
    time_t oldest = time(NULL) - (time_t)DAYS * 24 * 3600;
    for (struct dirent *f; d && (f = readdir(d));) {
        struct stat st;
        const char *path = arena_printf(a, "%s/%s", folder, f->d_name);
        if (f->d_name[0] != '.' && stat(path, &st) == 0 && st.st_mtime < oldest)
            unlink(path);
    }
    if (d)
        closedir(d);
}

/* ---- Translations that are kept ---- */

char *cache_load(Arena *a, const char *folder, const char *name, size_t *n)
{
    struct stat st;
    const char *path = arena_printf(a, "%s/%s", folder, name);
    int file = make_folder(a, folder) ? open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) : -1;
    char *bytes = NULL;
    if (file >= 0 && seal(file, false) && !fstat(file, &st)) {
        *n = (size_t)st.st_size - sizeof(uint64_t);
        bytes = arena_alloc(a, *n + 1);
        for (size_t got = 0; got < *n && bytes;) {
            ssize_t k = pread(file, bytes + got, *n - got, (off_t)got);
            bytes = k > 0 ? bytes : NULL;
            got += k > 0 ? (size_t)k : 0;
        }
        futimens(file, NULL); /* in use */
    }
    if (file >= 0)
        close(file);
    return bytes;
}

/* There are so many of a kind that the oldest goes. */
static void bound_cache(Arena *a, const char *folder, const char *suffix)
{
    enum { MOST = 200 };
    int n = 0;
    const char *oldest = NULL;
    time_t then = 0;
    DIR *d = opendir(folder);
    for (struct dirent *f; d && (f = readdir(d));) {
        struct stat st;
        const char *dot = strrchr(f->d_name, '.');
        if (!dot || strcmp(dot, suffix) || fstatat(dirfd(d), f->d_name, &st, AT_SYMLINK_NOFOLLOW))
            continue;
        n++;
        if (!oldest || st.st_mtime < then) {
            oldest = arena_strdup(a, f->d_name);
            then = st.st_mtime;
        }
    }
    if (n >= MOST)
        unlinkat(dirfd(d), oldest, 0);
    if (d)
        closedir(d);
}

void cache_store(Arena *a, const char *folder, const char *name, const Buf *bytes)
{
    char *partial = arena_printf(a, "%s/.partial-XXXXXX", folder);
    int file = make_folder(a, folder) ? mkstemp(partial) : -1;
    if (file < 0)
        return;
    trim_cache(a, folder);
    bound_cache(a, folder, strrchr(name, '.'));
    bool good = true;
    for (size_t done = 0; done < bytes->n && good;) {
        ssize_t k = write(file, bytes->s + done, bytes->n - done);
        good = k > 0 || (k < 0 && errno == EINTR);
        done += k > 0 ? (size_t)k : 0;
    }
    good = good && seal(file, true);
    good = !close(file) && good;
    if (!good || rename(partial, arena_printf(a, "%s/%s", folder, name)))
        unlink(partial);
}

static const char *temporary_folder(Arena *a, const char *base)
{
    char *path = arena_printf(a, "%s/kron-XXXXXX", base ? base : "/tmp");
    return mkdtemp(path);
}

const char *native_temporary(Arena *a, const char *base)
{
    return temporary_folder(a, base);
}

void *library_symbol(void *handle, const char *name)
{
    return dlsym(handle, name);
}

/* The text in a file without a name, to be read from the beginning; -1 on failure. */
static int text_file(Arena *a, const char *folder, const char *source)
{
    char *path = arena_printf(a, "%s/text-XXXXXX", folder);
    int fd = mkstemp(path);
    if (fd < 0)
        return -1;
    unlink(path);
    for (size_t left = strlen(source); left;) {
        ssize_t n = write(fd, source, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            close(fd);
            return -1;
        }
        source += n;
        left -= (size_t)n;
    }
    if (lseek(fd, 0, SEEK_SET) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

/* ---- The child ---- */

static volatile sig_atomic_t stopped;

/* From kron the signal comes to the whole group; when kron has died it comes here only. */
static void on_stop(int number)
{
    (void)number;
    if (!stopped) {
        stopped = 1;
        kill(0, SIGTERM);
    }
}

/* A program that takes the compiler longer than this is not worth it. */
static void limit_resources(void)
{
    setrlimit(RLIMIT_CPU, &(struct rlimit){120, 120});
    setrlimit(RLIMIT_AS, &(struct rlimit){(rlim_t)3 << 30, (rlim_t)3 << 30});
}

/* The compiler itself. */
static _Noreturn void exec_compiler(int text, char *const *argument, const sigset_t *signals)
{
    int null = open("/dev/null", O_WRONLY);
    if (dup2(text, 0) < 0 || null < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
        _exit(127);
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_SETMASK, signals, NULL);
    limit_resources();
    execvp(argument[0], argument);
    _exit(127);
}

/* Waits for the compiler and all its children; whether it was successful. */
static bool wait_for_all(pid_t compiler)
{
    int status = 0;
    bool good = false;
    for (pid_t done; (done = waitpid(-1, &status, 0)) > 0 || (done < 0 && errno == EINTR);)
        if (done == compiler)
            good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return good;
}

/* Only calls that are safe between fork and exec. The signal that ends the compiler reaches the
 * whole group; this process outlives the others, reaps them (also those whose parent went first)
 * and removes what they wrote. */
static _Noreturn void run_compiler(const Native *n, int text, char *const *argument)
{
    sigset_t term, before;
    setpgid(0, 0);
    if (nice(5) == -1)
        errno = 0;
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    sigemptyset(&term);
    sigaddset(&term, SIGTERM);
    sigprocmask(SIG_BLOCK, &term, &before); /* until both know what to do with it */
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_stop}, NULL);
    pid_t compiler = fork();
    if (compiler == 0)
        exec_compiler(text, argument, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    bool good = compiler > 0 && wait_for_all(compiler) && !stopped && seal_path(n->partial, true) &&
                rename(n->partial, n->path) == 0;
    if (!good)
        unlink(n->partial);
    _exit(good ? 0 : 1);
}

static bool start_child(Native *n, const char *folder, const char *source, const char **argument)
{
    int text = text_file(n->arena, folder, source);
    if (text < 0)
        return false;
    pid_t pid = fork();
    if (pid == 0)
        run_compiler(n, text, (char *const *)(const void *)argument);
    close(text);
    if (pid < 0)
        return false;
    setpgid(pid, pid); /* here too: native_free may come before the child has done it */
    n->pid = pid;
    return true;
}

/* ---- Libraries, while we wait ---- */

/* The first error that the compiler has told. */
static const char *first_error(Arena *a, int file)
{
    char text[8000];
    ssize_t n = lseek(file, 0, SEEK_SET) ? 0 : read(file, text, sizeof text - 1);
    text[n > 0 ? n : 0] = 0;
    const char *lost = strstr(text, "cannot find -l"), *other = strstr(text, "undefined reference");
    if (lost)
        return arena_printf(a,
                            "the library `%.*s` of its annotation is not found: LibraryDirectory "
                            "names the folder it is in",
                            (int)strcspn(lost + 14, ": \n"), lost + 14);
    if (other)
        return arena_strndup(a, other, strcspn(other, "\n"));
    const char *fixed = strstr(text, "recompile with -fPIC");
    while (fixed && fixed > text && fixed[-1] != '\n')
        fixed--;
    const char *archive = fixed ? strstr(fixed, "ld: ") : NULL;
    if (archive)
        return arena_printf(
            a,
            "its library can only be part of a program, not be loaded: compile `%.*s` with -fPIC",
            (int)strcspn(archive + 4, "("), archive + 4);
    const char *at = strstr(text, "error:");
    at = at ? at : text;
    while (at > text && at[-1] != '\n')
        at--;
    const char *ours = "<stdin>:"; /* the text that we made: its lines are nobody's */
    if (!strncmp(at, ours, strlen(ours)) && strstr(at, "error: "))
        at = strstr(at, "error: ") + 7;
    return arena_strndup(a, at, strcspn(at, "\n"));
}

/* Starts the compiler with `text` as standard input; what it says goes to `said`. */
static pid_t compile_start(int text, int said, char *const *argument)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (dup2(text, 0) < 0 || dup2(said, 1) < 0 || dup2(said, 2) < 0)
            _exit(127);
        limit_resources();
        execvp(argument[0], argument);
        _exit(127);
    }
    return pid;
}

static bool compile_wait(pid_t pid)
{
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Makes the file; NULL or why it could not be. */
static const char *make_library(Arena *a, const char *folder, const char *source,
                                const char **argument, const char *partial, const char *path)
{
    int text = text_file(a, folder, source), said = text_file(a, folder, "");
    bool good = text >= 0 && said >= 0 &&
                compile_wait(compile_start(text, said, (char *const *)(const void *)argument)) &&
                seal_path(partial, true) && rename(partial, path) == 0;
    const char *why = good ? NULL : said >= 0 ? first_error(a, said) : "the cache is not writable";
    if (text >= 0)
        close(text);
    if (said >= 0)
        close(said);
    if (!good)
        unlink(partial);
    return good || *why ? why : "the C compiler failed";
}

void *native_library(const Compiler *with, Arena *a, const char *source, const char *const *option,
                     const char *key_text, bool *compiled, const char **why)
{
    const char *argument[MOST_LIBRARY_ARGS + MAX_ARGS] = {0};
    int n = compiler_words(a, with->command, argument);
    const char *folder = n && with->cache && make_folder(a, with->cache) ? with->cache : NULL;
    bool temporary = n && !folder;
    *compiled = false;
    if (temporary)
        folder = temporary_folder(a, with->temporary);
    *why = !n        ? "there is no C compiler"
           : !folder ? "there is no folder for what the C compiler makes"
                     : NULL;
    if (*why)
        return NULL;
    for (int i = 0; option[i] && i < MOST_LIBRARY_ARGS - 3; i++)
        argument[n++] = option[i];
    const char *key = content_key(a, arena_printf(a, "%s%s", source, key_text), argument);
    const char *path = arena_printf(a, "%s/%s.so", folder, key);
    const char *partial = arena_printf(a, "%s/%s.%ld.partial", folder, key, (long)getpid());
    argument[n++] = "-o";
    argument[n++] = partial;
    if (seal_path(path, false)) {
        utimensat(AT_FDCWD, path, NULL, 0);
    } else {
        trim_cache(a, folder);
        *compiled = true;
        *why = make_library(a, folder, source, argument, partial, path);
    }
    void *handle = *why ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!*why && !handle)
        *why = arena_strdup(a, dlerror());
    if (temporary) {
        unlink(path);
        rmdir(folder);
    }
    return handle;
}

/* ---- Loading ---- */

static void remove_folder(Native *n)
{
    if (!n->folder)
        return;
    if (n->path)
        unlink(n->path);
    rmdir(n->folder);
    n->folder = NULL;
}

static void load(Native *n)
{
    n->handle = dlopen(n->path, RTLD_NOW | RTLD_LOCAL);
    remove_folder(n);
    void *entry = n->handle ? dlsym(n->handle, "k_entry") : NULL;
    if (!entry)
        return;
    void (*k_entry_made)(KCode *);
    memcpy(&k_entry_made, &entry, sizeof entry);
    k_entry_made(&n->code);
    n->ready = true;
}

static Native *open_native(int nblocks)
{
    Native *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->arena = arena_new();
    n->code.block = ARENA_ARRAY(n->arena, KBlockCode, nblocks + 1);
    return n;
}

Native *native_start(const Compiler *with, const char *source, int nblocks)
{
    Native *n = open_native(nblocks);
    if (!n)
        return NULL;
    const char *argument[MAX_ARGS] = {0};
    int words = compiler_words(n->arena, with->command, argument);
    const char *folder =
        words && with->cache && make_folder(n->arena, with->cache) ? with->cache : NULL;
    if (words && !folder)
        folder = n->folder = temporary_folder(n->arena, with->temporary);
    bool good = folder != NULL;
    if (good) {
        memcpy(argument + words, flags, sizeof flags);
        const char *key = content_key(n->arena, source, argument);
        n->path = arena_printf(n->arena, "%s/%s.so", folder, key);
        n->partial =
            arena_printf(n->arena, "%s/%s.%ld.%p.partial", folder, key, (long)getpid(), (void *)n);
        argument[words + NFLAGS] = n->partial;
        if (seal_path(n->path, false)) {
            utimensat(AT_FDCWD, n->path, NULL, 0);
        } else {
            trim_cache(n->arena, folder);
            good = start_child(n, folder, source, argument);
        }
    }
    if (!good) {
        native_free(n);
        return NULL;
    }
    return n;
}

const KCode *native_poll(Native *n)
{
    if (!n || n->handle)
        return n && n->ready ? &n->code : NULL;
    int status = 0;
    if (n->pid) {
        pid_t done = waitpid(n->pid, &status, WNOHANG);
        if (done == 0 || (done < 0 && errno == EINTR))
            return NULL;
        n->pid = 0;
        if (done < 0 || !WIFEXITED(status) || WEXITSTATUS(status)) {
            n->path = NULL;
            return NULL;
        }
    }
    if (n->path) {
        load(n);
        if (!n->ready)
            n->path = NULL;
    }
    return n->ready ? &n->code : NULL;
}

bool native_runs(const Native *n)
{
    return n && n->pid;
}

/* Ends the compiler; the child has reaped it and removed the partial file when it ends itself. */
static void stop_child(Native *n)
{
    if (!n->pid)
        return;
    kill(-n->pid, SIGTERM);
    while (waitpid(n->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    n->pid = 0;
}

void native_free(Native *n)
{
    if (!n)
        return;
    stop_child(n);
    remove_folder(n);
    if (n->handle)
        dlclose(n->handle);
    arena_free(n->arena);
    free(n);
}

/* ---- Files for others ---- */

void native_begin(NativeJob *job, const Compiler *with, Arena *a, const char *folder,
                  const char *source, const char *const *option)
{
    const char *argument[MOST_LIBRARY_ARGS + MAX_ARGS] = {0};
    int n = compiler_words(a, with->command, argument);
    int text = n ? text_file(a, folder, source) : -1;
    *job = (NativeJob){.pid = -1, .said = n ? text_file(a, folder, "") : -1};
    for (int i = 0; option[i] && i < MOST_LIBRARY_ARGS - 1; i++)
        argument[n++] = option[i];
    if (text >= 0 && job->said >= 0)
        job->pid = compile_start(text, job->said, (char *const *)(const void *)argument);
    if (text >= 0)
        close(text);
}

const char *native_end(NativeJob *job, Arena *a)
{
    bool good = compile_wait(job->pid);
    const char *why = good             ? NULL
                      : job->said >= 0 ? first_error(a, job->said)
                                       : "there is no C compiler";
    if (job->said >= 0)
        close(job->said);
    return good || *why ? why : "the C compiler failed";
}
