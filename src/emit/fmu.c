/* fmu.c - FMUs put together: the model's C compiled and linked with the run time, the description,
 * sources, files that the model reads, licences.
 *
 * Everything is made in a folder of our own, which is removed; the compiler is started without a
 * shell. Linear in the size of the model but for what the compiler needs. */
#define _XOPEN_SOURCE 700 /* nftw */
#include "emit/external_internal.h"
#include "emit/fmu_internal.h"
#include "model/flat.h"
#include "rt/fmi/fmi2.h"
#include "rt/fmi/fmi3.h"

#include <errno.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* What kron carries (tools/fmu_runtime.sh). */
extern const char fmu_linux64[], fmu_linux64_end[], fmu_win64[], fmu_win64_end[], fmu_files[],
    fmu_files_end[];

/* Texts of more bytes than this are formulas one after the other: -Og takes 0.7 of the time of -O1
 * for them, and what it makes runs as fast within some percent. */
enum { LARGE_TEXT = 200000 };

typedef struct Packing {
    FmuModel f;
    Arena *a;
    const Compiler *with;
    const char *folder, *text; /* ours; the model as C, for the compiler */
    const char *source;        /* the same for people, if it goes inside; NULL: not */
    CBare bare;
    const char *cold; /* object of what libtcc has compiled; NULL: none */
    FmuZip *zip;
    ExternalParts external;
    const char *why; /* NULL: all is well */
} Packing;

/* ---- Files ---- */

/* The next of the files that kron carries; false: there are no more. */
static bool next_file(const char **at, char *name, size_t room, const char **bytes, size_t *n)
{
    size_t i = 0;
    while (*at < fmu_files_end && **at != ' ' && i + 1 < room)
        name[i++] = *(*at)++;
    name[i] = 0;
    if (!i || *at >= fmu_files_end)
        return false;
    char *end;
    *n = strtoul(*at, &end, 10);
    *bytes = end + 1;
    *at = *bytes + *n;
    return true;
}

static bool write_file(const char *path, const void *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    bool good = file && (!n || fwrite(bytes, 1, n, file) == n);
    return file && !fclose(file) && good;
}

/* Headers that the model's C includes. */
static bool write_headers(Packing *p)
{
    static const char *const needed[] = {"rt/abi.h", "rt/abi_array.h", "rt/model.h", "rt/texts.h",
                                         "rt/fmi/fmu.h"};
    const char *at = fmu_files, *bytes;
    char name[200];
    size_t n;
    bool good = !mkdir(path_join(p->a, p->folder, "rt"), 0700) &&
                !mkdir(path_join(p->a, p->folder, "rt/fmi"), 0700);
    while (good && next_file(&at, name, sizeof name, &bytes, &n))
        for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
            if (!strcmp(name, needed[i]))
                good = good && write_file(path_join(p->a, p->folder, name), bytes, n);
    return good;
}

static int remove_entry(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st;
    (void)type;
    (void)at;
    return remove(path);
}

/* The content of a file; NULL: it cannot be read. */
static char *read_file(Arena *a, const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    struct stat st;
    if (!file || fstat(fileno(file), &st) || !S_ISREG(st.st_mode)) {
        if (file)
            fclose(file);
        return NULL;
    }
    char *bytes = arena_alloc(a, (size_t)st.st_size + 1);
    *n = fread(bytes, 1, (size_t)st.st_size, file);
    bool good = *n == (size_t)st.st_size;
    fclose(file);
    return good ? bytes : NULL;
}

static void add_file(Packing *p, const char *name, const void *bytes, size_t n)
{
    if (!p->why && !fmu_zip_add(p->zip, name, bytes, n))
        p->why = arena_printf(p->a, "`%s` cannot be written: %s", p->f.o->name, strerror(errno));
}

static void add_text(Packing *p, const char *name, const Buf *text)
{
    add_file(p, name, buf_text(text), text->n);
}

/* ---- External functions of libraries ---- */

static const char *platform_of(const Packing *p)
{
    return p->f.o->version == 3 ? "x86_64-linux" : "linux64";
}

static void add_words(Packing *p, ExternalWords *w, ...)
{
    va_list list;
    va_start(list, w);
    for (const char *word; (word = va_arg(list, const char *));)
        vec_push(p->a, w, word);
    va_end(list);
}

