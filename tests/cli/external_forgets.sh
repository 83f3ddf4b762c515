# C code of a library that calls ModelicaError without its header, as if the tool had included it.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"
cat > Forgets.mo <<'MODEL'
model Forgets
  function half
    input Real x;
    output Real y;
  external "C" annotation (Include = "double half(double x)
{
    if (x > 1)
        ModelicaError(\"half: out of range\");
    return x / 2;
}");
  end half;
  Real y = half(time);
end Forgets;
MODEL
run 0 "$KRON" simulate Forgets.mo --stop 1 -o forgets.csv
run 3 "$KRON" simulate Forgets.mo --stop 2 -o forgets.csv
says 'half: out of range'
