/* fmu_xml.c - modelDescription.xml of FMI 2.0 and 3.0, and buildDescription.xml. */
#include "emit/fmu_internal.h"

#include <math.h>

/* ---- Attributes ---- */

static void text(Buf *b, const char *name, const char *value)
{
    if (!value || !*value)
        return;
    buf_printf(b, " %s=\"", name);
    buf_xml(b, value);
    buf_putc(b, '"');
}

/* A number of XML's double: INF and NaN are written otherwise than in C. */
static void put_number(Buf *b, double x)
{
    if (isnan(x))
        buf_puts(b, "NaN");
    else if (isinf(x))
        buf_puts(b, x < 0 ? "-INF" : "INF");
    else
        buf_real(b, x);
}

static void number(Buf *b, const char *name, double x)
{
    buf_printf(b, " %s=\"", name);
    put_number(b, x);
    buf_putc(b, '"');
}

static void given(Buf *b, const char *name, double x)
{
    if (isfinite(x))
        number(b, name, x);
}

/* ---- Units and types ---- */

static void put_display(const FmuModel *f, Buf *b, const char *unit, const FmuUnit *u)
{
    Map seen = {0};
    for (int i = 0; i < f->var.n; i++) {
        const FmuVar *v = &f->var.v[i];
        FmuUnit shown;
        if (strcmp(v->unit, unit) || !*v->display || !strcmp(v->display, unit) ||
            !fmu_unit(v->display, &shown) || memcmp(shown.power, u->power, sizeof shown.power))
            continue;
        Name name = name_cstr(f->d->ctx->names, v->display);
        if (map_get(&seen, name, 0))
            continue;
        map_set(&seen, f->a, name, 1);
        buf_puts(b, "      <DisplayUnit");
        text(b, "name", v->display);
        double offset = (u->offset - shown.offset) / shown.factor;
        if (u->factor != shown.factor)
            number(b, "factor", u->factor / shown.factor);
        if (offset != 0)
            number(b, "offset", offset);
        buf_puts(b, "/>\n");
    }
}

static void put_unit(const FmuModel *f, Buf *b, const char *unit)
{
    FmuUnit u;
    buf_puts(b, "    <Unit");
    text(b, "name", unit);
    if (!fmu_unit(unit, &u)) {
        buf_puts(b, "/>\n");
        return;
    }
    buf_puts(b, ">\n      <BaseUnit");
    for (int k = 0; k < 8; k++)
        if (u.power[k])
            buf_printf(b, " %s=\"%d\"", fmu_base_units[k], u.power[k]);
    if (u.factor != 1)
        number(b, "factor", u.factor);
    if (u.offset != 0)
        number(b, "offset", u.offset);
    buf_puts(b, "/>\n");
    put_display(f, b, unit, &u);
    buf_puts(b, "    </Unit>\n");
}

static void put_units(const FmuModel *f, Buf *b)
{
    Map seen = {0};
    Buf list = {0};
    for (int i = 0; i < f->var.n; i++) {
        const char *unit = f->var.v[i].unit;
        Name name = *unit ? name_cstr(f->d->ctx->names, unit) : 0;
        if (!name || f->var.v[i].type != K_REAL || map_get(&seen, name, 0))
            continue;
        map_set(&seen, f->a, name, 1);
        put_unit(f, &list, unit);
    }
    if (list.n)
        buf_printf(b, "  <UnitDefinitions>\n%s  </UnitDefinitions>\n", buf_text(&list));
    buf_free(&list);
}

/* Whether a display unit was defined for the unit. */
static bool can_show(const FmuVar *v)
{
    FmuUnit u, shown;
    return *v->unit && *v->display && strcmp(v->unit, v->display) && fmu_unit(v->unit, &u) &&
           fmu_unit(v->display, &shown) && !memcmp(u.power, shown.power, sizeof u.power);
}

/* The full name of the type of a variable, or where a variable has that name a similar one; NULL: a
 * built-in type. */
