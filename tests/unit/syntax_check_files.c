/* Tests of the walk over files and folders, in a temporary folder. */
#include "syntax/check_files.h"
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/kron-check-XXXXXX";

static char *in_root(const char *name)
{
    static char path[4][300];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", root, name);
    return path[turn];
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(in_root(name), "w");
    fputs(text, f);
    fclose(f);
}

static void make_folder(const char *name)
{
    CHECK(!mkdir(in_root(name), 0777));
}

static void remove_tree(void)
{
    static const char *const files[] = {"a.mo",        "b/x.mo",      "b/deep/y.mo",
                                        "b/notes.txt", "c.mo",        ".hidden/z.mo",
                                        "link",        "b/deep/loop", "self.mo"};
    static const char *const folders[] = {"b/deep", "b", "empty", ".hidden", "."};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(in_root(files[i]));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        rmdir(in_root(folders[i]));
    rmdir(root);
}

static void make_tree(void)
{
    static bool made;
    if (made)
        return;
    made = true;
    atexit(remove_tree);
    CHECK(mkdtemp(root) != NULL);
    make_folder("b");
    make_folder("b/deep");
    make_folder("empty");
    make_folder(".hidden");
    write_file("a.mo", "model a\n  Real 1;\nend a;\n");
    write_file("b/x.mo", "model x\n  Real 2;\nend x;\n");
    write_file("b/deep/y.mo", "model y end y;");
    write_file("b/notes.txt", "this is not Modelica");
    write_file("c.mo", "model c\n  Real 3;\nend c;\n");
    write_file(".hidden/z.mo", "model z end z;");
    CHECK(!symlink("..", in_root("b/deep/loop")));
    CHECK(!symlink("b", in_root("link")));
    CHECK(!symlink("self.mo", in_root("self.mo")));
}

/* Positions of the three mistakes in the output say the order of the walk. */
static void check_order(Context *ctx)
{
    char text[4000] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    diags_print(ctx->diags, f);
    fclose(f);
    char *a = strstr(text, "a.mo:2:"), *x = strstr(text, "b/x.mo:2:"), *c = strstr(text, "c.mo:2:");
    CHECK(a && x && c && a < x && x < c);
}

TEST(walk)
{
    make_tree();
    Context *ctx = context_new();
    char *path = root;
    ParseSummary s = check_files(ctx, 1, &path);
    CHECK_INT(s.files, 4); /* links into what was seen add nothing, hidden folders are left out */
    CHECK_INT(s.unreadable, 1); /* the link to itself */
    CHECK_INT((long long)s.bytes, 3 * 25 + 14);
    CHECK(s.seconds >= 0);
    CHECK_INT(diags_errors(ctx->diags), 4);
    check_order(ctx);
    context_free(ctx);
}

TEST(named_files)
{
    make_tree();
    Context *ctx = context_new();
    char *paths[] = {in_root("b/notes.txt"), in_root("b/deep/y.mo"), in_root("nothing.mo"),
                     in_root("empty")};
    ParseSummary s = check_files(ctx, 4, paths);
    CHECK_INT(s.files, 2);
    CHECK_INT(s.unreadable, 1);
    CHECK_INT(diags_errors(ctx->diags), 2); /* notes.txt is not Modelica; nothing.mo is missing */
    context_free(ctx);
}

TEST_MAIN(T(walk), T(named_files))
