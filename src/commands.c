/* commands.c - the commands that translate and print; what all commands share. */
#include "commands.h"
#include "offer.h"

#include "result/picture.h"
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

/* ---- Contexts and models ---- */

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

/* Where kron's own library is: beside or above the folder of the executable, or where it is
 * installed; false: nowhere. */
static bool find_own_library(char *path, size_t size)
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
           kron_set_units(c, !a->units || !strcmp(a->units, "warn") ? KRON_UNITS_WARN
                             : !strcmp(a->units, "off")             ? KRON_UNITS_OFF
                                                        : KRON_UNITS_ERROR) == KRON_OK &&
           kron_set_begin(c, a->run.start) == KRON_OK &&
           (!a->dump || kron_on_pass(c, a->dump, print_text, NULL) == KRON_OK);
    if (!good) {
        say_error("out of memory");
        exit(STATUS_MODEL);
    }
    kron_on_message(c, on_message, a->printer);
    consent_for(a);
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

int begin_model(const Arguments *a, KronContext *c, const char *name, KronModel **m)
{
    KronStatus loaded = kron_load(c, name, m);
    if (!loaded && is_dymola_file(a->run.start_from))
        loaded = kron_read_parameters(*m, a->run.start_from);
    for (int i = 0; !loaded && i < a->nsettings; i++) {
        const char *value = strchr(a->setting[i], '=') + 1;
        char *of = strndup(a->setting[i], (size_t)(value - 1 - a->setting[i]));
        loaded = of ? kron_set(*m, of, value) : KRON_NO_MEMORY;
        free(of);
    }
    for (int i = 0; !loaded && i < a->ninputs; i++)
        loaded = kron_read_inputs(*m, a->input[i]);
    if (!loaded)
        kron_set_method(*m, a->run.method);
    return exit_status(loaded);
}

void end_model(const Arguments *a, KronContext *c, KronModel *m, int status)
{
    if (status == STATUS_MODEL && !a->printer->said.n) /* not even for the message */
        say_error("out of memory");
    print_left_out(a->printer);
    kron_model_free(m);
    kron_context_free(c);
}

int with_model(const Arguments *a, const char *name, ModelWork *work)
{
    KronContext *c = context_for(a);
    KronModel *m;
    int status = begin_model(a, c, name, &m);
    status = status ? status : work(a, name, m);
    end_model(a, c, m, status);
    return status;
}

int with_one_model(const Arguments *a, const char *command, ModelWork *work)
{
    if (a->noperands == 1)
        return with_model(a, a->operand[0], work);
    say_error("`kron %s` takes one model%s", command,
              a->noperands > 1 ? "; FILE:Class.Name is a class of a file" : "");
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
        say_error("cannot write %s: %s", path, f ? strerror(errno) : why);
    return good ? STATUS_GOOD : f ? STATUS_NUMERIC : STATUS_USAGE; /* disk full, or a wrong name */
}

/* ---- Names ---- */

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
    Buf b = {0};
    if (a->json) {
        answer_open(&b, a);
        buf_printf(&b, ", \"files\": %d, \"bytes\": %llu, \"seconds\": %.6f, \"errors\": %d",
                   p.files, p.bytes, p.seconds, p.errors);
        answer_close(&b, a, exit_status(status));
    } else {
        buf_printf(&b, "%d file%s, %llu bytes, %.3f s, %d error%s\n", p.files,
                   p.files == 1 ? "" : "s", p.bytes, p.seconds, p.errors, p.errors == 1 ? "" : "s");
    }
    fputs(buf_text(&b), stdout);
    buf_free(&b);
    kron_context_free(c);
    return exit_status(status);
}

int give_text(const char *text, const char *path, bool input)
{
    if (path)
        return write_file(path, text, strlen(text), input);
    fputs(text, stdout);
    return STATUS_GOOD;
}

int give_picture(const Buf *svg, const char *path, bool input)
{
    const char *why = NULL;
    Buf picture = {0};
    bool good = picture_for(path, svg, &picture, &why);
    if (!good)
        say_error("cannot draw %s: %s", path, why);
    int status = good ? give_bytes(&picture, path, input) : STATUS_MODEL;
    buf_free(&picture);
    return status;
}

void say_no_variable(KronModel *m, const char *pattern)
{
    Buf names = {0};
    offer_variables(m, pattern, &names);
    say_error("no variable matches `%s`%s", pattern, buf_text(&names));
    buf_free(&names);
}

int give_bytes(const Buf *b, const char *path, bool input)
{
    return write_file(path, buf_text(b), b->n, input);
}

/* The text, or an object of JSON that ends as all do: `text` itself without its end, or one with
 * the text as a field. */
