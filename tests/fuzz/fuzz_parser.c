/* fuzz_parser.c - any bytes as a Modelica file: parsing, printing and parsing again must neither
 * crash nor hang, and what was parsed without error must be printed to a fixed point.
 *
 * With libFuzzer:  clang -fsanitize=fuzzer,address,undefined -DKRON_MALLOC_ARENA ...
 * Without it, -DFUZZ_STANDALONE gives a main that reads the files named on the command line. */
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
        diags_print(ctx->diags, stderr, (DiagStyle){0});
        fprintf(stderr, "printed first:\n%s\nprinted again:\n%s\n", buf_text(&first),
                buf_text(&second));
        abort();
    }
    buf_free(&first);
    buf_free(&second);
    context_free(ctx);
    return 0;
}

#ifdef FUZZ_STANDALONE
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f) {
            perror(argv[i]);
            return 1;
        }
        Buf b = {0};
        for (int c; (c = getc(f)) != EOF;)
            buf_putc(&b, (char)c);
        fclose(f);
        LLVMFuzzerTestOneInput((const uint8_t *)buf_text(&b), b.n);
        buf_free(&b);
    }
    return 0;
}
#endif
