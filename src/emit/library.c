/* library.c - external functions that a library has as C: one file of wrappers for all that a model
 * calls, compiled with the library's sources, or linked with its binaries, into the user's cache.
 *
 * For each name of the annotation Library: libNAME.so, libNAME.a or a file NAME in LibraryDirectory
 * (for the platform, or as it is) or beside the library or model; else NAME.c in SourceDirectory or
 * IncludeDirectory, or in the folder C-Sources beside them; else a library of the system. What is
 * compiled stays valid as long as the texts, the options and the files of those folders do. */
#include "base/die.h"
#include "emit/emit_internal.h"
#include "emit/external_internal.h"
#include "rt/external.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef ExternalWords Words;

typedef struct Build {
    Dae *d;
    Arena *a;
    const Compiler *with;
    bool fmu; /* for an FMU: functions are called by their names, not by a table */
    Words include, source, link; /* folders; files of C; what is linked */
    Map defined;                 /* names that texts of Include define */
    Buf text, key;
} Build;

/* ---- Lists ---- */

static void add_word(Build *b, Words *list, const char *word)
{
    for (int i = 0; i < list->n; i++)
        if (!strcmp(list->v[i], word))
            return;
    vec_push(b->a, list, word);
}

static const char *name(const Build *b, Name n)
{
    return name_text(b->d->ctx->names, n);
}

static bool exists(const char *path)
{
    return !access(path, R_OK);
}

/* Whether it is one of those that are compiled. */
static bool is_wanted(const Build *b, const DaeExternal *x)
{
    return b->fmu ? !external_is_native(x) : !x->address;
}

static bool is_c(const char *file)
{
    const char *end = strrchr(file, '.');
    return end && (!strcmp(end, ".h") || !strcmp(end, ".c"));
}

/* Names, sizes and times of the files of a folder, or of those of C alone, go into the key. */
static void note_folder(Build *b, const char *folder, bool mixed)
{
    Listing files = {0};
    if (!folder_list(b->a, folder, &files))
        return;
    for (int i = 0; i < files.n; i++) {
        struct stat st;
        if ((!mixed || is_c(files.v[i])) && !stat(path_join(b->a, folder, files.v[i]), &st) &&
            S_ISREG(st.st_mode))
            buf_printf(&b->key, "%s %lld %lld\n", files.v[i], (long long)st.st_size,
                       (long long)st.st_mtime);
    }
}

/* `mixed`: of headers and much else. */
static void add_include(Build *b, const char *folder, bool mixed)
{
    int before = b->include.n;
    if (!is_folder(folder))
        return;
    add_word(b, &b->include, folder);
    if (b->include.n > before)
        note_folder(b, folder, mixed);
}

/* ---- Libraries ---- */

/* libNAME.so, libNAME.a or a file of that very name in a folder, with the platform's folder first.
 */
static const char *binary_in(Build *b, const char *folder, const char *library)
{
    static const char *const form[] = {"%s/linux64/lib%s.so", "%s/linux64/lib%s.a", "%s/linux64/%s",
                                       "%s/lib%s.so",         "%s/lib%s.a",         "%s/%s"};
    bool is_file = strchr(library, '.');
    for (size_t k = 0; k < sizeof form / sizeof *form; k++) {
        if (k % 3 == 2 && !is_file)
            continue;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        const char *path = arena_printf(b->a, form[k], folder, library);
#pragma GCC diagnostic pop
        if (exists(path) && !is_folder(path))
            return path;
    }
    return NULL;
}

static const char *find_binary(Build *b, const FuncExternal *x, const char *library)
{
    const char *path = NULL;
    for (int i = 0; i < x->library_dir.n && !path; i++)
        path = binary_in(b, name(b, x->library_dir.v[i]), library);
    return path ? path : binary_in(b, name(b, x->beside), library);
}

