/* commands.c - the commands that translate and print; what all commands share. */
#include "commands.h"

#include "base/die.h"
#include "result/result.h"
#include "rt/request.h"
#include "rt/result.h"
#include "rt/texts.h"
#include "session/session.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Messages ---- */

enum { MOST_ERRORS = 50 };

/* The excerpt with its second line painted. */
static void print_excerpt(const char *text, const char *on, const char *off)
{
    const char *end = strchr(text, '\n'), *mark = end ? strchr(end, '^') : NULL;
    if (!mark)
        return;
    k_say(stderr, "%.*s", (int)(mark - text), text);
    fprintf(stderr, "%s%.*s%s\n", on, (int)strcspn(mark, "\n"), mark, off);
}

void print_message(Printer *p, const KronMessage *m)
{
    static const char *const word[] = {"error", "warning", "note"};
    static const char *const paint[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};
    bool plain = m->about != KRON_ABOUT_MODEL;
    const char *on = p->color && !plain ? paint[m->severity] : "", *off = *on ? "\033[0m" : "";
    if (m->severity == KRON_ERROR) {
        p->shown = p->errors < MOST_ERRORS;
        p->errors += p->shown;
        p->left_out += !p->shown;
    } else if (m->severity == KRON_WARNING || plain) {
        p->shown = !p->quiet;
    }
    if (!p->shown)
        return;
    fflush(stdout);
    fputs(p->bar ? "\r\033[K" : "", stderr);
    fputs(plain ? "kron: " : "", stderr);
    if (m->file)
        k_say(stderr, "%s:%d:%d: ", m->file, m->line, m->column);
    if (m->about != KRON_ABOUT_CALL)
        fprintf(stderr, "%s%s:%s ", on, word[m->severity], off);
    k_say(stderr, "%s\n", m->text);
    print_excerpt(m->excerpt, on, off);
}

void print_left_out(Printer *p)
{
    if (p->left_out)
        k_say(stderr, "... and %d more error%s\n", p->left_out, p->left_out == 1 ? "" : "s");
    p->left_out = p->errors = 0;
    p->shown = true;
}

static void on_message(void *arg, KronModel *m, const KronMessage *message)
{
    (void)m;
    print_message(arg, message);
}

static void print_text(void *arg, const char *text)
{
    (void)arg;
    fputs(text, stdout);
}

/* ---- Contexts and models ---- */

bool find_own_library(char *path, size_t size)
{
    static const char *const places[] = {"../lib", "../../lib", "../share/kron/lib"};
    char exe[2000], at[2100];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n < 0 ? 0 : n] = 0;
    char *slash = strrchr(exe, '/');
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        struct stat st;
        *slash = 0;
        snprintf(at, sizeof at, "%s/%s/Kron", exe, places[i]);
        if (stat(at, &st) || !S_ISDIR(st.st_mode))
            continue;
        at[strlen(at) - strlen("/Kron")] = 0;
        char *plain = realpath(at, NULL);
        int length = snprintf(path, size, "%s", plain ? plain : at);
        free(plain);
        return length > 0 && (size_t)length < size;
    }
    return false;
}

/* KRON_NATIVE=off keeps to libtcc; KRON_NATIVE=now has the system's compiler begin, and finish,
 * before the first step. */
static KronStatus set_compiler(KronContext *c)
{
    const char *when = getenv("KRON_NATIVE"), *command = getenv("CC"), *tmp = getenv("TMPDIR");
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char folder[2000] = "";
    if (cache && *cache == '/')
        snprintf(folder, sizeof folder, "%s/kron", cache);
    else if (home && *home == '/' && !access(home, W_OK | X_OK))
        snprintf(folder, sizeof folder, "%s/.cache/kron", home);
    return kron_set_compiler(c, command && command[strspn(command, " \t")] ? command : "cc",
                             *folder ? folder : NULL, tmp && *tmp == '/' ? tmp : NULL,
                             when && !strcmp(when, "now")   ? KRON_COMPILE_BEFORE_RUNS
                             : when && !strcmp(when, "off") ? KRON_COMPILE_EXTERNAL
                                                            : KRON_COMPILE_LONG_RUNS);
}

