# Methods of fixed step, --step and --max-step.
python3 "$(dirname "$0")/methods.py"
refused() { # status text options
  status=0
  want=$1 text=$2
  shift 2
  "$KRON" simulate Loop.mo "$@" -o out.csv > text 2>&1 || status=$?
  [ $status -eq $want ] && grep -q -- "$text" text || { echo "$@: $status"; cat text; exit 1; }
}
refused 2 "it needs --step" --method bdf2
refused 2 "methods of fixed step" --method bdf --step 0.1
refused 2 "must be positive" --method euler --step 0
refused 2 "must be positive" --max-step -1
refused 2 "variable step" --method euler --step 0.1 --max-step 0.1
refused 2 "no method" --method bdf7 --step 0.1
# Steps are not longer than --max-step says, whatever the method is.
for m in auto bdf sdirk radau cvode ida rk45 rk8; do
  "$KRON" simulate Loop.mo --method $m --max-step 0.001 --stop 1 --json -o out.csv > j
  n=$(sed 's/.*"steps": \([0-9]*\).*/\1/' j)
  [ "$n" -ge 1000 ] || { echo "$m: $n steps"; exit 1; }
done
# A step that is far too long for its equations names them.
cat > Pole.mo <<'M'
model Pole
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + x^2;
end Pole;
M
status=0
"$KRON" simulate Pole.mo --method implicit-euler --step 1 --stop 5 -o out.csv > text 2>&1 || status=$?
[ $status -eq 3 ] && grep -q "step of 1 cannot be solved" text && grep -q " x " text || { cat text; exit 1; }