static const char *find_source(Build *b, const FuncExternal *x, const char *library)
{
    const FuncNames *dirs[] = {&x->source_dir, &x->include_dir};
    for (int k = 0; k < 4; k++) /* then the folders C-Sources beside them */
        for (int i = 0; i < dirs[k % 2]->n; i++) {
            const char *folder = name(b, dirs[k % 2]->v[i]);
            if (k >= 2)
                folder = path_join(b->a, path_join(b->a, folder, ".."), "C-Sources");
            const char *path = path_join(b->a, folder, arena_printf(b->a, "%s.c", library));
            if (exists(path)) {
                add_include(b, folder, false);
                return path;
            }
        }
    return NULL;
}

static void add_binary(Build *b, const char *path)
{
    struct stat st;
    add_word(b, &b->link, path);
    size_t n = strlen(path);
    if (n > 3 && !strcmp(path + n - 3, ".so")) { /* found again where it is */
        const char *slash = strrchr(path, '/');
        add_word(b, &b->link, arena_printf(b->a, "-Wl,-rpath,%.*s", (int)(slash - path), path));
    }
    if (!stat(path, &st))
        buf_printf(&b->key, "%lld %lld\n", (long long)st.st_size, (long long)st.st_mtime);
}

/* Those of the Modelica Standard Library: what they hold is our own (rt/natives.def), and what else
 * is missing is told by its name. */
static bool is_standard(const char *library)
{
    static const char *const all[] = {"ModelicaExternalC", "ModelicaStandardTables", "ModelicaIO",
                                      "ModelicaMatIO"};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (!strcmp(library, all[k]))
            return true;
    return false;
}

static void add_library(Build *b, const FuncExternal *x, const char *library)
{
    const char *binary = find_binary(b, x, library);
    const char *source = binary ? NULL : find_source(b, x, library);
    if (binary)
        add_binary(b, binary);
    else if (source)
        add_word(b, &b->source, source);
    else if (!is_standard(library))
        add_word(b, &b->link, arena_printf(b->a, "-l%s", library));
}

/* ---- The text ---- */

/* TYPE a1,TYPE a2 */
static void put_parameters(Build *b, const char *types)
{
    for (int k = 1; types[k]; k++)
        putf(&b->text, k > 1 ? ",%s a%d" : "%s a%d", external_type(types[k]), k);
}

/* a1,a2); */
static void put_values(Build *b, const char *types)
{
    for (int k = 1; types[k]; k++)
        putf(&b->text, k > 1 ? ",a%d" : "a%d", k);
    put(&b->text, ");");
}

/* void kx_3(TYPE a1, ..., void *r) { what f(a1, ...) gives is copied to r } */
static void put_record_wrapper(Build *b, int i)
{
    const DaeExternal *x = &b->d->external.v[i];
    if (!x->func->external->include.n) {
        putf(&b->text, "struct kr_%d{", i);
        put_fields(expr_types(b->d->store), &b->text, x->func->external->result.type);
        putf(&b->text, "};struct kr_%d %s(", i, x->name);
        put_parameters(b, x->types);
        put(&b->text, x->types[1] ? ");\n" : "void);\n");
    }
    putf(&b->text, b->fmu ? "void kx_%d(" : "static void kx_%d(", i);
    put_parameters(b, x->types);
    putf(&b->text, "%svoid*r){__auto_type v=%s(", x->types[1] ? "," : "", x->name);
    put_values(b, x->types);
    put(&b->text, "__builtin_memcpy(r,&v,sizeof v);}\n");
}

/* TYPE kx_3(TYPE a1, ...) { return f(a1, ...); } */
static void put_wrapper(Build *b, int i)
{
    const DaeExternal *x = &b->d->external.v[i];
    const FuncExternal *ext = x->func->external;
    bool fortran = ext->language == N_fortran;
    if (x->types[0] == 'R') {
        put_record_wrapper(b, i);
        return;
    }
    if ((fortran || !ext->include.n) && !map_get(&b->defined, ext->c_name, 0)) {
        put_prototype(&b->text, x->types, x->name);
        put(&b->text, ";\n");
    }
    if (fortran)
        return;
    putf(&b->text, b->fmu ? "%s kx_%d(" : "static %s kx_%d(", external_type(x->types[0]), i);
    put_parameters(b, x->types);
    putf(&b->text, x->types[1] ? "){%s%s(" : "void){%s%s(", x->types[0] == 'v' ? "" : "return ",
         x->name);
    put_values(b, x->types);
    put(&b->text, "}\n");
}