KronContext *context_for(const Arguments *a)
{
    char own[2000];
    KronContext *c = kron_context_new();
    bool good = c != NULL;
    for (int i = 0; good && i < a->ndirs; i++)
        good = kron_add_library(c, a->dir[i]) != KRON_NO_MEMORY;
    good = good && kron_add_environment(c) != KRON_NO_MEMORY &&
           kron_set_own_library(c, find_own_library(own, sizeof own) ? own : NULL) == KRON_OK &&
           set_compiler(c) != KRON_NO_MEMORY && kron_set_external(c, !a->no_external) == KRON_OK &&
           kron_set_convert(c, a->convert) == KRON_OK &&
           kron_set_relax(c, !a->relax || !strcmp(a->relax, "on") ? KRON_RELAX_ELIMINATE
                             : !strcmp(a->relax, "off")           ? KRON_RELAX_OFF
                                                        : KRON_RELAX_ITERATE) == KRON_OK &&
           (!a->dump || kron_on_pass(c, a->dump, print_text, NULL) == KRON_OK);
    if (!good) {
        fputs("kron: out of memory\n", stderr);
        exit(STATUS_MODEL);
    }
    kron_on_message(c, on_message, a->printer);
    return c;
}

int exit_status(KronStatus status)
{
    static const int of[] = {[KRON_OK] = STATUS_GOOD,
                             [KRON_WRONG_MODEL] = STATUS_MODEL,
                             [KRON_WRONG_CALL] = STATUS_USAGE,
                             [KRON_RUN_FAILED] = STATUS_NUMERIC,
                             [KRON_CANCELLED] = STATUS_INTERRUPTED,
                             [KRON_FILE_ERROR] = STATUS_USAGE,
                             [KRON_NO_MEMORY] = STATUS_MODEL,
                             [KRON_INTERNAL] = STATUS_INTERNAL};
    return of[status];
}

int with_model(const Arguments *a, const char *name, ModelWork *work)
{
    KronContext *c = context_for(a);
    KronModel *m;
    KronStatus loaded = kron_load(c, name, &m);
    for (int i = 0; !loaded && i < a->nsettings; i++) {
        const char *value = strchr(a->setting[i], '=') + 1;
        char *of = strndup(a->setting[i], (size_t)(value - 1 - a->setting[i]));
        loaded = of ? kron_set(m, of, value) : KRON_NO_MEMORY;
        free(of);
    }
    for (int i = 0; !loaded && i < a->ninputs; i++)
        loaded = kron_read_inputs(m, a->input[i]);
    if (!loaded)
        kron_set_method(m, a->run.method);
    int status = loaded ? exit_status(loaded) : work(a, name, m);
    if (status == STATUS_MODEL && !a->printer->errors) /* not even for the message */
        fputs("kron: out of memory\n", stderr);
    print_left_out(a->printer);
    kron_model_free(m);
    kron_context_free(c);
    return status;
}

int with_one_model(const Arguments *a, const char *command, ModelWork *work)
{
    if (a->noperands == 1)
        return with_model(a, a->operand[0], work);
    k_say(stderr, "kron: `kron %s` takes one model\n", command);
    return STATUS_USAGE;
}

/* Writes a file, which must not be an input; the exit status. */
static int write_file(const char *path, const char *text, size_t n, bool input)
{
    const char *why = "it is an input";
    int file = input ? -1 : k_output_open(path, &why);
    FILE *f = file >= 0 ? fdopen(file, "w") : NULL;
    bool good = f && fwrite(text, 1, n, f) == n;
    if (f)
        good = !fclose(f) && good;
    if (!good)
        k_say(stderr, "kron: cannot write %s: %s\n", path, f ? strerror(errno) : why);
    return good ? STATUS_GOOD : f ? STATUS_NUMERIC : STATUS_USAGE; /* disk full, or a wrong name */
}