/* Libraries of the system, which must be where the FMU is used. */
static bool needs_lapack(const Packing *p)
{
    for (int i = 0; i < p->f.d->external.n; i++)
        if (external_is_lapack(&p->f.d->external.v[i]))
            return true;
    return false;
}

/* Whether the C of libraries is there as C, or none is called: then it can be compiled for Windows
 * too. */
static bool is_portable(const Packing *p)
{
    for (int i = 0; i < p->external.link.n; i++)
        if (*p->external.link.v[i] == '/')
            return false;
    return !needs_lapack(p);
}

/* Options and files for what the model calls, beside its own text. */
static bool external_sources(Packing *p, ExternalWords *w)
{
    const ExternalParts *x = &p->external;
    if (!x->text)
        return true;
    static const char *const name[] = {"ModelicaUtilities.h", "support.c", "external.c"};
    const char *const text[] = {x->header, x->support, x->text};
    for (int i = 0; i < 3; i++)
        if (!write_file(path_join(p->a, p->folder, name[i]), text[i], strlen(text[i])))
            return false;
    for (int i = 0; library_flags[i]; i++)
        vec_push(p->a, w, library_flags[i]);
    for (int i = 0; i < x->include.n; i++)
        vec_push(p->a, w, arena_printf(p->a, "-I%s", x->include.v[i]));
    vec_push(p->a, w, arena_printf(p->a, "-I%s", p->folder));
    add_words(p, w, "-x", "c", path_join(p->a, p->folder, "support.c"),
              path_join(p->a, p->folder, "external.c"), NULL);
    for (int i = 0; i < x->source.n; i++)
        vec_push(p->a, w, x->source.v[i]);
    return true;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && !strcmp(text + n - m, end);
}

/* What is linked; shared libraries go into the FMU, beside its binary. */
static void external_links(Packing *p, ExternalWords *w)
{
    const ExternalWords *link = &p->external.link;
    for (int i = 0; i < link->n; i++) {
        const char *word = link->v[i];
        if (!strncmp(word, "-Wl,-rpath,", 11))
            continue;
        if (*word != '/' || !ends_with(word, ".so")) {
            vec_push(p->a, w, word);
            continue;
        }
        const char *name = strrchr(word, '/') + 1;
        size_t n;
        char *bytes = read_file(p->a, word, &n);
        if (bytes)
            add_file(p, arena_printf(p->a, "binaries/%s/%s", platform_of(p), name), bytes, n);
        else
            p->why = arena_printf(p->a, "`%s` cannot be read", word);
        add_words(p, w, arena_printf(p->a, "-L%.*s", (int)(name - word), word),
                  arena_printf(p->a, "-l:%s", name), "-Wl,-rpath,$ORIGIN",
                  NULL); /* by its name, not its path */
    }
}

/* The files of a folder for sources; not those in folders inside of it that hold no C. */
static void add_folder(Packing *p, const char *from, const char *to, int depth)
{
    enum { DEEPEST = 4 };
    static const char *const kept[] = {".h", ".c", ".inc", ".def", ".hpp"};
    Listing files = {0};
    if (depth > DEEPEST || !folder_list(p->a, from, &files))
        return;
    for (int i = 0; i < files.n && !p->why; i++) {
        const char *path = path_join(p->a, from, files.v[i]);
        const char *name = arena_printf(p->a, "%s/%s", to, files.v[i]);
        size_t n;
        if (is_folder(path))
            add_folder(p, path, name, depth + 1);
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
            if (ends_with(files.v[i], kept[k])) {
                char *bytes = read_file(p->a, path, &n);
                if (bytes)
                    add_file(p, name, bytes, n);
            }
    }
}

