/* fuzz_parser.c - any bytes as a Modelica file: parsing, printing and parsing again must neither
 * crash nor hang, and what was parsed without error must be printed to a fixed point.
 * Run by driver.c, or by libFuzzer (clang -fsanitize=fuzzer,address,undefined). */
#include "syntax/parser.h"
#include "syntax/print.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Parses and prints; the number of errors. */
static int pass(Context *ctx, const char *text, size_t n, Buf *out)
{
    const char *why = NULL;
    int errors = diags_errors(ctx->diags);
    SourceFile *source = source_add(ctx->sources, "fuzz.mo", text, n, &why);
    if (!source)
        return 1;
    syn_print_file(ctx, out, parse_modelica(ctx, source));
    return diags_errors(ctx->diags) - errors;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Context *ctx = context_new();
    Buf first = {0}, second = {0};
    int errors = pass(ctx, (const char *)data, size, &first);
    int again = pass(ctx, buf_text(&first), first.n, &second);
    if (!errors &&
        (again || first.n != second.n || memcmp(buf_text(&first), buf_text(&second), first.n))) {
        diags_print(ctx->diags, stderr);
        fprintf(stderr, "printed first:\n%s\nprinted again:\n%s\n", buf_text(&first),
                buf_text(&second));
        abort();
    }
    buf_free(&first);
    buf_free(&second);
    context_free(ctx);
    return 0;
}