static const char *type_name(const FmuModel *f, const FmuVar *v)
{
    Name name = v->type == K_ENUM ? type_enum_info(expr_types(f->d->store), v->enumeration)->name
                : v->declared     ? v->declared->name
                                  : 0;
    while (name && map_get(&f->named, name, 0))
        name = name_cstr(f->d->ctx->names,
                         arena_printf(f->a, "%s type", name_text(f->d->ctx->names, name)));
    return name ? name_text(f->d->ctx->names, name) : NULL;
}

static void put_enumeration(const FmuModel *f, Buf *b, const FmuVar *v)
{
    bool three = f->o->version == 3;
    const EnumInfo *info = type_enum_info(expr_types(f->d->store), v->enumeration);
    buf_puts(b, three ? "    <EnumerationType" : "    <SimpleType");
    text(b, "name", type_name(f, v));
    buf_puts(b, three ? ">\n" : ">\n      <Enumeration>\n");
    for (int i = 0; i < info->n; i++) {
        buf_puts(b, three ? "      <Item" : "        <Item");
        text(b, "name", name_text(f->d->ctx->names, info->literal[i]));
        buf_printf(b, " value=\"%d\"", i + 1);
        text(b, "description",
             info->description && info->description[i]
                 ? name_text(f->d->ctx->names, info->description[i])
                 : "");
        buf_puts(b, "/>\n");
    }
    buf_puts(b, three ? "    </EnumerationType>\n" : "      </Enumeration>\n    </SimpleType>\n");
}

static void put_units_of(Buf *b, const FmuVar *v)
{
    text(b, "quantity", v->quantity);
    text(b, "unit", v->unit);
    if (can_show(v))
        text(b, "displayUnit", v->display);
}

/* What a type says of units is what all its variables have in common. */
typedef VEC(FmuVar) FmuTypes;

static void add_type(const FmuModel *f, FmuTypes *types, Map *at, const FmuVar *v)
{
    const char *type = type_name(f, v);
    Name name = type ? name_cstr(f->d->ctx->names, type) : 0;
    uint32_t known = name ? map_get(at, name, 0) : 0;
    if (!name)
        return;
    if (!known) {
        vec_push(f->a, types, *v);
        map_set(at, f->a, name, (uint32_t)types->n);
        return;
    }
    FmuVar *t = &types->v[known - 1];
    bool same_unit = !strcmp(t->unit, v->unit);
    t->quantity = strcmp(t->quantity, v->quantity) ? "" : t->quantity;
    t->display = same_unit && !strcmp(t->display, v->display) ? t->display : "";
    t->unit = same_unit ? t->unit : "";
}

static void put_types(const FmuModel *f, Buf *b)
{
    bool three = f->o->version == 3;
    Map at = {0};
    FmuTypes types = {0};
    for (int i = 0; i < f->var.n; i++)
        add_type(f, &types, &at, &f->var.v[i]);
    if (types.n)
        buf_puts(b, "  <TypeDefinitions>\n");
    for (int i = 0; i < types.n; i++) {
        const FmuVar *t = &types.v[i];
        if (t->type == K_ENUM) {
            put_enumeration(f, b, t);
            continue;
        }
        buf_puts(b, three ? "    <Float64Type" : "    <SimpleType");
        text(b, "name", type_name(f, t));
        text(b, "description",
             t->declared->description ? name_text(f->d->ctx->names, t->declared->description) : "");
        buf_puts(b, three ? "" : ">\n      <Real");
        put_units_of(b, t);
        buf_puts(b, three ? "/>\n" : "/>\n    </SimpleType>\n");
    }
    if (types.n)
        buf_puts(b, "  </TypeDefinitions>\n");
}

static void put_experiment(const FmuModel *f, Buf *b)
{
    const KModel *m = f->model;
    if (isnan(m->start) && isnan(m->stop) && isnan(m->tolerance) && isnan(m->interval))
        return;
    buf_puts(b, "  <DefaultExperiment");
    given(b, "startTime", m->start);
    given(b, "stopTime", m->stop);
    if (m->tolerance > 0)
        given(b, "tolerance", m->tolerance);
    if (m->interval > 0)
        given(b, "stepSize", m->interval);
    buf_puts(b, "/>\n");
}

