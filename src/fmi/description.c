/* description.c - modelDescription.xml of FMI 2.0 and 3.0, by expat. Document types are refused,
 * depth and sizes bounded, references checked. */
#include "fmi/fmi.h"

#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 50, MOST_VARIABLES = 5000000 };
static const size_t most_elements = 20000000;

typedef struct Reader {
    FmuFile *f;
    XML_Parser parser;
    int depth;
    const char *wrong;
    char *path[DEEPEST]; /* names of the elements around */
    FmuVariable *last;   /* the variable being read; NULL */
    int nsettings;
    const FmuSetting *setting;
} Reader;

static void fail(Reader *r, const char *why)
{
    if (!r->wrong)
        r->wrong = why;
    XML_StopParser(r->parser, XML_FALSE);
}

/* ---- Attributes ---- */

static const char *attribute(const char **list, const char *name)
{
    for (; *list; list += 2)
        if (!strcmp(list[0], name))
            return list[1];
    return NULL;
}

static const char *kept(Reader *r, const char **list, const char *name)
{
    const char *text = attribute(list, name);
    return arena_strdup(r->f->a, text ? text : "");
}

static double number(const char **list, const char *name)
{
    const char *text = attribute(list, name);
    char *end;
    double x = text ? strtod(text, &end) : NAN;
    return text && end != text ? x : NAN;
}

static bool truth(const char **list, const char *name)
{
    const char *text = attribute(list, name);
    return text && (!strcmp(text, "true") || !strcmp(text, "1"));
}

static bool reference(Reader *r, const char **list, const char *name, unsigned *out)
{
    const char *text = attribute(list, name);
    char *end;
    unsigned long long x = text ? strtoull(text, &end, 10) : 0;
    if (!text)
        return false;
    if (end == text || *end || x > 0xFFFFFFFFu || *text == '-') {
        fail(r, "a value reference is wrong");
        return false;
    }
    *out = (unsigned)x;
    return true;
}

/* ---- Variables ---- */

static FmuCause cause_of(const char *text)
{
    static const char *const name[] = {"local",  "parameter",   "calculatedParameter", "input",
                                       "output", "independent", "structuralParameter"};
    for (int i = 0; text && i < 7; i++)
        if (!strcmp(text, name[i]))
            return (FmuCause)i;
    return FC_LOCAL;
}

static FmuVary vary_of(const char *text, FmuVary otherwise)
{
    static const char *const name[] = {"continuous", "discrete", "tunable", "fixed", "constant"};
    for (int i = 0; text && i < 5; i++)
        if (!strcmp(text, name[i]))
            return (FmuVary)i;
    return otherwise;
}

static FmuVariable *add_variable(Reader *r, const char **list)
{
    FmuFile *f = r->f;
    const char *initial = attribute(list, "initial"), *name = attribute(list, "name");
    if (f->var.n >= MOST_VARIABLES || !name || !*name) {
        fail(r,
             f->var.n >= MOST_VARIABLES ? "it has too many variables" : "a variable has no name");
        return NULL;
    }
    FmuVariable v = {.name = kept(r, list, "name"),
                     .description = kept(r, list, "description"),
                     .unit = "",
                     .display = "",
                     .quantity = "",
                     .min = "",
                     .max = "",
                     .cause = cause_of(attribute(list, "causality")),
                     .alias_of = -1,
                     .n = 1};
    v.vary = vary_of(attribute(list, "variability"), FV_CONTINUOUS);
    v.exact = !initial || strcmp(initial, "calculated");
    if (!reference(r, list, "valueReference", &v.reference)) {
        fail(r, "a variable has no value reference");
        return NULL;
    }
    vec_push(f->a, &f->var, v);
    if (!map_get(&f->by_reference, v.reference, 0))
        map_set(&f->by_reference, f->a, v.reference, (uint32_t)f->var.n);
    return &vec_last(&f->var);
}