static int put_text(const Arguments *a, KronModel *m, KronStatus made, const char *text,
                    bool object)
{
    const char *path = a->run.file;
    Buf b = {0};
    int status = exit_status(made);
    if (a->json && !status) {
        answer_open(&b, a);
        if (object) {
            const char *rest = strchr(text, ',');
            buf_write(&b, rest ? rest : "", rest ? strlen(rest) - strlen("}\n") : 0);
        } else {
            json_text(&b, "model", kron_model_name(m));
            json_text(&b, "text", text);
        }
        answer_close(&b, a, STATUS_GOOD);
        text = buf_text(&b);
    }
    int given = give_text(text, status ? NULL : path, path && kron_is_input(m, path));
    buf_free(&b);
    return status ? status : given;
}

static int print_text_of(const Arguments *a, KronModel *m, KronText what)
{
    const char *text;
    KronStatus made = kron_text(m, what, &text);
    return put_text(a, m, made, text, what == KRON_STRUCTURE_JSON);
}

static int flatten(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    return print_text_of(a, m, a->closed ? KRON_FLAT_CLASS : KRON_FLAT_MODEL);
}

int command_flatten(const Arguments *a)
{
    return with_one_model(a, "flatten", flatten);
}

static int structure(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    const char *text;
    Buf svg = {0};
    if (a->listing)
        return print_text_of(a, m, KRON_LISTING);
    if (!a->svg)
        return print_text_of(a, m, a->json ? KRON_STRUCTURE_JSON : KRON_STRUCTURE);
    int status = exit_status(kron_text(m, KRON_STRUCTURE_SVG, &text));
    buf_puts(&svg, text);
    if (!status)
        status = give_picture(&svg, a->svg, kron_is_input(m, a->svg));
    buf_free(&svg);
    int also = a->json && status != STATUS_MODEL ? print_text_of(a, m, KRON_STRUCTURE_JSON) : 0;
    return status ? status : also;
}

int command_structure(const Arguments *a)
{
    return with_one_model(a, "structure", structure);
}

/* What was written where. */
static void answer_file(const Arguments *a, KronModel *m, int status)
{
    Buf b = {0};
    answer_open(&b, a);
    json_text(&b, "model", kron_model_name(m));
    json_text(&b, "target", a->target);
    json_text(&b, "file", a->run.file);
    answer_close(&b, a, status);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
}

/* --to fmu2 or fmu3 [--type me|cs|both] [--source] -o X.fmu */
static int translate_fmu(const Arguments *a, KronModel *m)
{
    const char *type = a->type ? a->type : "both";
    KronFmu what = {.version = a->target[3] - '0',
                    .model_exchange = strcmp(type, "cs") != 0,
                    .co_simulation = strcmp(type, "me") != 0,
                    .source = a->source};
    if (!a->run.file || !strcmp(a->run.file, "-")) {
        say_error("an FMU needs a file: -o X.fmu");
        return STATUS_USAGE;
    }
    if (kron_is_input(m, a->run.file)) {
        say_error("`%s` is an input", a->run.file);
        return STATUS_USAGE;
    }
    int status = exit_status(kron_fmu(m, a->run.file, &what, &a->run));
    if (a->json && !status)
        answer_file(a, m, status);
    return status;
}

static int translate(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    if (!strcmp(a->target, "fmu2") || !strcmp(a->target, "fmu3"))
        return translate_fmu(a, m);
    if (a->type || a->source) {
        say_error("--type and --source are for FMUs: --to fmu2, --to fmu3");
        return STATUS_USAGE;
    }
    const char *text, *path = a->run.file;
    KronStatus made = kron_program(m, a->target, path, &a->run, &text);
    if (!a->json || !path || !strcmp(path, "-") || made)
        return put_text(a, m, made, text, false);
    int status = give_text(text, path, kron_is_input(m, path));
    answer_file(a, m, status);
    return status;
}

int command_translate(const Arguments *a)
{
    if (a->noperands != 1 || !a->target) {
        say_error("`kron translate MODEL --to TARGET [--method M [--step H]] [-o PATH]`");
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

int command_session(const Arguments *a)
{
    if (a->noperands > 1) {
        say_error("`kron session [SCRIPT]` takes one script (or model)");
        return STATUS_USAGE;
    }
    const char *path = a->noperands ? a->operand[0] : NULL;
    const char *tmp = getenv("TMPDIR");
    char own[2000], place[2000];
    SessionOptions o = {.convert = a->convert,
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
                        .printer = a->printer};
    const char *script = o.model ? NULL : path;
    FILE *in = script ? fopen(script, "r") : NULL;
    if (script && !in) {
        say_error("cannot read %s: %s", script, strerror(errno));
        return STATUS_USAGE;
    }
    int status = session_run(&o, in, script);
    if (in)
        fclose(in);
    return status;
}
