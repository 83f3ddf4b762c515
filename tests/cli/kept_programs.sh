# A translation that is kept from an earlier run has no equations: programs in other languages and texts make them again,
# and are what they are without it.
. "$ROOT/tests/cli/common"
cat > M.mo <<'END'
model M
  parameter Real k = 2;
  parameter Integer n = 900;
  Real x[n](each start = 1, each fixed = true), y[n];
equation
  for i in 1:n loop
    der(x[i]) = -k*y[i] + cos(i*x[mod(7*i, n) + 1])*sin(x[mod(11*i, n) + 1]);
    y[i] + 0.1*x[i] = x[i]*k + x[mod(3*i, n) + 1]/i;
  end for;
end M;
END
XDG_CACHE_HOME=$TMP/cache
export XDG_CACHE_HOME
texts() {
    for target in octave acsl c; do
        "$KRON" translate M.mo --to $target > "$1.$target"
    done
    "$KRON" structure M.mo > "$1.structure"
    "$KRON" flatten M.mo > "$1.flat"
}
texts "$TMP/before"
for i in 1 2 3; do
    run 0 "$KRON" simulate M.mo --stop 0.01
done
prints 'not translated anew'
texts "$TMP/after"
for file in "$TMP"/before.*; do
    cmp "$file" "$TMP/after.${file##*before.}"
done

# So do messages of runs, which are the same as with the equations.
sed 's/^model M/model Ends/;/^end M/d;s/^equation/  parameter Real P = 0.002, Q = 2*P;\n  Real z(start = 0.06);\nequation/' M.mo > Ends.mo
cat >> Ends.mo <<'END'
  z^2 + 0.1*sin(z)*z = Q - time;
end Ends;
END
for i in 1 2 3; do
    run 3 "$KRON" simulate Ends.mo --stop 0.01
    cp "$TMP/err" "$TMP/said.$i"
done
says 'larger P'
cmp "$TMP/said.1" "$TMP/said.3"