static void add_clock(FmuVariable *v, const char **list)
{
    const char *kind = attribute(list, "intervalVariability");
    double resolution = number(list, "resolution"), priority = number(list, "priority");
    v->clock = !kind || !strcmp(kind, "triggered") ? FK_TRIGGERED
               : !strcmp(kind, "countdown")        ? FK_COUNTDOWN
                                                   : FK_PERIODIC;
    v->interval = number(list, "intervalDecimal");
    v->shift = number(list, "shiftDecimal");
    if (isnan(v->interval) && resolution > 0) {
        v->interval = number(list, "intervalCounter") / resolution;
        v->shift = number(list, "shiftCounter") / resolution;
    }
    v->shift = isnan(v->shift) ? 0 : v->shift;
    v->priority = fabs(priority) < 1e9 ? (int)priority : 0;
}

/* What the element of the type says. */
static void add_type(Reader *r, FmuVariable *v, FmuType type, const char **list)
{
    v->type = type;
    v->unit = kept(r, list, "unit");
    v->display = kept(r, list, "displayUnit");
    v->quantity = kept(r, list, "quantity");
    v->min = kept(r, list, "min");
    v->max = kept(r, list, "max");
    v->declared = attribute(list, "declaredType") ? kept(r, list, "declaredType") : NULL;
    if (attribute(list, "start"))
        v->start = kept(r, list, "start");
    if (type == FT_CLOCK)
        add_clock(v, list);
    if (type > FT_FLOAT32 && v->vary == FV_CONTINUOUS && v->cause != FC_PARAMETER)
        v->vary = FV_DISCRETE;
    const char *derivative = attribute(list, "derivative");
    if (derivative && r->f->version == 2)
        v->derivative = atoi(derivative);
    else if (derivative)
        v->has_derivative_of = reference(r, list, "derivative", &v->derivative_of);
}

static int type_named(const char *element, int version)
{
    static const char *const two[] = {"Real", "Integer", "Boolean", "Enumeration", "String"};
    static const FmuType of[] = {FT_FLOAT64, FT_INT32, FT_BOOLEAN, FT_ENUM, FT_STRING};
    static const char *const three[] = {"Float64", "Float32",     "Int8",   "UInt8",  "Int16",
                                        "UInt16",  "Int32",       "UInt32", "Int64",  "UInt64",
                                        "Boolean", "Enumeration", "String", "Binary", "Clock"};
    for (int i = 0; version == 2 && i < 5; i++)
        if (!strcmp(element, two[i]))
            return of[i];
    for (int i = 0; version == 3 && i < 15; i++)
        if (!strcmp(element, three[i]))
            return i;
    return -1;
}

bool fmu_is_configurable(const FmuVariable *v)
{
    return v->cause == FC_STRUCTURAL && !v->ndims && v->type < FT_STRING;
}

static const char wrong_size[] = "the size of an array is wrong, or too large";

/* A dimension of its own, or by the reference of a structural parameter, whose value is found at
 * the end. */
static void add_dimension(Reader *r, const char **list)
{
    FmuVariable *v = r->last;
    double n = number(list, "start");
    if (!v || v->ndims == 8) {
        fail(r, "an array has too many dimensions");
        return;
    }
    if (isnan(n) && reference(r, list, "valueReference", &v->sized_by[v->ndims]))
        v->by_reference |= (unsigned char)(1 << v->ndims);
    else if (!(n >= 1 && n <= (double)most_elements && n == floor(n)))
        fail(r, wrong_size);
    else
        v->dim[v->ndims] = (size_t)n;
    v->ndims++;
}

/* NULL, or what is wrong with the sizes. */
static const char *find_sizes(FmuFile *f, FmuVariable *v)
{
    for (int i = 0; i < v->ndims; i++) {
        if (v->by_reference >> i & 1) {
            uint32_t at = map_get(&f->by_reference, v->sized_by[i], 0);
            double n = at && f->var.v[at - 1].start ? strtod(f->var.v[at - 1].start, NULL) : 0;
            if (!(n >= 1 && n <= (double)most_elements && n == floor(n)))
                return wrong_size;
            v->dim[i] = (size_t)n;
        }
        if (v->n > most_elements / v->dim[i])
            return wrong_size;
        v->n *= v->dim[i];
    }
    return NULL;
}

static bool is_value(const FmuVariable *v, const char *text)
{
    char *end;
    strtod(text, &end);
    return v->type == FT_BOOLEAN ? !strcmp(text, "true") || !strcmp(text, "false")
                                 : end != text && !*end;
}

