/* driver.c - runs a fuzz target on mutations of seed files for some seconds.
 *
 *     TARGET SECONDS CRASH_FILE SEED...
 *
 * The sequence of inputs is the same in every run. Inputs are tried in a child process; if it dies
 * or hangs, the input is written to CRASH_FILE and the exit status is 1. (libFuzzer finds more, and
 * uses the same targets; this driver needs no special compiler.) */
#include <ctype.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1 << 16, HANG_SECONDS = 20 };

typedef struct Input {
    size_t n;
    long count; /* inputs tried */
    char text[MOST_BYTES];
} Input;

typedef struct Seed {
    char *text;
    size_t n;
} Seed;

static uint64_t state = 0x853C49E6748FEA9Bu;

static uint32_t next_random(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static size_t below(size_t n)
{
    return n ? next_random() % n : 0;
}

/* ---- Mutations ---- */

static void insert(Input *in, size_t at, const char *text, size_t n)
{
    if (in->n + n > MOST_BYTES || at > in->n)
        return;
    memmove(in->text + at + n, in->text + at, in->n - at);
    memcpy(in->text + at, text, n);
    in->n += n;
}

static void erase(Input *in, size_t at, size_t n)
{
    if (at >= in->n)
        return;
    n = n > in->n - at ? in->n - at : n;
    memmove(in->text + at, in->text + at + n, in->n - at - n);
    in->n -= n;
}

/* A token around a random place. */
static size_t token(const Input *in, size_t *length)
{
    size_t at = below(in->n), end;
    bool word = in->n && (isalnum((unsigned char)in->text[at]) || in->text[at] == '_');
    while (word && at > 0 && (isalnum((unsigned char)in->text[at - 1]) || in->text[at - 1] == '_'))
        at--;
    end = at + 1;
    while (word && end < in->n && (isalnum((unsigned char)in->text[end]) || in->text[end] == '_'))
        end++;
    *length = end - at;
    return at;
}

static void mutate(Input *in, const Seed *other)
{
    static const char *const words[] = {"0",
                                        "-1",
                                        "1e308",
                                        "2147483648",
                                        "nan",
                                        "end",
                                        "der(x)",
                                        "{}",
                                        "[1,2;3]",
                                        "for i in 1:1000000 loop",
                                        "if",
                                        "when",
                                        "each ",
                                        "final ",
                                        "redeclare ",
                                        "(",
                                        ")",
                                        ";",
                                        "=",
                                        "\"",
                                        "'",
                                        "/*",
                                        "//",
                                        ".",
                                        "[:]",
                                        "inner ",
                                        "outer ",
                                        "x.x.x",
                                        "fill(0,1000000)",
                                        "size(x,1)",
                                        "algorithm",
                                        "equation",
                                        "extends ",
                                        "function",
                                        "record ",
                                        "connect(",
                                        "pre(",
                                        "time"};
    size_t length, at = token(in, &length), length2, at2;
    char copy[256];
    switch (below(9)) {
    case 0:
        erase(in, at, length);
        break;
    case 1:
        insert(in, at, in->text + at, length);
        break;
    case 2: {
        const char *w = words[below(sizeof words / sizeof *words)];
        erase(in, at, length);
        insert(in, at, w, strlen(w));
        break;
    }
    case 3:
        if (in->n)
            in->text[below(in->n)] = (char)next_random();
        break;
    case 4: /* one token in the place of another */
        at2 = token(in, &length2);
        if (length2 < sizeof copy && in->n) {
            memcpy(copy, in->text + at2, length2);
            erase(in, at, length);
            insert(in, at, copy, length2);
        }
        break;
    case 5: /* a piece of another seed */
        if (other->n) {
            size_t from = below(other->n), n = below(200);
            insert(in, at, other->text + from, n > other->n - from ? other->n - from : n);
        }
        break;
    case 6:
        erase(in, at, below(100));
        break;
    case 7: {
        const char *w = words[below(sizeof words / sizeof *words)];
        insert(in, at, w, strlen(w));
        break;
    }
    default: { /* a line again */
        size_t beg = at, end = at;
        while (beg > 0 && in->text[beg - 1] != '\n')
            beg--;
        while (end < in->n && in->text[end] != '\n')
            end++;
        insert(in, end, in->text + beg, end - beg);
    }
    }
}

/* ---- Running ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void child(Input *in, const Seed *seed, int nseeds, double stop)
{
    for (int i = 0; i < nseeds; i++) { /* the seeds themselves first */
        in->n = seed[i].n;
        memcpy(in->text, seed[i].text, seed[i].n);
        alarm(HANG_SECONDS);
        LLVMFuzzerTestOneInput((const uint8_t *)in->text, in->n);
        in->count++;
    }
    while (now() < stop) {
        const Seed *s = &seed[below((size_t)nseeds)];
        in->n = s->n;
        memcpy(in->text, s->text, s->n);
        for (size_t k = 1 + below(4); k > 0; k--)
            mutate(in, &seed[below((size_t)nseeds)]);
        alarm(HANG_SECONDS);
        LLVMFuzzerTestOneInput((const uint8_t *)in->text, in->n);
        in->count++;
    }
}

static Seed read_seed(const char *path)
{
    Seed s = {0};
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    s.text = malloc(MOST_BYTES);
    s.n = s.text ? fread(s.text, 1, MOST_BYTES, f) : 0;
    fclose(f);
    return s;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s SECONDS CRASH_FILE SEED...\n", argv[0]);
        return 2;
    }
    int nseeds = argc - 3;
    Seed *seed = calloc((size_t)nseeds, sizeof *seed);
    Input *in = mmap(NULL, sizeof *in, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!seed || in == MAP_FAILED)
        return 2;
    for (int i = 0; i < nseeds; i++)
        seed[i] = read_seed(argv[3 + i]);
    double stop = now() + atof(argv[1]);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        child(in, seed, nseeds, stop);
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    for (int i = 0; i < nseeds; i++)
        free(seed[i].text);
    free(seed);
    printf("%ld inputs\n", in->count);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    FILE *f = fopen(argv[2], "wb");
    if (f) {
        fwrite(in->text, 1, in->n, f);
        fclose(f);
    }
    printf("%s on an input that is now in %s\n",
           WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hung" : "died", argv[2]);
    return 1;
}
