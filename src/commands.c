/* commands.c - the commands that translate and print. */
#include "commands.h"
#include "dae/report.h"
#include "syntax/check_files.h"

#include <errno.h>
#include <stdio.h>

static void print_diagnostics(const Arguments *a, Context *ctx)
{
    fflush(stdout);
    diags_print(ctx->diags, stderr, (DiagStyle){.color = a->color, .quiet = a->quiet});
}

static bool one_model(const Arguments *a, const char *command)
{
    if (a->noperands == 1)
        return true;
    fprintf(stderr, "kron: `kron %s` takes one model\n", command);
    return false;
}

int command_parse(const Arguments *a)
{
    Context *ctx = context_new();
    ParseSummary s = check_files(ctx, a->noperands, a->operand);
    print_diagnostics(a, ctx);
    int errors = diags_errors(ctx->diags);
    printf("%d file%s, %llu bytes, %.3f s, %d error%s\n", s.files, s.files == 1 ? "" : "s", s.bytes,
           s.seconds, errors, errors == 1 ? "" : "s");
    context_free(ctx);
    return errors ? STATUS_MODEL : STATUS_GOOD;
}

/* Runs the passes; messages go to stderr. NULL after errors. */
static Pipeline *translate(const Arguments *a, const char *model, PipelineEnd end)
{
    Pipeline *p = pipeline_new(a->ndirs, a->dir);
    p->dump = a->dump;
    bool good = pipeline_run(p, model, a->nsettings, a->setting, end);
    print_diagnostics(a, p->ctx);
    if (good)
        return p;
    pipeline_free(p);
    return NULL;
}

int command_check(const Arguments *a)
{
    int status = STATUS_GOOD;
    for (int i = 0; i < a->noperands; i++) {
        Pipeline *p = translate(a, a->operand[i], UNTIL_STRUCTURE);
        if (!p)
            status = STATUS_MODEL;
        else if (!a->quiet)
            printf("%s: %d equations and unknowns, %d states\n", a->operand[i], p->dae->neq_flat,
                   p->dae->nstates);
        pipeline_free(p);
    }
    return status;
}

int command_flatten(const Arguments *a)
{
    if (!one_model(a, "flatten"))
        return STATUS_USAGE;
    Pipeline *p = translate(a, a->operand[0], UNTIL_FLATTEN);
    if (!p)
        return STATUS_MODEL;
    Buf out = {0};
    flat_print(p->m, &out);
    int errors = diags_errors(p->ctx->diags);
    if (!errors)
        fputs(buf_text(&out), stdout);
    print_diagnostics(a, p->ctx);
    buf_free(&out);
    pipeline_free(p);
    return errors ? STATUS_MODEL : STATUS_GOOD;
}

static int write_file(const char *path, const Buf *text)
{
    FILE *f = fopen(path, "w");
    bool good = f && fwrite(buf_text(text), 1, text->n, f) == text->n;
    if (f)
        good = !fclose(f) && good;
    if (!good)
        fprintf(stderr, "kron: cannot write %s: %s\n", path, strerror(errno));
    return good ? STATUS_GOOD : STATUS_USAGE;
}

int command_structure(const Arguments *a)
{
    if (!one_model(a, "structure"))
        return STATUS_USAGE;
    if (a->listing) {
        fputs("kron: `--listing` is not supported yet\n", stderr);
        return STATUS_USAGE;
    }
    Pipeline *p = translate(a, a->operand[0], UNTIL_STRUCTURE);
    if (!p)
        return STATUS_MODEL;
    int status = STATUS_GOOD;
    Buf out = {0};
    if (a->svg) {
        report_svg(p->dae, &out);
        status = write_file(a->svg, &out);
        buf_clear(&out);
    }
    if (a->json)
        report_json(p->dae, &out);
    else if (!a->svg)
        report_text(p->dae, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    pipeline_free(p);
    return status;
}
