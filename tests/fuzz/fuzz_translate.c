/* fuzz_translate.c - any bytes as a model: translation to machine code must end with code or with
 * messages, never with a crash, a hang or an internal fault. */
#include "pipeline.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Pipeline *p = pipeline_new(&(Search){0}, &(Compiler){.no_external = true});
    bool good =
        pipeline_find_text(p, "fuzz.mo", (const char *)data, size) && pipeline_run(p, UNTIL_CODE);
    if (good != !diags_errors(p->ctx->diags) || (p->source.n && !p->jit && good)) {
        for (DiagShown m; diags_next(p->ctx->diags, &m);)
            fprintf(stderr, "%s\n", m.text);
        abort(); /* failed without a message, or succeeded with one */
    }
    pipeline_free(p);
    return 0;
}