static void put_categories(Buf *b)
{
    buf_puts(b, "  <LogCategories>\n"
                "    <Category name=\"logStatusError\" description=\"why a call failed\"/>\n"
                "    <Category name=\"logStatusWarning\" description=\"warnings of the model and "
                "its solution\"/>\n"
                "    <Category name=\"logInformation\" description=\"messages of the model\"/>\n"
                "  </LogCategories>\n");
}

/* ---- Variables ---- */

static const char *const causality_text[] = {"independent", "parameter", "calculatedParameter",
                                             "input",       "output",    "local"};
static const char *const variability_text[] = {"constant", "fixed", "tunable", "discrete",
                                               "continuous"};
static const char *const initial_text[] = {"exact", "approx", "calculated", ""};

/* Integers, Booleans and enumerations have no `continuous`. */
static void put_class(Buf *b, const FmuVar *v, bool reference)
{
    if (reference)
        buf_printf(b, " valueReference=\"%u\"", v->reference);
    text(b, "description", v->description);
    if (v->causality != FMU_LOCAL)
        text(b, "causality", causality_text[v->causality]);
    text(b, "variability", variability_text[v->variability]);
    text(b, "initial", initial_text[v->initial]);
}

static void put_value(Buf *b, const FmuModel *f, const FmuVar *v, double x)
{
    (void)f;
    if (v->type == K_BOOLEAN)
        buf_puts(b, x != 0 ? "true" : "false");
    else if (v->type == K_REAL)
        put_number(b, x);
    else
        buf_printf(b, "%.0f", x);
}

static void put_start(Buf *b, const FmuModel *f, const FmuVar *v)
{
    if (!v->has_start)
        return;
    buf_puts(b, " start=\"");
    if (v->type == K_STRING)
        buf_xml(b, v->text ? v->text : "");
    else if (v->starts)
        for (int i = 0; i < v->n; i++) {
            buf_puts(b, i ? " " : "");
            put_value(b, f, v, v->starts[i]);
        }
    else
        put_value(b, f, v, v->start);
    buf_putc(b, '"');
}

static void put_limits(Buf *b, const FmuVar *v)
{
    if (v->type == K_BOOLEAN || v->type == K_STRING)
        return;
    bool real = v->type == K_REAL;
    if (isfinite(v->min) && (real || fabs(v->min) < 2e9))
        given(b, "min", v->min);
    if (isfinite(v->max) && (real || fabs(v->max) < 2e9))
        given(b, "max", v->max);
    if (real && v->nominal > 0)
        number(b, "nominal", v->nominal);
}

static void put_variable2(const FmuModel *f, Buf *b, const FmuVar *v)
{
    static const char *const element[] = {"Real", "Integer", "Boolean", "Enumeration", "String"};
    buf_puts(b, "    <ScalarVariable");
    text(b, "name", v->name);
    put_class(b, v, true);
    buf_printf(b, ">\n      <%s", element[v->type]);
    text(b, "declaredType", type_name(f, v));
    if (v->type == K_REAL)
        put_units_of(b, v);
    put_limits(b, v);
    put_start(b, f, v);
    if (v->derivative_of >= 0)
        buf_printf(b, " derivative=\"%d\"", v->derivative_of + 1);
    if (v->reinit && f->o->me)
        buf_puts(b, " reinit=\"true\"");
    buf_puts(b, "/>\n    </ScalarVariable>\n");
}