/* external/support.c, external.c, and include0/x.c for sources of the library. */
static void list_external(Packing *p)
{
    const ExternalParts *x = &p->external;
    if (needs_lapack(p)) {
        vec_push(p->a, &p->f.link, "lapack");
        vec_push(p->a, &p->f.link, "blas");
    }
    if (!x->text)
        return;
    vec_push(p->a, &p->f.external, "external/support.c");
    vec_push(p->a, &p->f.external, "external/external.c");
    for (int i = 0; i < x->source.n; i++)
        for (int k = 0; k < x->include.n; k++) {
            size_t n = strlen(x->include.v[k]);
            const char *rest = x->source.v[i] + n;
            if (!strncmp(x->source.v[i], x->include.v[k], n) && *rest == '/' &&
                !strchr(rest + 1, '/')) {
                vec_push(p->a, &p->f.external, arena_printf(p->a, "external/include%d%s", k, rest));
                break;
            }
        }
    vec_push(p->a, &p->f.include, "external");
    for (int k = 0; k < x->include.n; k++)
        vec_push(p->a, &p->f.include, arena_printf(p->a, "external/include%d", k));
    for (int i = 0; i < x->link.n; i++)
        if (!strncmp(x->link.v[i], "-l", 2))
            vec_push(p->a, &p->f.link, x->link.v[i] + 2);
        else if (*x->link.v[i] == '/')
            p->why = arena_printf(p->a, "`%s` is a binary: --source needs it as C", x->link.v[i]);
}

static void add_external(Packing *p)
{
    const ExternalParts *x = &p->external;
    if (!x->text)
        return;
    add_file(p, "sources/external/ModelicaUtilities.h", x->header, strlen(x->header));
    add_file(p, "sources/external/support.c", x->support, strlen(x->support));
    add_file(p, "sources/external/external.c", x->text, strlen(x->text));
    for (int k = 0; k < x->include.n; k++)
        add_folder(p, x->include.v[k], arena_printf(p->a, "sources/external/include%d", k), 0);
}

/* ---- Binaries ---- */

/* A library that a compiler is making. */
typedef struct Binary {
    NativeJob job;
    const char *made, *name; /* the file; its name in the FMU. NULL: none */
    bool optional;           /* left out if it cannot be made */
} Binary;

static void finish(Packing *p, Binary *b)
{
    size_t n = 0;
    if (!b->made)
        return;
    const char *why = native_end(&b->job, p->a);
    char *bytes = why ? NULL : read_file(p->a, b->made, &n);
    if (bytes)
        add_file(p, b->name, bytes, n);
    else if (!p->why && !b->optional)
        p->why = arena_printf(p->a, "the model's C cannot be compiled for `%s`: %s", b->name,
                              why ? why : "there is no result");
}

/* For the assembler, which looks into the current folder before ours: no file there has this name.
 */
static const char *tables_name(Packing *p)
{
    return arena_printf(p->a, "%s.tables", strrchr(p->folder, '/') + 1);
}

/* How the model's own text is compiled, for all platforms. */
static void add_options(Packing *p, ExternalWords *w)
{
    add_words(p, w, p->bare.text.n > LARGE_TEXT ? "-Og" : "-O1", "-w", "-shared",
              "-ffp-contract=off", "-fno-builtin", "-pipe", arena_printf(p->a, "-I%s", p->folder),
              "-Xassembler", arena_printf(p->a, "-I%s", p->folder),
              arena_printf(p->a, "-DK_TABLES=\"%s\"", tables_name(p)), NULL);
}

static void start_linux(Packing *p, Binary *b)
{
    const char *object = path_join(p->a, p->folder, "runtime.o");
    const char *map = path_join(p->a, p->folder, "exported");
    const char *made = path_join(p->a, p->folder, "model.so");
    const char *names = p->f.o->version == 3 ? "{ global: fmi3*; local: *; };\n"
                                             : "{ global: fmi2*; local: *; };\n";
    if (!write_file(object, fmu_linux64, (size_t)(fmu_linux64_end - fmu_linux64)) ||
        !write_file(map, names, strlen(names)) || !write_headers(p)) {
        p->why = "the folder for temporary files cannot be written to";
        return;
    }
    ExternalWords w = {0};
    add_options(p, &w);
    add_words(p, &w, "-fPIC", p->cold ? "-DK_COLD" : NULL, NULL);
    if (!external_sources(p, &w)) {
        p->why = "the folder for temporary files cannot be written to";
        return;
    }
    add_words(p, &w, "-x", "c", "-", "-x", "none", object, "-Xlinker",
              arena_printf(p->a, "--version-script=%s", map), "-Wl,--gc-sections",
              "-Wl,-z,noexecstack", "-s", p->cold,
              NULL); /* libtcc's object says nothing of the stack */
    external_links(p, &w);
    if (needs_lapack(p))
        add_words(p, &w, "-l:liblapack.so.3", "-l:libblas.so.3", NULL);
    add_words(p, &w, "-lm", "-o", made, NULL);
    vec_push(p->a, &w, NULL);
    b->name = arena_printf(p->a, "binaries/%s/%s.so", platform_of(p), p->f.identifier);
    b->made = made;
    native_begin(&b->job, p->with, p->a, p->folder, p->text, w.v);
}