static void put_text(Build *b)
{
    put(&b->text, "#include <stddef.h>\n");
    Words texts = {0};
    for (int i = 0; i < b->d->external.n; i++) {
        const DaeExternal *x = &b->d->external.v[i];
        const FuncNames *list = &x->func->external->include;
        for (int k = 0; is_wanted(b, x) && k < list->n; k++)
            add_word(b, &texts, name(b, list->v[k]));
    }
    include_text(b->a, b->d->ctx->names, &b->include, &texts, &b->defined, &b->text);
    for (int i = 0; i < b->d->external.n; i++)
        if (is_wanted(b, &b->d->external.v[i]))
            put_wrapper(b, i);
    if (b->fmu)
        return;
    put(&b->text, "void(*const kx_table[])(void)={\n");
    for (int i = 0; i < b->d->external.n; i++) {
        const DaeExternal *x = &b->d->external.v[i];
        if (x->address)
            put(&b->text, "0,\n");
        else if (x->func->external->language == N_fortran)
            putf(&b->text, "(void(*)(void))%s,\n", x->name);
        else
            putf(&b->text, "(void(*)(void))kx_%d,\n", i);
    }
    put(&b->text, "0};\n");
}

/* ---- What we give to the library ---- */

static const char header[] =
    "#ifndef MODELICA_UTILITIES_H\n#define MODELICA_UTILITIES_H\n"
    "#include <stddef.h>\n#include <stdarg.h>\n"
    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n"
    "void ModelicaMessage(const char *string);\n"
    "void ModelicaFormatMessage(const char *format, ...);\n"
    "void ModelicaVFormatMessage(const char *format, va_list args);\n"
    "void ModelicaWarning(const char *string);\n"
    "void ModelicaFormatWarning(const char *format, ...);\n"
    "void ModelicaVFormatWarning(const char *format, va_list args);\n"
    "void ModelicaError(const char *string) __attribute__((noreturn));\n"
    "void ModelicaFormatError(const char *format, ...) __attribute__((noreturn));\n"
    "void ModelicaVFormatError(const char *format, va_list args) __attribute__((noreturn));\n"
    "char *ModelicaAllocateString(size_t length);\n"
    "char *ModelicaAllocateStringWithErrorReturn(size_t length);\n"
    "char *ModelicaDuplicateString(const char *string);\n"
    "char *ModelicaDuplicateStringWithErrorReturn(const char *string);\n"
    "int ModelicaStrings_skipWhiteSpace(const char *string, int i);\n" /* the Standard Library's C
                                                                        */
    "#ifdef __cplusplus\n}\n#endif\n#endif\n";

#define SUPPORT(functions)                                                                         \
    "#include \"ModelicaUtilities.h\"\n#include <stdlib.h>\n#include <string.h>\n"                 \
    "typedef struct { void (*message)(const char *, va_list); void (*warning)(const char *, "      \
    "va_list);\n"                                                                                  \
    "  void (*error)(const char *, va_list); char *(*string)(size_t); } Utilities;\n" functions    \
    "#define SAY(name, kind, end) \\\n"                                                            \
    "  void ModelicaVFormat##name(const char *f, va_list a) { u->kind(f, a); end; } \\\n"          \
    "  void ModelicaFormat##name(const char *f, ...) { va_list a; va_start(a, f); \\\n"            \
    "    ModelicaVFormat##name(f, a); } \\\n"                                                      \
    "  void Modelica##name(const char *s) { ModelicaFormat##name(\"%s\", s); }\n"                  \
    "SAY(Message, message, ) SAY(Warning, warning, ) SAY(Error, error, abort())\n"                 \
    "char *ModelicaAllocateString(size_t n) { return u->string(n); }\n"                            \
    "char *ModelicaAllocateStringWithErrorReturn(size_t n) { return u->string(n); }\n"             \
    "char *ModelicaDuplicateString(const char *s) { return strcpy(u->string(strlen(s)), s); }\n"   \
    "char *ModelicaDuplicateStringWithErrorReturn(const char *s)\n"                                \
    "  { return ModelicaDuplicateString(s); }\n"                                                   \
    "__attribute__((weak)) int ModelicaStrings_skipWhiteSpace(const char *s, int i)\n"             \
    "  { return i + (int)strspn(s + i - 1, \" \\t\\n\\v\\f\\r\"); }\n"