/* The caller's value of a structural parameter; NULL, or what is wrong with it. */
static const char *configure(const Reader *r, int place)
{
    FmuVariable *v = &r->f->var.v[place];
    for (int i = 0; i < r->nsettings && fmu_is_configurable(v); i++) {
        const char *value = r->setting[i].value;
        if (strcmp(r->setting[i].name, v->name) != 0)
            continue;
        if (!is_value(v, value))
            return arena_printf(r->f->a, "its structural parameter `%s` cannot be `%s`", v->name,
                                value);
        if (!r->f->configured.n || vec_last(&r->f->configured) != place)
            vec_push(r->f->a, &r->f->configured, place);
        v->start = arena_strdup(r->f->a, value);
    }
    return NULL;
}

static void add_alias(Reader *r, const char **list)
{
    int of = (int)(r->last - r->f->var.v);
    FmuVariable v = r->f->var.v[of];
    if (!attribute(list, "name"))
        return;
    v.name = kept(r, list, "name");
    v.description = kept(r, list, "description");
    v.alias_of = of;
    v.start = NULL;
    vec_push(r->f->a, &r->f->var, v);
    r->last = &r->f->var.v[of];
}

static void in_variable(Reader *r, const char *name, const char **list)
{
    if (!strcmp(name, "Dimension"))
        add_dimension(r, list);
    else if (!strcmp(name, "Alias"))
        add_alias(r, list);
    else if (!strcmp(name, "Start") && attribute(list, "value")) {
        vec_push(r->f->a, &r->last->word, kept(r, list, "value"));
        r->last->start = r->last->word.v[0];
    } else if (r->f->version == 2 && type_named(name, 2) >= 0)
        add_type(r, r->last, (FmuType)type_named(name, 2), list);
}

static void begin_variable(Reader *r, const char *name, const char **list)
{
    int type = r->f->version == 3 ? type_named(name, 3) : -1;
    r->last = NULL;
    if (r->f->version == 2 ? strcmp(name, "ScalarVariable") != 0 : type < 0)
        return;
    r->last = add_variable(r, list);
    if (r->last && type >= 0)
        add_type(r, r->last, (FmuType)type, list);
}

/* ---- The rest ---- */

static void begin_root(Reader *r, const char *name, const char **list)
{
    FmuFile *f = r->f;
    const char *version = attribute(list, "fmiVersion");
    if (strcmp(name, "fmiModelDescription") || !version) {
        fail(r, "it is no description of an FMU");
        return;
    }
    f->version = !strncmp(version, "2.", 2) ? 2 : !strncmp(version, "3.", 2) ? 3 : 0;
    if (!f->version) {
        fail(r,
             arena_printf(f->a, "it is of version %.20s of FMI; kron reads 2.0 and 3.0", version));
        return;
    }
    f->name = kept(r, list, "modelName");
    f->tool = kept(r, list, "generationTool");
    f->description = kept(r, list, "description");
    f->token = kept(r, list, f->version == 2 ? "guid" : "instantiationToken");
    double n = number(list, "numberOfEventIndicators");
    if (n >= 0 && n <= MOST_VARIABLES)
        f->nindicators = (int)n;
}

/* A model identifier is a file's name. */
static const char *identifier(Reader *r, const char **list)
{
    const char *id = kept(r, list, "modelIdentifier");
    if (!*id || strpbrk(id, "/\\.") || strlen(id) > 200) {
        fail(r, "a model identifier is wrong");
        return NULL;
    }
    return id;
}

static void begin_section(Reader *r, const char *name, const char **list)
{
    FmuFile *f = r->f;
    bool three = f->version == 3;
    if (!strcmp(name, "ModelExchange")) {
        f->me = identifier(r, list);
        f->me_directional =
            truth(list, three ? "providesDirectionalDerivatives" : "providesDirectionalDerivative");
        f->needs_completed = three ? truth(list, "needsCompletedIntegratorStep")
                                   : !truth(list, "completedIntegratorStepNotNeeded");
    } else if (!strcmp(name, "CoSimulation")) {
        f->cs = identifier(r, list);
        f->cs_variable_steps = truth(list, "canHandleVariableCommunicationStepSize");
        f->cs_event_mode = three && truth(list, "hasEventMode");
    } else if (!strcmp(name, "ScheduledExecution")) {
        f->se = identifier(r, list);
    } else if (!strcmp(name, "DefaultExperiment")) {
        f->start = number(list, "startTime");
        f->stop = number(list, "stopTime");
        f->tolerance = number(list, "tolerance");
        f->step = number(list, "stepSize");
    }
}