static void put_variable3(const FmuModel *f, Buf *b, const FmuVar *v, const Buf *aliases)
{
    static const char *const element[] = {"Float64", "Int32", "Boolean", "Enumeration", "String"};
    buf_printf(b, "    <%s", element[v->type]);
    text(b, "name", v->name);
    put_class(b, v, true);
    text(b, "declaredType", type_name(f, v));
    if (v->type == K_REAL)
        put_units_of(b, v);
    put_limits(b, v);
    if (v->type != K_STRING)
        put_start(b, f, v);
    if (v->derivative_of >= 0)
        buf_printf(b, " derivative=\"%u\"", f->var.v[v->derivative_of].reference);
    if (v->reinit && f->o->me)
        buf_puts(b, " reinit=\"true\"");
    if (!v->ndims && !(v->type == K_STRING && v->has_start) && !aliases->n) {
        buf_puts(b, "/>\n");
        return;
    }
    buf_puts(b, ">\n");
    for (int i = 0; i < v->ndims; i++)
        buf_printf(b, "      <Dimension start=\"%d\"/>\n", v->dim[i]);
    if (v->type == K_STRING && v->has_start) {
        buf_puts(b, "      <Start value=\"");
        buf_xml(b, v->text ? v->text : "");
        buf_puts(b, "\"/>\n");
    }
    buf_puts(b, buf_text(aliases));
    buf_printf(b, "    </%s>\n", element[v->type]);
}

static void put_alias(Buf *b, const FmuVar *v, const FmuVar *of)
{
    buf_puts(b, "      <Alias");
    text(b, "name", v->name);
    text(b, "description", v->description);
    if (v->type == K_REAL && !strcmp(v->unit, of->unit) && can_show(v))
        text(b, "displayUnit", v->display);
    buf_puts(b, "/>\n");
}

/* FMI 3: names of the same value are aliases of one variable. */
static void put_variables3(const FmuModel *f, Buf *b)
{
    int *next = ARENA_ARRAY(f->a, int, f->var.n + 1), *last = ARENA_ARRAY(f->a, int, f->var.n + 1);
    for (int i = 0; i < f->var.n; i++) {
        last[i] = i;
        next[i] = -1;
    }
    for (int i = 0; i < f->var.n; i++)
        if (f->same[i] != i) {
            next[last[f->same[i]]] = i;
            last[f->same[i]] = i;
        }
    for (int i = 0; i < f->var.n; i++) {
        Buf aliases = {0};
        if (f->same[i] != i)
            continue;
        for (int k = next[i]; k >= 0; k = next[k])
            put_alias(&aliases, &f->var.v[k], &f->var.v[i]);
        put_variable3(f, b, &f->var.v[i], &aliases);
        buf_free(&aliases);
    }
}

static void put_variables(const FmuModel *f, Buf *b)
{
    buf_puts(b, "  <ModelVariables>\n");
    if (f->o->version == 3)
        put_variables3(f, b);
    else
        for (int i = 0; i < f->var.n; i++)
            put_variable2(f, b, &f->var.v[i]);
    buf_puts(b, "  </ModelVariables>\n");
}

/* ---- Structure ---- */

static void put_unknown(const FmuModel *f, Buf *b, const char *element, const FmuUnknown *u)
{
    bool three = f->o->version == 3;
    if (three)
        buf_printf(b, "    <%s valueReference=\"%u\"", element, f->var.v[u->var].reference);
    else
        buf_printf(b, "      <Unknown index=\"%d\"", u->var + 1);
    if (!u->all) {
        buf_puts(b, " dependencies=\"");
        for (int i = 0; i < u->n; i++)
            buf_printf(b, i ? " %u" : "%u",
                       three ? f->var.v[u->on[i]].reference : (unsigned)u->on[i] + 1);
        buf_putc(b, '"');
    }
    buf_puts(b, "/>\n");
}

static void put_list2(const FmuModel *f, Buf *b, const char *name, int n, const FmuUnknown *list)
{
    if (!n)
        return;
    buf_printf(b, "    <%s>\n", name);
    for (int i = 0; i < n; i++)
        put_unknown(f, b, "", &list[i]);
    buf_printf(b, "    </%s>\n", name);
}

/* Each reference once. */
static void put_list3(const FmuModel *f, Buf *b, const char *name, int n, const FmuUnknown *list)
{
    Map seen = {0};
    for (int i = 0; i < n; i++) {
        uint32_t reference = f->var.v[list[i].var].reference;
        if (map_get(&seen, reference, 0))
            continue;
        map_set(&seen, f->a, reference, 1);
        put_unknown(f, b, name, &list[i]);
    }
}