/* The names that a library for Windows shows, those of the standard. */
static const char *exported_names(Packing *p)
{
#define NAME2(result, name, parameters) buf_puts(&b, "fmi2" #name "\n");
#define NAME3(result, name, parameters) buf_puts(&b, "fmi3" #name "\n");
    Buf b = {0};
    buf_puts(&b, "EXPORTS\n");
    if (p->f.o->version == 3) {
        FMI3_FUNCTIONS(NAME3)
    } else {
        FMI2_FUNCTIONS(NAME2)
    }
    const char *text = arena_strdup(p->a, buf_text(&b));
    buf_free(&b);
    return text;
}

static bool has_program(Packing *p, const char *name)
{
    const char *path = getenv("PATH");
    for (const char *at = path ? path : ""; *at;) {
        size_t n = strcspn(at, ":");
        if (n && !access(arena_printf(p->a, "%.*s/%s", (int)n, at, name), X_OK))
            return true;
        at += n + (at[n] == ':');
    }
    return false;
}

/* What libtcc has compiled, for Windows; NULL: the compiler has to. */
static const char *cold_windows(Packing *p)
{
    size_t n;
    char *bytes = p->cold ? read_file(p->a, p->cold, &n) : NULL;
    const char *path = path_join(p->a, p->folder, "cold.obj");
    Buf made = {0};
    bool good = bytes && coff_from_elf(bytes, n, &made) && write_file(path, made.s, made.n);
    buf_free(&made);
    return good ? path : NULL;
}

/* Where there is a compiler for Windows. C of libraries may be for Linux alone: then there is no
 * such binary. */
static void start_windows(Packing *p, Binary *b)
{
    static const char compiler[] = "x86_64-w64-mingw32-gcc";
    size_t n = (size_t)(fmu_win64_end - fmu_win64);
    if (!n || !is_portable(p) || !has_program(p, compiler))
        return;
    const char *archive = path_join(p->a, p->folder, "runtime.a");
    const char *names = path_join(p->a, p->folder, "exported.def"), *list = exported_names(p);
    const char *made = path_join(p->a, p->folder, "model.dll");
    Compiler with = {.command = compiler, .temporary = p->with->temporary};
    if (!write_file(archive, fmu_win64, n) || !write_file(names, list, strlen(list))) {
        p->why = "the folder for temporary files cannot be written to";
        return;
    }
    ExternalWords w = {0};
    const char *cold = cold_windows(p);
    add_options(p, &w);
    add_words(p, &w, "-static", cold ? "-DK_COLD" : NULL, NULL);
    external_sources(p, &w);
    add_words(p, &w, "-x", "c", "-", "-x", "none",
              p->f.o->version == 3 ? "-Wl,-u,fmi3GetVersion" : "-Wl,-u,fmi2GetVersion", archive,
              names, cold, NULL);
    for (int i = 0; i < p->external.link.n; i++)
        vec_push(p->a, &w, p->external.link.v[i]);
    add_words(p, &w, "-Wl,--gc-sections", "-s", "-o", made, NULL);
    vec_push(p->a, &w, NULL);
    const char *platform = p->f.o->version == 3 ? "x86_64-windows" : "win64";
    b->name = arena_printf(p->a, "binaries/%s/%s.dll", platform, p->f.identifier);
    b->made = made;
    b->optional = p->external.text;
    native_begin(&b->job, &with, p->a, p->folder, p->text, w.v);
}

static bool write_tables(Packing *p)
{
    FILE *file = fopen(path_join(p->a, p->folder, tables_name(p)), "wb");
    const Buf *const part[] = {&p->bare.image.bytes, &p->bare.image.moved};
    bool good = file;
    for (int i = 0; i < 2 && good; i++)
        good = fwrite(buf_text(part[i]), 1, part[i]->n, file) == part[i]->n;
    return file && !fclose(file) && good;
}