static void in_structure(Reader *r, const char *name, const char **list)
{
    FmuFile *f = r->f;
    unsigned by;
    const char *around = r->path[r->depth - 1];
    if (f->version == 2 && !strcmp(name, "Unknown") && !strcmp(around, "Derivatives")) {
        double at = number(list, "index");
        if (!(at >= 1 && at <= f->var.n && at == floor(at)))
            fail(r, "an index in its structure is wrong");
        else
            vec_push(f->a, &f->derivative, (int)at - 1);
    } else if (f->version == 3 && reference(r, list, "valueReference", &by)) {
        if (!strcmp(name, "EventIndicator"))
            vec_push(f->a, &f->indicator, by);
        uint32_t at = map_get(&f->by_reference, by, 0);
        if (at && !strcmp(name, "ContinuousStateDerivative"))
            vec_push(f->a, &f->derivative, (int)at - 1);
    }
}

/* ---- Types ---- */

/* <SimpleType name=""><Real unit=""/> or <Float64Type name="" unit="">; <Item name="" value=""> */
static void in_types(Reader *r, const char *name, const char **list)
{
    FmuFile *f = r->f;
    if (attribute(list, "name") && r->depth == 2)
        vec_push(f->a, &f->type,
                 ((FmuNamedType){.name = kept(r, list, "name"),
                                 .unit = "",
                                 .display = "",
                                 .quantity = "",
                                 .min = "",
                                 .max = "",
                                 .counted = true}));
    if (!f->type.n)
        return;
    FmuNamedType *t = &vec_last(&f->type);
    if (!strcmp(name, "Item")) {
        vec_push(f->a, &t->item, kept(r, list, "name"));
        vec_push(f->a, &t->item_text, kept(r, list, "description"));
        t->counted = t->counted && number(list, "value") == t->item.n;
    } else if (r->depth == (f->version == 2 ? 3 : 2)) {
        t->unit = kept(r, list, "unit");
        t->display = kept(r, list, "displayUnit");
        t->quantity = kept(r, list, "quantity");
        t->min = kept(r, list, "min");
        t->max = kept(r, list, "max");
    }
}

/* What variables have from their types. */
static void take_types(FmuFile *f)
{
    for (int i = 0; i < f->var.n; i++) {
        FmuVariable *v = &f->var.v[i];
        const FmuNamedType *t = fmu_type(f, v);
        if (!t)
            continue;
        v->unit = *v->unit ? v->unit : t->unit;
        v->display = *v->display ? v->display : t->display;
        v->quantity = *v->quantity ? v->quantity : t->quantity;
        v->min = *v->min ? v->min : t->min;
        v->max = *v->max ? v->max : t->max;
    }
}

const FmuNamedType *fmu_type(const FmuFile *f, const FmuVariable *v)
{
    for (int i = 0; v->declared && i < f->type.n; i++)
        if (!strcmp(f->type.v[i].name, v->declared))
            return &f->type.v[i];
    return NULL;
}

static void begin(void *arg, const char *name, const char **list)
{
    Reader *r = arg;
    if (r->wrong || r->depth >= DEEPEST) {
        fail(r, "it is nested too deeply");
        return;
    }
    const char *section = r->depth > 1 ? r->path[1] : "";
    r->path[r->depth] = arena_strdup(r->f->a, name);
    if (r->depth == 0)
        begin_root(r, name, list);
    else if (r->depth == 1)
        begin_section(r, name, list);
    else if (!strcmp(section, "ModelVariables") && r->depth == 2)
        begin_variable(r, name, list);
    else if (!strcmp(section, "ModelVariables") && r->last && r->depth == 3)
        in_variable(r, name, list);
    else if (!strcmp(section, "TypeDefinitions"))
        in_types(r, name, list);
    else if (!strcmp(section, "ModelStructure"))
        in_structure(r, name, list);
    r->depth++;
}

static void end(void *arg, const char *name)
{
    Reader *r = arg;
    (void)name;
    r->depth--;
}

static void on_doctype(void *arg, const char *name, const char *system, const char *public, int own)
{
    (void)name;
    (void)system;
    (void)public;
    (void)own;
    fail(arg, "it has a document type");
}