/* ---- Names and numbers ---- */

void json_number(Buf *b, double x)
{
    if (isfinite(x))
        buf_real(b, x);
    else
        buf_puts(b, "null");
}

void json_field(Buf *b, const char *name, double x)
{
    buf_printf(b, ", \"%s\": ", name);
    json_number(b, x);
}

bool matches_one(const char *name, int npatterns, const char *const *pattern)
{
    for (int i = 0; i < npatterns; i++)
        if (kron_matches(pattern[i], name))
            return true;
    return false;
}

bool is_chosen(const Arguments *a, const char *name)
{
    return !a->nvars || matches_one(name, a->nvars, a->vars);
}

/* ---- The commands ---- */

int command_parse(const Arguments *a)
{
    KronContext *c = context_for(a);
    KronParsed p = {0};
    KronStatus status = kron_parse(c, a->noperands, a->operand, &p);
    print_left_out(a->printer);
    printf("%d file%s, %llu bytes, %.3f s, %d error%s\n", p.files, p.files == 1 ? "" : "s", p.bytes,
           p.seconds, p.errors, p.errors == 1 ? "" : "s");
    kron_context_free(c);
    return exit_status(status);
}

static int check(const Arguments *a, const char *name, KronModel *m)
{
    int status = exit_status(kron_check(m));
    KronStatistics s = kron_statistics(m);
    if (!status && !a->quiet)
        printf("%s: %d equations and unknowns, %d states\n", name, s.equations, s.states);
    return status;
}

int command_check(const Arguments *a)
{
    int worst = STATUS_GOOD;
    for (int i = 0; i < a->noperands; i++) {
        int status = with_model(a, a->operand[i], check);
        worst = status ? status : worst;
    }
    return worst;
}

int give_text(const char *text, const char *path, bool input)
{
    if (path)
        return write_file(path, text, strlen(text), input);
    fputs(text, stdout);
    return STATUS_GOOD;
}

int give_bytes(const Buf *b, const char *path, bool input)
{
    return write_file(path, buf_text(b), b->n, input);
}

static int put_text(KronModel *m, KronStatus made, const char *text, const char *path)
{
    int status = give_text(text, made ? NULL : path, path && kron_is_input(m, path));
    return made ? exit_status(made) : status;
}

static int print_text_of(KronModel *m, KronText what, const char *path)
{
    const char *text;
    KronStatus made = kron_text(m, what, &text);
    return put_text(m, made, text, path);
}

static int flatten(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    return print_text_of(m, KRON_FLAT_MODEL, a->run.file);
}

int command_flatten(const Arguments *a)
{
    return with_one_model(a, "flatten", flatten);
}

static int structure(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    int status = STATUS_GOOD;
    if (a->listing)
        return print_text_of(m, KRON_LISTING, a->run.file);
    if (a->svg || !a->json)
        status = print_text_of(m, a->svg ? KRON_STRUCTURE_SVG : KRON_STRUCTURE,
                               a->svg ? a->svg : a->run.file);
    if (a->json && status != STATUS_MODEL) {
        int also = print_text_of(m, KRON_STRUCTURE_JSON, a->run.file);
        status = status ? status : also;
    }
    return status;
}

int command_structure(const Arguments *a)
{
    return with_one_model(a, "structure", structure);
}

static int translate(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    const char *text;
    KronStatus made = kron_program(m, a->target, a->run.file, &a->run, &text);
    return put_text(m, made, text, a->run.file);
}

int command_translate(const Arguments *a)
{
    if (a->noperands != 1 || !a->target) {
        fputs("kron: `kron translate MODEL --to TARGET [--method M [--step H]] [-o PATH]`\n", stderr);
        return STATUS_USAGE;
    }
    return with_model(a, a->operand[0], translate);
}