/* Side by side. */
static void start_binaries(Packing *p, Binary *linux, Binary *windows)
{
    const char *cold = path_join(p->a, p->folder, "cold.o");
    if (!write_tables(p))
        p->why = "the folder for temporary files cannot be written to";
    p->cold = p->bare.cold.n && jit_object(buf_text(&p->bare.cold), cold) ? cold : NULL;
    if (!p->why)
        start_linux(p, linux);
    if (!p->why)
        start_windows(p, windows);
}

/* ---- Other parts ---- */

static void add_description(Packing *p)
{
    Buf text = {0};
    fmu_description(&p->f, &text);
    add_text(p, "modelDescription.xml", &text);
    buf_free(&text);
}

static const char contents[] =
    "This FMU contains a model as it was compiled by kron, and:\n\n"
    "- kron's run time, under the Apache License 2.0: kron.txt\n"
    "- CVODE and IDA of SUNDIALS by Lawrence Livermore National Security and others, under the "
    "BSD\n"
    "  license: sundials.txt\n"
    "- KLU and BTF of SuiteSparse by Timothy A. Davis, under the GNU Lesser General Public License "
    "2.1\n"
    "  or later (LGPL-2.1.txt), AMD and COLAMD under the BSD license: suitesparse.txt. Their "
    "sources are\n"
    "  those of Debian's source package suitesparse. To use another version of them, have kron "
    "write the\n"
    "  FMU with its sources (kron translate --source) and compile these with that version.\n\n"
    "A binary for Windows, if there is one, contains the run time and the start files of mingw-w64 "
    "and GCC\n"
    "instead of SUNDIALS and SuiteSparse.\n";

/* Of what is inside, and what it is. */
static void add_licences(Packing *p)
{
    static const char *const files[][2] = {
        {"LICENSE", "kron"},
        {"/usr/share/doc/libsuitesparse-dev/copyright", "suitesparse"},
        {"/usr/share/doc/libsundials-dev/copyright", "sundials"},
        {"/usr/share/common-licenses/LGPL-2.1", "LGPL-2.1"},
    };
    const char *at = fmu_files, *bytes;
    char name[200];
    size_t n;
    add_file(p, "documentation/licenses/README.txt", contents, strlen(contents));
    while (next_file(&at, name, sizeof name, &bytes, &n))
        for (size_t i = 0; i < sizeof files / sizeof *files; i++)
            if (!strcmp(name, files[i][0]))
                add_file(p, arena_printf(p->a, "documentation/licenses/%s.txt", files[i][1]), bytes,
                         n);
}

/* ---- Sources ---- */

/* Whether a file that kron carries is compiled in an FMU of this version. */
static bool is_compiled(const Packing *p, const char *name)
{
    size_t n = strlen(name);
    const char *other = p->f.o->version == 3 ? "rt/fmi/fmi2.c" : "rt/fmi/fmi3.c";
    return n > 2 && !strcmp(name + n - 2, ".c") && strcmp(name, other) != 0;
}

/* Names of all files of C: "model.c", "rt/...". */
static void list_sources(Packing *p)
{
    const char *at = fmu_files, *bytes;
    char name[200];
    size_t n;
    vec_push(p->a, &p->f.source, "model.c");
    while (next_file(&at, name, sizeof name, &bytes, &n))
        if (is_compiled(p, name))
            vec_push(p->a, &p->f.source, arena_strdup(p->a, name));
    list_external(p);
}

static void add_sources(Packing *p)
{
    const char *at = fmu_files, *bytes;
    char name[200];
    size_t n;
    Buf text = {0};
    add_file(p, "sources/model.c", p->source, strlen(p->source));
    while (next_file(&at, name, sizeof name, &bytes, &n))
        if (!strncmp(name, "rt/", 3))
            add_file(p, arena_printf(p->a, "sources/%s", name), bytes, n);
    add_external(p);
    fmu_build_description(&p->f, &text);
    add_text(p, "sources/buildDescription.xml", &text);
    buf_free(&text);
}

/* ---- Files that the model reads ---- */

/* Packages inside of a package that are folders: "A.B/c" is A's folder, then B/c, or c. Into
 * `inside`: the path below the folder. */