static const char support[] = SUPPORT("static const Utilities *u;\n"
                                      "void kx_utilities(const Utilities *given) { u = given; }\n");
static const char support_fmu[] = SUPPORT("extern const Utilities k_utilities;\n"
                                          "static const Utilities *const u = &k_utilities;\n");

/* Writes a file if it is not there as it should be. */
static bool keep_file(const char *path, const char *text)
{
    char found[sizeof support + sizeof header];
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(found, 1, sizeof found, f) : 0;
    if (f)
        fclose(f);
    if (n == strlen(text) && !memcmp(found, text, n))
        return true;
    f = fopen(path, "w");
    bool good = f && fputs(text, f) >= 0;
    return f && !fclose(f) && good;
}

/* The folder of both files, which the cache holds; NULL: it cannot be made. */
static const char *own_files(Build *b)
{
    const char *base = b->with->cache ? b->with->cache : "/tmp";
    const char *folder = b->with->cache ? native_folder(b->a, path_join(b->a, base, "external"))
                                        : native_temporary(b->a, b->with->temporary);
    if (!folder || !keep_file(path_join(b->a, folder, "ModelicaUtilities.h"), header) ||
        !keep_file(path_join(b->a, folder, "support.c"), support))
        return NULL;
    return folder;
}

/* ---- The whole ---- */

static void collect(Build *b)
{
    for (int i = 0; i < b->d->external.n; i++) {
        const DaeExternal *x = &b->d->external.v[i];
        const FuncExternal *ext = x->func->external;
        if (!is_wanted(b, x))
            continue;
        for (int k = 0; k < ext->include_dir.n; k++)
            add_include(b, name(b, ext->include_dir.v[k]), false);
        add_include(b, name(b, ext->beside), true);
        for (int k = 0; k < ext->library.n; k++)
            add_library(b, ext, name(b, ext->library.v[k]));
    }
}

/* With what sources of libraries forget to include. As these headers come first, a source that asks
 * for the C library's extensions by `#define _GNU_SOURCE` would come too late: they are all there.
 */
const char *const library_flags[] = {"-Werror=implicit-function-declaration",
                                     "-D_GNU_SOURCE",
                                     "-include",
                                     "stdlib.h",
                                     "-include",
                                     "string.h",
                                     "-include",
                                     "stdio.h",
                                     "-include",
                                     "limits.h",
                                     "-include",
                                     "math.h",
                                     "-include",
                                     "time.h",
                                     "-include",
                                     "ModelicaUtilities.h",
                                     NULL};