/* FILE.dym, FILE.mo, FILE.mo:Class.Name */
static bool is_model_file(const char *path)
{
    static const char *const suffix[] = {".dym", ".mo"};
    for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++) {
        size_t n = strlen(suffix[i]);
        for (const char *at = path; (at = strstr(at, suffix[i])); at += n)
            if (!at[n] || at[n] == ':')
                return true;
    }
    return false;
}

static void show_diags(void *printer, Diags *d)
{
    for (DiagShown m; diags_next(d, &m);)
        print_message(printer, &(KronMessage){.severity = (KronSeverity)m.kind,
                                              .file = m.place.file ? m.place.file->path : NULL,
                                              .line = (int)m.place.line,
                                              .column = (int)m.place.column,
                                              .text = m.text,
                                              .excerpt = m.excerpt});
    print_left_out(printer);
}

/* $XDG_STATE_HOME/kron_history, else ~/.kron_history; NULL: nowhere. */
static const char *history_file(char *path, size_t size)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    bool has_state = state && *state;
    if (!has_state && !(home && *home))
        return NULL;
    snprintf(path, size, "%s/%skron_history", has_state ? state : home, has_state ? "" : ".");
    return path;
}

typedef struct SessionCall {
    SessionOptions o;
    FILE *in;
    const char *path;
    int status;
} SessionCall;

static void run_session(void *arg)
{
    SessionCall *k = arg;
    k->status = session_run(&k->o, k->in, k->path);
}

int command_session(const Arguments *a)
{
    if (a->noperands > 1) {
        fputs("kron: `kron session [SCRIPT]` takes one script (or model)\n", stderr);
        return STATUS_USAGE;
    }
    const char *path = a->noperands ? a->operand[0] : NULL;
    const char *tmp = getenv("TMPDIR");
    char own[2000], place[2000];
    SessionCall k = {.o = {.convert = a->convert,
                           .ndirs = a->ndirs,
                           .dir = (char **)(uintptr_t)a->dir,
                           .path = getenv("MODELICAPATH"),
                           .own = find_own_library(own, sizeof own) ? own : NULL,
                           .color = a->color,
                           .quiet = a->quiet,
                           .model = path && is_model_file(path) ? path : NULL,
                           .run = run_command_line,
                           .temporary = tmp && *tmp ? tmp : "/tmp",
                           .history = history_file(place, sizeof place),
                           .show = show_diags,
                           .printer = a->printer}};
    k.path = k.o.model ? NULL : path;
    k.in = k.path ? fopen(k.path, "r") : NULL;
    if (k.path && !k.in) {
        k_say(stderr, "kron: cannot read %s: %s\n", k.path, strerror(errno));
        return STATUS_USAGE;
    }
    OwnFault fault;
    if (!survive(run_session, &k, &fault)) {
        k_say(stderr, "kron: %s%s\n", fault.memory ? "" : "internal: ", fault.text);
        k.status = fault.memory ? STATUS_MODEL : STATUS_INTERNAL;
    }
    if (k.in)
        fclose(k.in);
    return k.status;
}

/* ---- kron plot ---- */

bool is_result_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".csv") || !strcmp(dot, ".mat"));
}

static void report_no_match(const Result *r, const char *path, const char *pattern)
{
    Nearest near = {.wanted = pattern};
    for (int i = 0; i < result_count(r); i++)
        nearest_offer(&near, result_name(r, i));
    k_say(stderr, "kron: no variable in %s matches `%s`", path, pattern);
    if (near.best)
        k_say(stderr, "; did you mean `%s`?", near.best);
    fputc('\n', stderr);
}

/* Adds what the pattern matches; with `*` or `?` neither the abscissa nor, where there is anything
 * else, constants. Returns how many it matched. */
static int add_matches(const Result *r, const char *pattern, bool *taken, int *chosen, int *n)
{
    bool wild = strpbrk(pattern, "*?") != NULL;
    int matched = 0;
    for (int constants = 0; constants < 2 && (!matched || !wild); constants++)
        for (int i = 0; i < result_count(r); i++) {
            if (result_is_constant(r, i) != (constants == 1) ||
                (wild && result_is_abscissa(r, i)) || !kron_matches(pattern, result_name(r, i)))
                continue;
            matched++;
            if (!taken[i])
                chosen[(*n)++] = i;
            taken[i] = true;
        }
    return matched;
}