static void path_inside(const char *folder, const char *name, char *inside, size_t room)
{
    size_t n = 0;
    char path[4000];
    struct stat st;
    inside[0] = 0;
    while (*name == '.') {
        size_t length = 1 + strcspn(name + 1, "./\"");
        snprintf(path, sizeof path, "%s%.*s/%.*s", folder, (int)n, inside, (int)length - 1,
                 name + 1);
        if (!stat(path, &st) && n + length < room)
            n += (size_t)snprintf(inside + n, room - n, "/%.*s", (int)length - 1, name + 1);
        name += length;
    }
    size_t length = strcspn(name, "\"\\");
    if (n + length < room)
        snprintf(inside + n, room - n, "%.*s", (int)length, name);
}

/* The file, if it is one, goes to where rt/fmi looks for it. */
static void add_resource(Packing *p, const KResource *r, const char *name, Map *seen)
{
    char inside[2000];
    size_t n = 0;
    path_inside(r->folder, name, inside, sizeof inside);
    const char *to = arena_printf(p->a, "resources/%s%s", r->package, inside);
    Name known = name_cstr(p->f.d->ctx->names, to);
    if (strstr(inside, "..") || map_get(seen, known, 0))
        return;
    map_set(seen, p->a, known, 1);
    char *bytes = read_file(p->a, arena_printf(p->a, "%s%s", r->folder, inside), &n);
    if (bytes)
        add_file(p, to, bytes, n);
}

/* "modelica://Package/..." in the model's texts. */
static void add_resources(Packing *p)
{
    static const char scheme[] = "\"modelica://";
    const KModel *model = p->f.model;
    Map seen = {0};
    for (const char *at = p->text; (at = strstr(at, scheme)); at++) {
        const char *name = at + sizeof scheme - 1;
        size_t n = strcspn(name, "./\"");
        for (int i = 0; i < model->nresources && !p->why; i++)
            if (strlen(model->resource[i].package) == n &&
                !strncmp(model->resource[i].package, name, n))
                add_resource(p, &model->resource[i], name + n, &seen);
    }
}

/* ---- The whole ---- */

/* NULL, or what FMUs cannot contain; the functions that the model calls are known once it is
 * written. */
static const char *fmu_obstacle(const Dae *d)
{
    for (int i = 0; i < d->external.n; i++) {
        const DaeExternal *x = &d->external.v[i];
        const FuncExternal *ext = x->func->external;
        if (!strncmp(x->name, "kron_fmu_", 9))
            return "the model has an FMU as a component, which an FMU cannot contain";
        if (external_is_native(x))
            continue;
        if (ext->language == N_fortran)
            return arena_printf(d->arena,
                                "the model calls `%s`, which is no function of LAPACK or BLAS: "
                                "FMUs have no others in "
                                "FORTRAN 77",
                                x->name);
    }
    return NULL;
}

/* 32 digits of everything that the FMU is made from. */
static const char *token_of(Arena *a, const Buf *text, const TableImage *tables)
{
    const Buf *const part[] = {text, &tables->bytes};
    uint64_t h[2] = {0xCBF29CE484222325u, 0x84222325CBF29CE4u};
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < part[i]->n; k++) {
            h[0] = (h[0] ^ (unsigned char)part[i]->s[k]) * 0x100000001B3u;
            h[1] = (h[1] ^ (unsigned char)part[i]->s[k]) * 0x100000001B5u;
        }
    return arena_printf(a, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(h[0] >> 32),
                        (unsigned)(h[0] >> 16) & 0xFFFF, (unsigned)h[0] & 0xFFFF,
                        (unsigned)(h[1] >> 48), (unsigned long long)h[1] & 0xFFFFFFFFFFFFu);
}

static const char no_token[] = "{00000000-0000-0000-0000-000000000000}";

/* Puts the token into its place, which is near the end. */
static const char *with_token(const FmuModel *f, Buf *text)
{
    char *at = text->s + text->n - sizeof no_token;
    while (strncmp(at, no_token, sizeof no_token - 1))
        at--;
    memcpy(at, f->token, sizeof no_token - 1);
    return buf_text(text);
}

static void be_quiet(void *arg, KLevel level, const char *text)
{
    (void)arg;
    (void)level;
    (void)text;
}

