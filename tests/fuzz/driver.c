/* driver.c - runs a fuzz target on seed files and mutations of them.
 *
 *     TARGET [-n COUNT] [-s FIRST] SECONDS CRASH_FILE SEED...
 *
 * Inputs have numbers, from FIRST on (0); a number and the list of seeds say what the input is.
 * They are tried in a child process. An input on which it dies or hangs is written to CRASH_FILE,
 * with its number in the name from the second on, and the next child begins behind it; the exit
 * status is 1. A child has some hundred inputs: its leaks are found when it ends. (libFuzzer finds
 * more, and uses the same targets; this driver needs no special compiler.) */
#include <ctype.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    MOST_BYTES = 1 << 16,
    HANG_SECONDS = 20, /* of the processor */
    INPUTS_A_CHILD = 400,
    MOST_FINDINGS = 100,
};

/* Shared with the child. */
typedef struct Input {
    size_t n;
    long number;
    bool done; /* the child has only to end */
    char text[MOST_BYTES];
} Input;

typedef struct Plan {
    double stop; /* seconds */
    long first, end;
    const char *crash;
} Plan;

typedef struct Seed {
    char *text;
    size_t n;
} Seed;

static uint64_t state;

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

enum { KIND_NAME, KIND_NUMBER, KIND_KEYWORD, KIND_SPACE, KIND_SIGN };

static int kind_of(const Input *in, size_t at, size_t length)
{
    static const char keywords[] =
        " algorithm and annotation block break class connect connector constant constrainedby der "
        "discrete each else elseif elsewhen encapsulated end enumeration equation expandable "
        "extends external false final flow for function if import impure in initial inner input "
        "loop model not operator or outer output package parameter partial protected public pure "
        "record redeclare replaceable return stream then true type when while within ";
    char word[32] = " ";
    unsigned char c = (unsigned char)in->text[at];
    if (!isalpha(c))
        return isdigit(c) ? KIND_NUMBER : isspace(c) ? KIND_SPACE : KIND_SIGN;
    if (length > sizeof word - 3)
        return KIND_NAME;
    memcpy(word + 1, in->text + at, length);
    strcpy(word + 1 + length, " ");
    return strstr(keywords, word) ? KIND_KEYWORD : KIND_NAME;
}

/* Another token in the place of this one, mostly of its kind. */
static void replace(Input *in, size_t at, size_t length)
{
    char copy[256];
    size_t length2, at2 = token(in, &length2);
    if (!in->n)
        return;
    int kind = kind_of(in, at, length);
    for (int i = 0; i < 20 && kind_of(in, at2, length2) != kind; i++)
        at2 = token(in, &length2);
    if (length2 > sizeof copy)
        return;
    memcpy(copy, in->text + at2, length2);
    erase(in, at, length);
    insert(in, at, copy, length2);
}

/* A line again or, if `out`, left out. */
static void line_again(Input *in, size_t at, bool out)
{
    size_t beg = at, end = at;
    while (beg > 0 && in->text[beg - 1] != '\n')
        beg--;
    while (end < in->n && in->text[end] != '\n')
        end++;
    if (out)
        erase(in, beg, end - beg + 1);
    else
        insert(in, end, in->text + beg, end - beg);
}

/* What may leave the syntax good. */
static void mutate_gently(Input *in)
{
    size_t length, at = token(in, &length);
    if (!in->n)
        return;
    for (int i = 0; i < 20 && kind_of(in, at, length) >= KIND_KEYWORD; i++)
        at = token(in, &length);
    if (below(8) == 0)
        line_again(in, at, below(2));
    else
        replace(in, at, length);
}

/* What is put into texts. */
/* clang-format off */
static const char *const words[] = {
    "0", "-1", "1e308", "2147483648", "9007199254740993", "nan", "end", "der(x)", "{}", "{1, 2}",
    "[1,2;3]", "for i in 1:1000000 loop", "for i in 1:3 loop", "end for;", "while true loop",
    "break;", "return;", "if ", "if true then 1 else 2", "then ", "else ", "elseif ", "end if;",
    "when ", "elsewhen ", "each ", "final ", "redeclare ", "replaceable ", "partial ",
    "encapsulated ", "constrainedby ", "import ", "within ", "(", ")", ";", "=", ":=", "\"", "'",
    "/*", "//", ".", "[:]", "[1]", "[0]", "[end]", "[1:2]", "inner ", "outer ", "x.x.x",
    "fill(0,1000000)", "fill(0, 0)", "size(x,1)", "algorithm", "equation", "initial equation",
    "initial algorithm", "extends ", "function ", "record ", "connect(", "pre(", "edge(",
    "change(", "time", "initial()", "terminal()", "sample(0, 0.1)", "reinit(x, 1);", "noEvent(",
    "smooth(0, ", "homotopy(", "delay(time, 0.1)", "semiLinear(time, 1, 2)",
    "spatialDistribution(", "inStream(", "actualStream(", "cardinality(", "min(", "max(", "sum(",
    "product(", "cat(1, ", "transpose(", "zeros(2)", "linspace(0, 1, 3)", "String(", "Integer(",
    "abs(", "mod(", "div(", "integer(", "sqrt(", "not ", "and ", "or ", "<>", "==", "^", ".*",
    "*", "/", "-", "+", "parameter ", "constant ", "discrete ", "input ", "output ", "flow ",
    "stream ", "protected ", "String ", "Integer ", "Boolean ", "Real ", "enumeration(a, b)",
    "\"s\"", "true", "annotation(", "(start = 1)", "(fixed = true)", "(min = 1)",
    "assert(false, \"\");", "terminate(\"\");", "{i for i in 1:3}", "1:0", "1:3", "Clock(0.1)",
    "previous(", "x", "y",
};
/* clang-format on */

