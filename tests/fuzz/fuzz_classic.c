/* fuzz_classic.c - any bytes as a file of the classic language: parsing must neither crash nor
 * hang, and the tree that is left can be printed. Run by driver.c, or by libFuzzer (clang
 * -fsanitize=fuzzer,address,undefined). */
#include "syntax/classic.h"
#include "syntax/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Context *ctx = context_new();
    Buf out = {0};
    const char *why = NULL;
    SourceFile *source = source_add(ctx->sources, "fuzz.dym", (const char *)data, size, &why);
    SynFile *f = source ? parse_classic(ctx, source) : NULL;
    for (int i = 0; f && i < f->nclasses; i++)
        syn_print_class(ctx, &out, f->cls[i]);
    buf_free(&out);
    context_free(ctx);
    return 0;
}