/* An instance whose parameters are computed: values that the description shows. Nothing else of the
 * model is compiled in memory for it. */
static bool open_instance(Packing *p, Jit **jit)
{
    Buf text = {0};
    const char *why;
    FmuModel *f = &p->f;
    if (emit_c_parameters(f->d, &text) && externals_load(f->d, p->with)) {
        if (f->d->flat)
            tables_externals(f->d, f->d->flat->resource.n, f->d->flat->resource.v, p->bare.tables);
        *jit = jit_compile(buf_text(&text), f->model->nblocks, &why);
    }
    buf_free(&text);
    f->m = *jit ? k_inst_new(f->model, jit_code(*jit), be_quiet, NULL) : NULL;
    if (*jit && !f->m)
        p->why = "out of memory";
    else if (!f->m || k_params(f->m))
        p->why = "the parameters cannot be computed";
    return !p->why;
}

/* The model as C. Its token is a hash of the text with zeros in the token's place. */
static bool write_model(Packing *p, Buf *source, Jit **jit)
{
    FmuModel *f = &p->f;
    if (!emit_c_bare(f->d, &p->bare)) {
        p->why = "the model cannot be written as C";
        return false;
    }
    p->why = fmu_obstacle(f->d);
    if (p->why)
        return false;
    library_parts(f->d, p->a, &p->external);
    f->model = p->bare.tables;
    f->has_directional = p->bare.has_directions;
    if (!open_instance(p, jit))
        return false;
    fmu_model(f);
    CFmu parts = {no_token, f->o->method, f->array.n, f->array.v, f->d->usertab != NULL};
    put_bare_end(&parts, &p->bare);
    if (f->o->source && !emit_c_file(f->d, &parts, source)) {
        p->why = "the model cannot be written as C";
        return false;
    }
    f->token = token_of(p->a, &p->bare.text, &p->bare.image);
    p->text = with_token(f, &p->bare.text);
    p->source = f->o->source ? with_token(f, source) : NULL;
    return true;
}

static void set_date(Packing *p)
{
    time_t now = time(NULL);
    struct tm utc;
    char text[40] = "";
    if (gmtime_r(&now, &utc))
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    p->f.date = arena_strdup(p->a, text);
}

static void pack(Packing *p, const char *path)
{
    p->folder = native_temporary(p->a, p->with->temporary);
    if (!p->folder) {
        p->why = "there is no folder for temporary files";
        return;
    }
    p->zip = fmu_zip_open(path);
    if (!p->zip) {
        p->why = arena_printf(p->a, "`%s` cannot be written: %s", path, strerror(errno));
    } else {
        Binary linux = {.made = NULL}, windows = {.made = NULL};
        start_binaries(p, &linux, &windows);
        if (p->f.o->source)
            list_sources(p);
        add_description(p);
        if (p->f.o->source)
            add_sources(p);
        if (!p->why)
            add_licences(p);
        if (!p->why)
            add_resources(p);
        finish(p, &linux);
        finish(p, &windows);
        if (!fmu_zip_close(p->zip, !p->why) && !p->why)
            p->why = arena_printf(p->a, "`%s` cannot be written: %s", path, strerror(errno));
    }
    nftw(p->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

const char *fmu_write(Dae *d, const FmuOptions *o, const Compiler *with, const char *path)
{
    Arena *a = arena_new();
    Packing p = {.f = {.d = d, .a = a, .o = o}, .a = a, .with = with};
    Buf source = {0};
    Jit *jit = NULL;
    p.why = with->command ? NULL : "a C compiler is needed";
    if (!p.why) {
        Name description = d->flat ? d->flat->description : 0;
        p.f.description = description ? name_text(d->ctx->names, description) : "";
        set_date(&p);
        if (write_model(&p, &source, &jit))
            pack(&p, path);
    }
    const char *why = p.why ? arena_strdup(d->arena, p.why) : NULL;
    k_inst_free(p.f.m);
    jit_free(jit);
    buf_free(&source);
    buf_free(&p.bare.text);
    buf_free(&p.bare.cold);
    buf_free(&p.bare.image.bytes);
    buf_free(&p.bare.image.moved);
    arena_free(a);
    return why;
}