static void put_structure(const FmuModel *f, Buf *b)
{
    buf_puts(b, "  <ModelStructure>\n");
    if (f->o->version == 2) {
        put_list2(f, b, "Outputs", f->output.n, f->output.v);
        put_list2(f, b, "Derivatives", f->derivative.n, f->derivative.v);
        put_list2(f, b, "InitialUnknowns", f->initial.n, f->initial.v);
    } else {
        put_list3(f, b, "Output", f->output.n, f->output.v);
        put_list3(f, b, "ContinuousStateDerivative", f->derivative.n, f->derivative.v);
        put_list3(f, b, "InitialUnknown", f->initial.n, f->initial.v);
        for (int i = 0; i < f->nindicators; i++)
            buf_printf(b, "    <EventIndicator valueReference=\"%u\"/>\n",
                       f->first_indicator + (unsigned)i);
    }
    buf_puts(b, "  </ModelStructure>\n");
}

/* Two ways to compile the run time: with KLU and SUNDIALS, as kron does, or with what stands for
 * them (rt/plain). */
static bool is_compiled(const char *name, bool plain)
{
    static const char *const with[] = {"rt/cvode.c", "rt/ida.c", "rt/sundials.c"};
    if (!plain)
        return strncmp(name, "rt/plain/", 9) != 0;
    for (size_t i = 0; i < sizeof with / sizeof *with; i++)
        if (!strcmp(name, with[i]))
            return false;
    return true;
}

static void put_files(const FmuModel *f, Buf *b, const char *element, bool plain)
{
    for (int i = 0; i < f->source.n; i++) {
        if (!is_compiled(f->source.v[i], plain))
            continue;
        buf_printf(b, "      <%s", element);
        text(b, "name", f->source.v[i]);
        buf_puts(b, "/>\n");
    }
}

/* ---- The whole ---- */

static void put_abilities(const FmuModel *f, Buf *b, bool cs)
{
    bool three = f->o->version == 3;
    buf_puts(b, cs ? "  <CoSimulation" : "  <ModelExchange");
    text(b, "modelIdentifier", f->identifier);
    buf_printf(b, " %s=\"true\" %s=\"true\"",
               three ? "canGetAndSetFMUState" : "canGetAndSetFMUstate",
               three ? "canSerializeFMUState" : "canSerializeFMUstate");
    if (f->has_directional)
        buf_puts(b, three ? " providesDirectionalDerivatives=\"true\""
                          : " providesDirectionalDerivative=\"true\"");
    if (cs)
        buf_puts(b, " canHandleVariableCommunicationStepSize=\"true\"");
    if (cs && three)
        buf_puts(b, " hasEventMode=\"true\" mightReturnEarlyFromDoStep=\"true\"");
    else if (three)
        buf_puts(b, " needsCompletedIntegratorStep=\"true\"");
    if (!three)
        buf_puts(b, " canNotUseMemoryManagementFunctions=\"true\"");
    if (three || !f->source.n) {
        buf_puts(b, "/>\n");
        return;
    }
    buf_puts(b, ">\n    <SourceFiles>\n");
    put_files(f, b, "File", true);
    for (int i = 0; i < f->external.n; i++) {
        buf_puts(b, "      <File");
        text(b, "name", f->external.v[i]);
        buf_puts(b, "/>\n");
    }
    buf_printf(b, "    </SourceFiles>\n  </%s>\n", cs ? "CoSimulation" : "ModelExchange");
}

/* Whether all names follow FMI's convention for structures: ours of higher derivatives do not. */
static bool is_structured(const FmuModel *f)
{
    for (int i = 0; i < f->var.n; i++)
        if (strstr(f->var.v[i].name, "der(der(") || !strncmp(f->var.v[i].name, "state(", 6))
            return false;
    return true;
}

