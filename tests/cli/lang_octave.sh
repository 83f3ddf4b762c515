# Octave programs and S-functions of SIMULINK, executed by octave-cli (one run for all): results
# against kron's own, against the exact solution of the printed circuit (FM-67), and against each other.
. "$ROOT/tests/cli/common"
command -v octave-cli > /dev/null || { echo "octave-cli is not installed"; exit 77; }
P=$ROOT/examples/papers
S=$ROOT/tests/sim

# model FILE NAME OPTIONS...: kron's result NAME.csv, the program NAME.m, the S-function NAME_s.m
model() {
    file=$1
    name=$2
    shift 2
    run 0 "$KRON" translate "$file" --to octave -o "$name.m"
    run 0 "$KRON" translate "$file" --to simulink -o "${name}_s.m"
    run 0 "$KRON" simulate "$file" --tolerance 1e-9 --intervals 40 -o "$name.csv" "$@"
    models="$models $name"
}
# Every function, on both sides of where it changes its form.
cat > functions.mo <<'MODEL'
model functions
  parameter Integer n = 3;
  parameter Real q = 2*n + 1;
  Real x(start = q/100, fixed = true);
  Real t = time - 0.515 + x - x;
  output Real y[20];
equation
  der(x) = -x;
  y = {noEvent(mod(7*t, 0.83)), noEvent(rem(7*t, 0.83)), noEvent(div(7*t, 0.83)), noEvent(sign(t)),
       noEvent(ceil(7*t)), noEvent(floor(7*t)), noEvent(integer(7*t)), min(t, 0.1), max(t, 0.1), abs(t),
       atan2(t, -0.2), sinh(t) + cosh(t) + tanh(t), asin(t) + acos(t/2) + atan(3*t), log10(1 + x) + log(2 + t),
       sqrt(1 + t) + exp(t), (1 + t)^2.5 + t^3 + t^n, tan(t) + sin(t)*cos(t), semiLinear(t, 2, 5),
       noEvent(if t > 0.2 and not x > 2 or t < -0.3 then 1 else if t <> 0 then 2 else 3),
       smooth(1, if t > 0 then t^2 else -t^2) + q};
end functions;
MODEL

models=
model functions.mo functions
model "$ROOT/examples/SeriesResonance.mo" resonance   # if-expression of time
model "$ROOT/examples/HalfWaveRectifier.mo" rectifier --stop 0.02 # nonlinear system
model "$ROOT/examples/QuarterCar.mo" car
model "$ROOT/examples/DoublePendulum.mo" double --stop 1 # a system whose formulas would be longer than its matrix
[ "$(wc -l < double.m)" -lt 1000 ] || fail "the system of a double pendulum is written out"
model "$P/body.dym" body                              # differentiated, linear system solved
model "$P/steam.dym" steam
model "$S/NonlinearRing.mo" ring
model "$S/FunctionLoop.mo" function_loop              # a function with a loop inside a nonlinear equation
model "$S/IndexGear.mo" gear
model "$S/KeplerOrbit.mo" kepler
model "$S/AngleAlways.mo" angle                       # derivatives that are states themselves
model "$S/StringChoice.mo" choice                     # parameters that are not numbers
model "$S/IndexFloatingCapacitors.mo" floating        # a constraint that the structure does not show
model "$S/HiddenUnity.mo" unity                       # one that values of parameters make
model "$S/ArrayFunctions.mo" array_functions          # functions of arrays and algorithms, as formulas
model "$S/LinearLarge.mo" large                       # elements in branches that are not taken

run 0 "$KRON" translate "$P/circuit.dym" --to octave -o circuit.m
run 0 "$KRON" translate "$S/FlatBothSides.mo" --to octave -o flat.m
run 0 "$KRON" translate "$P/circuit.dym" --to simulink -o circuit_s.m

# A linear system that is left to the matrix operators (FM-42, FM-74).
cat > script <<END_SCRIPT
enter $P/divider.dym
set SolveLinearSyst off
partition
language octave
outfile $TMP/divider.m
output model
END_SCRIPT
run 0 "$KRON" session script
grep -qF 'A_ \ b_' divider.m || fail "the system was solved"
sed -i 's/^language.*/language simulink/; s/^outfile.*/outfile divider_s.txt/' script
run 0 "$KRON" session script
sed 's/^function \(.*\) = divider(/function \1 = divider_s(/' divider_s.txt > divider_s.m

# Times of a result; those of events, which have two rows, are left out.
for name in $models; do
    python3 - "$name.csv" > "$name.t" <<'PY'
import csv, sys
t = [float(r[0]) for r in list(csv.reader(open(sys.argv[1])))[1:]]
print("\n".join(repr(x) for x in t if t.count(x) == 1))
PY
done

cat > check_all.m <<'OCTAVE'
function check_all(varargin)
  for k = 1:numel(varargin)
    name = varargin{k};
    try
      check_one(name);
    catch e
      fprintf(1, '%s: %s\n', name, e.message);
    end
  end
  circuit_and_divider();
  fprintf(1, 'done\n');
end