static bool choose_curves(const Arguments *a, const Result *r, int *chosen, int *n)
{
    bool good = true;
    bool *taken = calloc((size_t)result_count(r) + 1, sizeof *taken);
    *n = 0;
    for (int k = 1; taken && k < a->noperands; k++)
        if (!add_matches(r, a->operand[k], taken, chosen, n)) {
            report_no_match(r, a->operand[0], a->operand[k]);
            good = false;
        }
    free(taken);
    return good;
}

/* Lists what could be drawn. */
static void ask_for_names(const Result *r, const char *path)
{
    enum { SHOWN = 20 };
    k_say(stderr, "kron: which variables? %s has\n", path);
    int shown = 0;
    for (int i = 0; i < result_count(r) && shown < SHOWN; i++)
        if (!result_is_abscissa(r, i) && !result_is_constant(r, i)) {
            k_say(stderr, "  %s\n", result_name(r, i));
            shown++;
        }
    if (shown == SHOWN)
        fputs("  ...\n", stderr);
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void draw_terminal(const Curves *c)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS"), *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool terminal = isatty(STDOUT_FILENO);
    long n = columns ? strtol(columns, NULL, 10) : 0;
    if (n <= 0 && terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        n = size.ws_col;
    plot_terminal(c, stdout, n > 10000 ? 10000 : (int)n,
                  terminal && !(no && *no) && !(term && !strcmp(term, "dumb")));
}

static int draw_curves(const Arguments *a, Curves *c)
{
    if (!a->run.file) {
        draw_terminal(c);
        return STATUS_GOOD;
    }
    if (c->left_out)
        k_say(stderr, "kron: warning: a picture shows no more than %d curves; %d are left out\n",
              PLOT_MOST_CURVES, c->left_out);
    Buf svg = {0};
    plot_svg(c, file_name(a->operand[0]), &svg);
    int status = give_text(buf_text(&svg), a->run.file, same_file(a->operand[0], a->run.file));
    buf_free(&svg);
    return status;
}

static int plot_result(const Arguments *a, Result *r)
{
    const char *path = a->operand[0];
    if (a->noperands < 2) {
        ask_for_names(r, path);
        return STATUS_USAGE;
    }
    int n, status = STATUS_USAGE;
    int *chosen = calloc((size_t)result_count(r) + 1, sizeof *chosen);
    Curves c = {0};
    Buf why = {0};
    if (chosen && choose_curves(a, r, chosen, &n)) {
        int most = a->run.file ? PLOT_MOST_CURVES : PLOT_MOST_TERMINAL;
        bool good = result_read(r, n < most ? n : most, chosen, &c, &why);
        c.left_out = n < most ? 0 : n - most;
        if (why.n && (!good || !a->quiet))
            k_say(stderr, "kron: %s%s: %s\n", good ? "warning: " : "", path, buf_text(&why));
        status = good ? draw_curves(a, &c) : STATUS_MODEL;
    }
    curves_free(&c);
    buf_free(&why);
    free(chosen);
    return status;
}

int command_plot(const Arguments *a)
{
    const char *suffix = a->run.file ? strrchr(file_name(a->run.file), '.') : NULL;
    if (suffix && strcmp(suffix, ".svg") && strcmp(a->run.file, "-")) {
        fputs("kron: `kron plot` draws SVG; use a name that ends in .svg\n", stderr);
        return STATUS_USAGE;
    }
    Buf why = {0};
    Result *r = result_open(a->operand[0], &why);
    if (!r)
        k_say(stderr, "kron: cannot read %s: %s\n", a->operand[0], buf_text(&why));
    int status = r ? plot_result(a, r) : STATUS_MODEL;
    buf_free(&why);
    result_free(r);
    return status;
}