static void mutate(Input *in, const Seed *other)
{
    size_t length, at = token(in, &length);
    switch (below(12)) {
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
    case 8:
        line_again(in, at, false);
        break;
    default:
        replace(in, at, length);
    }
}

/* ---- Running ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Input `number`: the seeds themselves take turns with mutations at first. */
static void make_input(Input *in, const Seed *seed, long nseeds, long number)
{
    bool plain = number % 2 == 0 && number / 2 < nseeds;
    state = (uint64_t)number * 0x9E3779B97F4A7C15u + 0x853C49E6748FEA9Bu;
    for (int i = 0; i < 4; i++)
        next_random();
    const Seed *s = &seed[plain ? (size_t)number / 2 : below((size_t)nseeds)];
    in->n = s->n;
    memcpy(in->text, s->text, s->n);
    bool gentle = below(2);
    for (size_t k = plain ? 0 : 1 + below(1 + below(5)); k > 0; k--) {
        if (gentle)
            mutate_gently(in);
        else
            mutate(in, &seed[below((size_t)nseeds)]);
    }
}

/* Time of the processor: the machine may be busy. */
static void limit_time(void)
{
    struct itimerval t = {.it_value.tv_sec = HANG_SECONDS};
    setitimer(ITIMER_PROF, &t, NULL);
    alarm(30 * HANG_SECONDS);
}

static void child(Input *in, const Seed *seed, int nseeds, const Plan *p)
{
    long end = in->number + INPUTS_A_CHILD < p->end ? in->number + INPUTS_A_CHILD : p->end;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    for (; in->number < end && now() < p->stop; in->number++) {
        make_input(in, seed, nseeds, in->number);
        limit_time();
        LLVMFuzzerTestOneInput((const uint8_t *)in->text, in->n);
    }
    alarm(0);
    setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
    in->done = true;
}

/* Says on what the child has ended, and keeps it. */
static void keep(const Input *in, const Plan *p, int status, long before, int findings)
{
    int by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    char path[4096];
    if (in->done) {
        printf("leaks in inputs %ld to %ld\n", before, in->number - 1);
        return;
    }
    snprintf(path, sizeof path, findings ? "%s.%ld" : "%s", p->crash, in->number);
    FILE *f = fopen(path, "wb");
    if (f) {
        fwrite(in->text, 1, in->n, f);
        fclose(f);
    }
    printf("%s on input %ld, which is now in %s\n",
           by == SIGPROF || by == SIGALRM ? "hung" : "died", in->number, path);
}

/* All inputs; the number of findings. */
static int children(Input *in, const Seed *seed, int nseeds, const Plan *p)
{
    int findings = 0;
    while (in->number < p->end && now() < p->stop && findings < MOST_FINDINGS) {
        long before = in->number;
        int status = 0;
        in->done = false;
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0) {
            child(in, seed, nseeds, p);
            exit(0); /* leaks are looked for */
        }
        if (pid < 0 || waitpid(pid, &status, 0) < 0) {
            perror("no child");
            return findings + 1;
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            continue;
        keep(in, p, status, before, findings++);
        in->number += !in->done;
    }
    return findings;
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

/* Options of the sanitizer: memory is limited. */
const char *__asan_default_options(void); /* NOLINT */
const char *__asan_default_options(void)  /* NOLINT */
{
    return "allocator_may_return_null=1:hard_rss_limit_mb=3000:quarantine_size_mb=32";
}

int main(int argc, char **argv)
{
    Plan p = {.end = 1000000000};
    for (int option; (option = getopt(argc, argv, "n:s:")) != -1;) {
        if (option == 'n')
            p.end = atol(optarg);
        else if (option == 's')
            p.first = atol(optarg);
        else
            optind = argc;
    }
    p.end += p.first;
    int nseeds = argc - optind - 2;
    if (nseeds < 1) {
        fprintf(stderr, "usage: %s [-n COUNT] [-s FIRST] SECONDS CRASH_FILE SEED...\n", argv[0]);
        return 2;
    }
    p.stop = now() + atof(argv[optind]);
    p.crash = argv[optind + 1];
    Seed *seed = calloc((size_t)nseeds, sizeof *seed);
    Input *in = mmap(NULL, sizeof *in, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!seed || in == MAP_FAILED)
        return 2;
    in->number = p.first;
    for (int i = 0; i < nseeds; i++)
        seed[i] = read_seed(argv[optind + 2 + i]);
    int findings = children(in, seed, nseeds, &p);
    for (int i = 0; i < nseeds; i++)
        free(seed[i].text);
    free(seed);
    printf("%ld inputs, %d findings\n", in->number - p.first, findings);
    return findings > 0;
}