void fmu_description(const FmuModel *f, Buf *b)
{
    bool three = f->o->version == 3;
    buf_printf(b,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%s\"",
               three ? "3.0" : "2.0");
    text(b, "modelName", f->name);
    text(b, three ? "instantiationToken" : "guid", f->token);
    text(b, "description", f->description);
    text(b, "generationTool", f->o->tool);
    text(b, "generationDateAndTime", f->date);
    buf_printf(b, " variableNamingConvention=\"%s\"", is_structured(f) ? "structured" : "flat");
    if (!three)
        buf_printf(b, " numberOfEventIndicators=\"%d\"", f->nindicators);
    buf_puts(b, ">\n");
    if (f->o->me)
        put_abilities(f, b, false);
    if (f->o->cs)
        put_abilities(f, b, true);
    put_units(f, b);
    put_types(f, b);
    put_categories(b);
    put_experiment(f, b);
    put_variables(f, b);
    put_structure(f, b);
    buf_puts(b, "</fmiModelDescription>\n");
}

/* The C of libraries that the model calls. */
static void put_external(const FmuModel *f, Buf *b)
{
    if (!f->external.n)
        return;
    buf_puts(b, "    <SourceFileSet language=\"C99\" compilerOptions=\"-include stdlib.h -include "
                "string.h -include "
                "stdio.h -include limits.h -include math.h -include time.h\">\n");
    for (int i = 0; i < f->external.n; i++) {
        buf_puts(b, "      <SourceFile");
        text(b, "name", f->external.v[i]);
        buf_puts(b, "/>\n");
    }
    for (int i = 0; i < f->include.n; i++) {
        buf_puts(b, "      <IncludeDirectory");
        text(b, "name", f->include.v[i]);
        buf_puts(b, "/>\n");
    }
    buf_puts(b, "    </SourceFileSet>\n");
}

static void put_library(Buf *b, const char *name)
{
    buf_puts(b, "    <Library");
    text(b, "name", name);
    buf_puts(b, " external=\"true\"/>\n");
}

static void put_configuration(const FmuModel *f, Buf *b, bool plain)
{
    static const char *const library[] = {"sundials_cvode",
                                          "sundials_ida",
                                          "sundials_nvecserial",
                                          "sundials_sunmatrixdense",
                                          "sundials_sunmatrixsparse",
                                          "sundials_sunlinsoldense",
                                          "sundials_sunlinsolklu",
                                          "klu",
                                          "amd"};
    static const char *const define[] = {"_POSIX_C_SOURCE\" value=\"200809L", "_DEFAULT_SOURCE"};
    buf_puts(b, "  <BuildConfiguration");
    text(b, "modelIdentifier", f->identifier);
    text(b, "description",
         plain ? "a shared library that needs the C library only: inlined BDF and a sparse LU of "
                 "kron's"
               : "a shared library for POSIX systems with KLU of SuiteSparse, whose headers must "
                 "be found, "
                 "CVODE and IDA of SUNDIALS 6, as kron's own binary is");
    buf_puts(
        b,
        ">\n    <SourceFileSet language=\"C11\" compilerOptions=\"-std=c17 -O1 -ffp-contract=off "
        "-fvisibility=default\">\n");
    put_files(f, b, "SourceFile", plain);
    for (size_t i = 0; i < sizeof define / sizeof *define; i++)
        buf_printf(b, "      <PreprocessorDefinition name=\"%s\"/>\n", define[i]);
    buf_printf(b, "      <IncludeDirectory name=\".\"/>\n%s    </SourceFileSet>\n",
               plain ? "      <IncludeDirectory name=\"rt/plain\"/>\n" : "");
    put_external(f, b);
    for (int i = 0; i < f->link.n; i++)
        put_library(b, f->link.v[i]);
    for (size_t i = 0; i < sizeof library / sizeof *library && !plain; i++)
        put_library(b, library[i]);
    put_library(b, "m");
    buf_puts(b, "  </BuildConfiguration>\n");
}

void fmu_build_description(const FmuModel *f, Buf *b)
{
    buf_puts(
        b,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n");
    put_configuration(f, b, true);
    put_configuration(f, b, false);
    buf_puts(b, "</fmiBuildDescription>\n");
}
