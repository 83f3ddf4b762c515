# FMUs of large texts: what is computed seldom is compiled by libtcc (emit/c_cold.c), the rest by the C compiler; the initial problem
# calls rhs where the states are given. Results are those of `kron simulate`.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache" TMPDIR="$PWD"
awk 'BEGIN {
    n = 320
    print "model Large \"formulas that all differ; stiff\""
    for (i = 1; i <= n; i++)
        printf "  Real x%d(start = %g, fixed = true); parameter Real p%d = %g;\n", i, i/n, i, 1 + i/(n + 3)
    print "  output Real y = x1 + x2; Real total;\nequation\n  total = x1 + 2*x2 + y;"
    for (i = 1; i <= n; i++) {
        j = (i + 1) % n + 1; k = (i*i + 7) % n + 1; l = (3*i) % n + 1
        a = sprintf("%g*sin(x%d + %g*time)*x%d/(1 + x%d^2)", i/n, j, i/(n + 1), k, k)
        b = sprintf("p%d*(x%d - x%d)^3/(%g + x%d^4)", i, k, l, 1 + i/n, l)
        c = sprintf("%g*atan(x%d*x%d)/(2 + cos(x%d*%g))", i/(n + 2), j, l, k, 1 + i/n)
        d = sprintf("sqrt(%g + x%d^2)*tanh(x%d - %g*x%d)", 1 + i/n, l, j, i/n, k)
        printf "  der(x%d) = %g*(%s - x%d) + %s + %s - %s;\n", i, i % 3 ? 1 : 500, a, i, i % 2 ? b : c, i % 5 ? d : c, i % 7 ? c : b
    }
    print "  annotation(experiment(StopTime = 0.5));\nend Large;"
}' >Large.mo
printf '#!/bin/sh\necho "$@" >> arguments\nexec cc "$@"\n' > noting
chmod +x noting
run 0 "$KRON" simulate Large.mo --tolerance 1e-8 -o own.csv --quiet
windows=x86_64-w64-mingw32-gcc
mkdir bin
if command -v $windows > /dev/null; then
    printf '#!/bin/sh\necho "$@" >> arguments.windows\nexec %s "$@"\n' "$(command -v $windows)" > bin/$windows
    chmod +x bin/$windows
fi
run 0 env CC="$PWD/noting" PATH="$PWD/bin:$PATH" "$KRON" translate Large.mo --to fmu2 -o two.fmu
grep -q -- -DK_COLD arguments || fail "libtcc has compiled nothing"
[ ! -e arguments.windows ] || grep -q -- -DK_COLD arguments.windows || fail "for Windows the C compiler has compiled all"
python3 -m zipfile -e two.fmu two
readelf -lW two/binaries/linux64/two.so | grep GNU_STACK | grep -qv RWE || fail "systems that execute no code on the stack do not load it"
run 0 "$KRON" translate Large.mo --to fmu3 --type cs --method bdf -o three.fmu
for run in two.me two.cs three.cs; do
    run 0 "$KRON" simulate "${run%.*}.fmu" --trust --type "${run#*.}" --tolerance 1e-8 -o $run.csv --quiet
    run 0 "$KRON" compare own.csv $run.csv
    prints " 0 differ, 0 missing"
done
