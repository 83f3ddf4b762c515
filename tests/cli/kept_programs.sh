# A translation that is kept from an earlier run has no equations: programs in other languages, texts and analyses make
# them again, and are what they are without it.
. "$ROOT/tests/cli/common"
cat > M.mo <<'END'
model M
  parameter Real k = 2;
  Real x(start = 1, fixed = true), y;
  input Real u;
  output Real z = x + y;
equation
  der(x) = -k*y + u;
  y + 0.1*x = x*k;
end M;
END
XDG_CACHE_HOME=$TMP/cache
export XDG_CACHE_HOME
texts() {
    for target in octave acsl simnon desire dsblock c; do
        "$KRON" translate M.mo --to $target > "$1.$target"
    done
    "$KRON" structure M.mo --listing > "$1.listing"
    "$KRON" linearize M.mo > "$1.linear"
    "$KRON" flatten M.mo > "$1.flat"
}
texts "$TMP/before"
for i in 1 2 3; do
    run 0 "$KRON" simulate M.mo
done
texts "$TMP/after"
for file in "$TMP"/before.*; do
    cmp "$file" "$TMP/after.${file##*before.}"
done
