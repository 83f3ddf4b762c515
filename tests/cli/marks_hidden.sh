# Who uses a library need not know of the marks in it (RX-43): closed loops and free bodies, where some of them are of no use,
# do not warn about them; a mark in the user's own model does (tearing_given.sh).
. "$ROOT/tests/cli/common"

for model in LibMultiBodySliderCrank LibMultiBodyMomentum LibMultiBodyFourBar; do
    run 0 "$KRON" structure "$ROOT/tests/sim/$model.mo"
    grep -q "residue(" "$TMP/err" && fail "$model: $(grep -m 1 'residue(' "$TMP/err")"
done

cat > Own.mo <<'EOF2'
model Own
  Real x, y;
equation
  x = time;
  y = 2*x + Kron.residue(x);
end Own;
EOF2
run 0 "$KRON" structure Own.mo
grep -q "residue(x) is not used" "$TMP/err" || fail "the mark of the model itself: no warning"