static const char **options(Build *b, const char *own)
{
    Words w = {0};
    static const char *const flag[] = {"-O2", "-fPIC", "-shared", "-pipe", "-Wl,--no-undefined"};
    for (size_t i = 0; i < sizeof flag / sizeof *flag; i++)
        vec_push(b->a, &w, flag[i]);
    for (int i = 0; library_flags[i]; i++)
        vec_push(b->a, &w, library_flags[i]);
    for (int i = 0; i < b->include.n; i++)
        vec_push(b->a, &w, arena_printf(b->a, "-I%s", b->include.v[i]));
    vec_push(b->a, &w, arena_printf(b->a, "-I%s", own));
    vec_push(b->a, &w, "-x");
    vec_push(b->a, &w, "c");
    vec_push(b->a, &w, "-");
    vec_push(b->a, &w, path_join(b->a, own, "support.c"));
    for (int i = 0; i < b->source.n; i++)
        vec_push(b->a, &w, b->source.v[i]);
    vec_push(b->a, &w, "-x");
    vec_push(b->a, &w, "none");
    for (int i = 0; i < b->link.n; i++)
        vec_push(b->a, &w, b->link.v[i]);
    vec_push(b->a, &w, "-lm");
    vec_push(b->a, &w, NULL);
    return w.v;
}

static const char *take_addresses(Build *b, void *handle)
{
    void *table = library_symbol(handle, "kx_table"),
         *bind = library_symbol(handle, "kx_utilities");
    void (*give)(const KUtilities *);
    if (!table || !bind)
        return "the library is not whole";
    memcpy(&give, &bind, sizeof give);
    give(&k_utilities);
    b->d->usertab = library_symbol(handle, "usertab");
    for (int i = 0; i < b->d->external.n; i++)
        if (!b->d->external.v[i].address)
            memcpy(&b->d->external.v[i].address, (char *)table + (size_t)i * sizeof(void (*)(void)),
                   sizeof(void (*)(void)));
    return NULL;
}

void library_parts(Dae *d, Arena *a, ExternalParts *out)
{
    Build b = {.d = d, .a = a, .fmu = true};
    bool any = false;
    *out = (ExternalParts){.header = header, .support = support_fmu};
    for (int i = 0; i < d->external.n; i++)
        any = any || is_wanted(&b, &d->external.v[i]);
    if (!any)
        return;
    collect(&b);
    put_text(&b);
    out->text = arena_strdup(a, buf_text(&b.text));
    out->include = b.include;
    out->source = b.source;
    out->link = b.link;
    buf_free(&b.text);
    buf_free(&b.key);
}

/* "; it is looked for in ...": where a header is not that is included. */
static const char *header_words(Build *b, const char *why)
{
    if (!strstr(why, ".h: No such file"))
        return "";
    Buf text = {0};
    for (int i = 0; i < b->include.n; i++)
        buf_printf(&text, "%s`%s`", i ? ", " : "; it is looked for in ", b->include.v[i]);
    for (int i = 0; i < b->d->external.n; i++) {
        const FuncNames *dir = &b->d->external.v[i].func->external->include_dir;
        for (int k = 0; k < dir->n; k++)
            if (!exists(name(b, dir->v[k])) && !strstr(buf_text(&text), name(b, dir->v[k])))
                buf_printf(&text, "; there is no folder `%s`", name(b, dir->v[k]));
    }
    buf_puts(&text,
             "; another folder is given by the annotation IncludeDirectory = \"file:///...\"");
    const char *words = arena_strdup(b->a, buf_text(&text));
    buf_free(&text);
    return words;
}

const char *library_load_externals(Dae *d, const Compiler *with, bool *compiled)
{
    Build b = {.d = d, .a = arena_new(), .with = with};
    const char *why = NULL, *own = own_files(&b);
    *compiled = false;
    if (own) {
        collect(&b);
        put_text(&b);
        void *handle = native_library(with, b.a, buf_text(&b.text), options(&b, own),
                                      buf_text(&b.key), compiled, &why);
        if (handle)
            why = take_addresses(&b, handle);
    } else {
        why = "the folder of the cache cannot be used";
    }
    why = why ? arena_printf(d->ctx->arena, "%s%s", why, header_words(&b, why)) : NULL;
    if (own && !with->cache) {
        unlink(path_join(b.a, own, "ModelicaUtilities.h"));
        unlink(path_join(b.a, own, "support.c"));
        rmdir(own);
    }
    buf_free(&b.text);
    buf_free(&b.key);
    arena_free(b.a);
    return why;
}
