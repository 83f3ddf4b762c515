/* syntax_test.h - parsing texts in tests of the syntax module. */
#ifndef KRON_SYNTAX_TEST_H
#define KRON_SYNTAX_TEST_H

#include "syntax/parser.h"
#include "syntax/print.h"
#include "test.h"

static inline SynFile *parse_text(Context *ctx, const char *text)
{
    const char *why;
    return parse_modelica(ctx, source_add(ctx->sources, "t.mo", text, strlen(text), &why));
}

/* All messages as they would be printed; to be freed. */
static inline char *messages(Context *ctx)
{
    FILE *f = tmpfile();
    diags_print(ctx->diags, f);
    size_t n = (size_t)ftell(f);
    rewind(f);
    char *text = calloc(n + 1, 1);
    CHECK(fread(text, 1, n, f) == n);
    fclose(f);
    return text;
}

#endif