/* The state of each derivative. */
static const char *find_states(FmuFile *f)
{
    for (int i = 0; i < f->derivative.n; i++) {
        const FmuVariable *d = &f->var.v[f->derivative.v[i]];
        int state = d->derivative - 1;
        if (f->version == 3 && d->has_derivative_of)
            state = (int)map_get(&f->by_reference, d->derivative_of, 0) - 1;
        if (state < 0 || state >= f->var.n || f->var.v[state].n != d->n)
            return "a derivative in its structure has no state";
        if (d->type != FT_FLOAT64 || f->var.v[state].type != FT_FLOAT64)
            return "a state is no Float64";
        vec_push(f->a, &f->state, state);
    }
    return NULL;
}

static const char *check(FmuFile *f)
{
    size_t total = 0;
    if (!f->version)
        return "it is no description of an FMU";
    if (!f->me && !f->cs && !f->se)
        return "it is for nothing: neither Model Exchange, Co-Simulation nor Scheduled Execution";
    for (int i = 0; i < f->var.n; i++)
        if ((total += f->var.v[i].n) > most_elements)
            return "its variables have too many elements";
    if (f->version == 3)
        f->nindicators = f->indicator.n;
    take_types(f);
    return find_states(f);
}

bool fmu_describe(FmuFile *f, const char *text, size_t n, int nsettings, const FmuSetting *setting,
                  Buf *why)
{
    Reader r = {
        .f = f, .parser = XML_ParserCreate("UTF-8"), .nsettings = nsettings, .setting = setting};
    f->start = f->stop = f->tolerance = f->step = NAN;
    if (!r.parser) {
        buf_puts(why, "out of memory");
        return false;
    }
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, begin, end);
    XML_SetStartDoctypeDeclHandler(r.parser, on_doctype);
    enum XML_Status status = XML_STATUS_OK;
    for (size_t at = 0; at < n && status == XML_STATUS_OK && !r.wrong; at += 1 << 24) {
        size_t part = n - at < 1 << 24 ? n - at : 1 << 24;
        status = XML_Parse(r.parser, text + at, (int)part, at + part == n);
    }
    if (!r.wrong && status != XML_STATUS_OK)
        r.wrong =
            arena_printf(f->a, "line %lu: %s", (unsigned long)XML_GetCurrentLineNumber(r.parser),
                         XML_ErrorString(XML_GetErrorCode(r.parser)));
    XML_ParserFree(r.parser);
    for (int i = 0; i < f->var.n && !r.wrong; i++)
        r.wrong = configure(&r, i);
    for (int i = 0; i < f->var.n && !r.wrong; i++)
        r.wrong = find_sizes(f, &f->var.v[i]);
    if (!r.wrong)
        r.wrong = check(f);
    if (r.wrong)
        buf_printf(why, "`%s`: modelDescription.xml: %s", f->path, r.wrong);
    return !r.wrong;
}

/* ---- Files ---- */

static char *read_whole(Arena *a, const char *path, size_t *n)
{
    enum { MOST = 1 << 30 };
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
    char *text = size >= 0 && size <= MOST && !fseek(file, 0, SEEK_SET)
                     ? arena_alloc(a, (size_t)size + 1)
                     : NULL;
    *n = text ? fread(text, 1, (size_t)size, file) : 0;
    fclose(file);
    return text && *n == (size_t)size ? text : NULL;
}

FmuFile *fmu_open(const char *path, const char *temporary, int nsettings, const FmuSetting *setting,
                  Buf *why)
{
    Arena *a = arena_new();
    FmuFile *f = ARENA_NEW(a, FmuFile);
    f->a = a;
    f->path = arena_strdup(a, path);
    size_t n = 0;
    bool good = fmu_unpack(a, path, temporary, &f->folder, why);
    char *text =
        good ? read_whole(a, arena_printf(a, "%s/modelDescription.xml", f->folder), &n) : NULL;
    if (good && !text)
        buf_printf(why, "`%s` has no modelDescription.xml", path);
    if (text && fmu_describe(f, text, n, nsettings, setting, why))
        return f;
    fmu_close(f);
    return NULL;
}

void fmu_close(FmuFile *f)
{
    if (!f)
        return;
    fmu_remove(f->folder);
    arena_free(f->a);
}