% The S-function gives the start values and the derivatives of the program.
function check_one(name)
  t = load([name '.t']);
  opts = struct('tolerance', 1e-9, 'csv', [name '.octave']);
  [t, result, names] = feval(name, t, opts);
  s = [name '_s'];
  [sizes, x0] = feval(s, 0, [], [], 0);
  nx = sizes(1);
  if nx && max(abs(x0 - result(1,1:nx)')) > 1e-12
    fprintf(1, '%s: other start values\n', s);
  end
  for k = 1:5:numel(t)
    u = zeros(sizes(4), 1);
    dx = feval(s, t(k), result(k,1:nx)', u, 1);
    for i = 1:nx
      at = find(strcmp(names, ['der(' names{i} ')']));
      if isempty(at)
        fprintf(1, '%s: no derivative of %s\n', name, names{i});
      elseif abs(dx(i) - result(k,at)) > 1e-9*max(1, abs(dx(i)))
        fprintf(1, '%s: other derivative of %s at t = %g\n', s, names{i}, t(k));
      end
    end
  end
end

function near(what, got, want, tolerance)
  if ~(abs(got - want) <= tolerance*max(1, abs(want)))
    fprintf(1, '%s is %.12g instead of %.12g\n', what, got, want);
  end
end

function v = last(result, names, name)
  v = result(end, find(strcmp(names, name)));
end

function circuit_and_divider()
  ten = struct('u', struct('u', 10), 'tolerance', 1e-10);
  [t, r, n] = circuit([0 1e-5 1e-4], ten);
  c = find(strcmp(n, 'C.u'));
  l = find(strcmp(n, 'L.i'));
  near('C.u(1e-5)', r(2,c), 6.321205588, 1e-7);
  near('L.i(1e-5)', r(2,l), 0.06241334048, 1e-8);
  near('C.u(1e-4)', r(3,c), 9.999546001, 1e-7);
  near('L.i(1e-4)', r(3,l), 0.3682014309, 1e-8);
  near('U0.i(1e-4)', last(r, n, 'U0.i'), r(3,l) + (10 - r(3,c))/100, 1e-12);
  % a ramp as input, another resistance, another start, another method: exact solution
  o = struct('u', struct('u', @(t) 1e5*t), 'p', struct('R1_R', 50), 'x0', struct('C_u', 1), ...
    'method', 'ode45', 'tolerance', 1e-8);
  [t, r, n] = circuit([0 5e-6 1e-5], o);
  T = 5e-6;
  near('C.u after a ramp', last(r, n, 'C.u'), 1e5*(1e-5 - T) + (1 + 1e5*T)*exp(-2), 1e-6);
  [sizes, x0, str, ts] = circuit_s(0, [], [], 0);
  near('sizes', sum(abs(sizes - [2; 0; 2; 1; 0; 1; 1])), 0, 0);
  dx = circuit_s(0, [4; 0.1], 10, 1);
  near('der(C.u)', dx(1), (10 - 4)/(100*0.1e-6), 1e-12);
  near('der(L.i)', dx(2), (10 - 20*0.1)/1.5e-3, 1e-12);
  near('outputs', sum(abs(circuit_s(0, [4; 0.1], 10, 3) - [4; 0.1])), 0, 0);
  near('flag 9', numel(circuit_s(0, [4; 0.1], 10, 9)), 0, 0);
  dx = circuit_s(0, [4; 0.1], 10, 1, struct('R1_R', 50));
  near('der(C.u) with half the resistance', dx(1), (10 - 4)/(50*0.1e-6), 1e-12);
  [t, r, n] = divider([0 1], struct('u', struct('u', 12)));
  near('divider y', last(r, n, 'y'), 2, 1e-12);
  near('divider R2.u', last(r, n, 'R2.u'), 2, 1e-12);
  near('divider_s', divider_s(0, [], 12, 3), 2, 1e-12);
  % where there is no slope the point at which the iteration stands still is no solution
  solved = true;
  try
    flat([0 1]);
  catch
    solved = false;
  end
  near('a point without slope taken for a solution', solved, false, 0);
end
OCTAVE

list=$(printf "'%s'," $models)
octave-cli --no-init-file --eval "check_all(${list%,}); resonance();" > octave.out 2> octave.err ||
    { cat octave.err; exit 1; }
# All that check_all prints but the last line are faults; then the result of a call without arguments.
grep -q '^done$' octave.out || { cat octave.err; exit 1; }
sed '/^done$/,$d' octave.out | grep . && exit 1
sed -n '/^done$/,$p' octave.out | sed 1d > table
head -1 table | grep -q '^time,l.i,c.v,' || fail "no table without arguments"
[ "$(wc -l < table)" = 502 ] || fail "not 501 rows"

# Every column of the programs against kron's.
python3 - $models <<'PY'
import csv, sys
bad = 0
for name in sys.argv[1:]:
    kron = list(csv.reader(open(name + ".csv")))
    row = {float("%.12g" % float(r[0])): dict(zip(kron[0], map(float, r))) for r in kron[1:]}
    octave = list(csv.reader(open(name + ".octave")))
    shared = [c for c in octave[0] if c in kron[0]]
    assert len(octave) > 30 and 4 * len(shared) > 3 * len(octave[0]), (name, shared)
    worst = 0, "", 0
    for r in octave[1:]:
        got = dict(zip(octave[0], map(float, r)))
        want = row[got["time"]]
        for c in shared:
            worst = max(worst, (abs(got[c] - want[c]) / max(1, abs(want[c])), c, got["time"]))
    if not worst[0] <= 2e-5:
        print("%s: %s differs by %.2g at t = %g" % (name, worst[1], worst[0], worst[2]))
        bad += 1
sys.exit(bad > 0)
PY
