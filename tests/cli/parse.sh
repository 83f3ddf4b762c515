# `kron parse`: files and folders, all errors, then files, bytes, seconds.
. "$ROOT/tests/cli/common"
mkdir -p tree/sub/deep tree/empty
printf 'model A\n  Real x;\nend A;\n' > tree/a.mo
printf 'within ;\nmodel B\nend B;\n' > tree/sub/b.mo
printf 'package C\nend C;\n' > tree/sub/deep/package.mo
printf 'not Modelica' > tree/readme.txt

good() {
    bytes=$(cat tree/a.mo tree/sub/b.mo tree/sub/deep/package.mo | wc -c)
    run 0 "$KRON" parse tree
    grep -Eq "^3 files, $((bytes)) bytes, [0-9.]+ s, 0 errors" "$TMP/out" || fail "summary"
    run 0 "$KRON" parse tree/a.mo
    grep -Eq '^1 file, ' "$TMP/out" || fail "summary"
    run 0 "$KRON" parse tree/a.mo tree/sub
    prints '3 files'
    run 0 "$KRON" parse "$ROOT/lib" "$ROOT/examples"
}
wrong() {
    printf 'model D\n  Real x = ;\n  Real y;\nequation\n  y = (1;\n  x = 2;\nend D;\n' > tree/d.mo
    printf 'model E\n  Real "no;\nend E;\n' > tree/sub/e.mo
    run 1 "$KRON" parse tree
    says d.mo:2:
    says d.mo:5:
    says e.mo:2:
    says expected
    says '    Real x = ;'
    prints '5 files'
    rm tree/d.mo tree/sub/e.mo
    run 1 "$KRON" parse tree/a.mo missing.mo
    says missing.mo
}
hostile() {
    python3 -c 'print("model N\n  Real x = " + "("*200000 + "1" + ")"*200000 + ";\nend N;")' > nest.mo
    run 1 "$KRON" parse nest.mo
    says nest.mo:2
    python3 -c 'print("model N\n" + "if true then\n"*100000)' > open.mo
    run 1 "$KRON" parse open.mo
    head -c 100000 /dev/urandom > noise.mo
    run 1 "$KRON" parse noise.mo
    : > zero.mo
    run 0 "$KRON" parse zero.mo
    printf 'model U "caf\351"\nend U;\n' > latin.mo
    got=0
    "$KRON" parse latin.mo > "$TMP/out" 2> "$TMP/err" || got=$?
    [ $got = 0 ] || says latin.mo:1
    python3 -c 'open("wide.mo", "w", encoding="utf-16").write("model U\nend U;\n")'
    run 1 "$KRON" parse wide.mo
    says 'is UTF-16: save it as UTF-8'
    run 1 "$KRON" structure "$ROOT/tests/fuzz/seeds/small.fmu"
    says 'this file is an archive, no text: an FMU is run by'
    ln -s ../tree tree/loop
    run 0 timeout 10 "$KRON" parse tree
}
all good wrong hostile
