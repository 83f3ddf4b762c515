# --plot draws the curve with its name and its extremes.
. "$ROOT/tests/cli/common"
printf 'model P\n  Real x = 3*time, y = -x;\n  annotation(experiment(StopTime = 2));\nend P;\n' > P.mo
run 0 "$KRON" simulate P.mo --quiet --plot x
prints x
prints 6
prints 2
[ "$(wc -l < "$TMP/out")" -gt 8 ] || fail "no picture"
run 0 "$KRON" simulate P.mo --quiet --plot x --plot y
prints y
prints -6
printf 'model Q\n  Real x = 3;\nend Q;\n' > Q.mo
run 0 "$KRON" simulate Q.mo --quiet --plot x
prints 3
