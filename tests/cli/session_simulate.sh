# Runs from a session: values given there, results against the analytic solution, curves, files,
# models typed in.
. "$ROOT/tests/cli/common"
circuit=$ROOT/examples/papers/circuit.dym
parcap=$ROOT/examples/papers/parcap.dym

script() {
    status=$1
    shift
    printf '%s\n' "$@" > s.ds
    run "$status" "$KRON" session s.ds
}

# value FILE NAME TIME EXPECTED RELATIVE: interpolated in a CSV result.
value() {
    python3 - "$@" <<'END'
import csv, sys
path, name, t, want, tol = sys.argv[1:]
rows = list(csv.reader(open(path, newline="")))
k, t = rows[0].index(name), float(t)
p = [(float(r[0]), float(r[k])) for r in rows[1:]]
i = next(i for i in range(len(p) - 1) if p[i + 1][0] >= t)
(a, x), (b, y) = p[i], p[i + 1]
got = y if b == a else x + (y - x)*(t - a)/(b - a)
assert abs(got - float(want)) <= float(tol)*max(abs(float(want)), 1e-12), (name, got, want)
END
}

# The circuit with u = 10: time constants 1e-5 s (R1 C) and 7.5e-5 s (L/R2).
response() {
    script 0 "enter $circuit" 'input u = 10' 'simulate 1e-4 --intervals 1000 --tolerance 1e-9' 'save r.csv'
    value r.csv C.u 1e-5 6.321205588 1e-5
    value r.csv L.i 1e-5 0.06241334048 1e-5
    value r.csv C.u 1e-4 9.999546001 1e-6
    value r.csv L.i 1e-4 0.3682014309 1e-6
    # Another R1, charged at first: C.u = 10 - 6 exp(-t/5e-6).
    script 0 "enter $circuit" 'input u = 10' 'parameter R1.R = 50' 'initial C.u = 4' \
        'simulate 1e-5 --intervals 1000 --tolerance 1e-9' 'save r.csv' 'parameter' 'initial' 'input'
    value r.csv C.u 0 4 1e-9
    value r.csv C.u 5e-6 7.7927233530 1e-5
    prints 'parameter R1.R = 50'
    prints 'initial C.u = 4'
    prints 'input u = 10'
    # The same by options of the run; they win over what was given before.
    script 0 "enter $circuit" 'parameter R1.R = 70' 'simulate 1e-5 --set R1.R=50 --set u=10 --set C.u.start=4 --max-step 1e-8' \
        'save r.csv'
    value r.csv C.u 5e-6 7.7927233530 1e-5
    # An input over time, by the model's name: u = 1000 Time.
    script 0 "enter $circuit" 'input circuit.u = 1000*Time' 'simulate 1e-3' 'save r.csv'
    value r.csv u 7e-4 0.7 1e-9
}

# Values given appear in programs; a new model forgets them, a wrong one does not.
program() {
    script 0 "enter $circuit" 'parameter R1.R = 55.5' 'initial C.u = 2.25' 'set Eliminate on' \
        'language acsl' 'output model'
    prints '55.5'
    prints '2.25'
    script 1 "enter $circuit" 'parameter R1.R = 55.5' 'enter none.dym' 'parameter'
    prints 'parameter R1.R = 55.5'
    script 0 "enter $circuit" 'parameter R1.R = 55.5' "enter $circuit" 'parameter'
    lacks out 55.5
}

# The choice of states reaches the run: parallel capacitors, i = 3e-6, both voltages rise by 10 V/s.
states() {
    for state in C1.u C2.u; do
        script 0 "enter $parcap" 'input i = 3e-6' "variable state $state" "initial $state = 1" \
            'simulate 2' 'save r.csv'
        value r.csv C1.u 1.5 16 1e-6
        value r.csv C2.u 1.5 16 1e-6
    done
}

curves() {
    script 0 "enter $circuit" 'input u = 10' 'simulate 1e-4' 'plot C.u, circuit.u' 'plot C.* -o c.svg' \
        'save r.mat' 'save r.csv'
    prints 'a C.u   b u'
    prints 'time ['
    run 0 python3 -c 'import xml.etree.ElementTree as t; t.parse("c.svg")'
    grep -q '>C.Va<' c.svg
    run 0 "$KRON" plot r.mat L.i
    # What is saved is what kron simulate writes.
    run 0 "$KRON" simulate "$circuit" --set u=10 --stop 1e-4 -o direct.csv
    run 0 python3 -c '
a, b = ([l.rstrip("\n").split(",") for l in open(f)] for f in ("r.csv", "direct.csv"))
assert a[0] == b[0] and len(a) == len(b) > 100
assert [[float(x) for x in r] for r in a[1:]] == [[float(x) for x in r] for r in b[1:]]'
    script 1 "enter $circuit" 'simulate 1e-4' 'plot Q.u' 'plot C.u -o none/c.svg' 'plot C.u -x' 'plot -o c.svg' \
        'save none/r.csv' 'save none/r.mat' "enter $circuit" 'plot C.u'
    for line in 3 4 5 6 7 8 10; do says "s.ds:$line: error: "; done
}

# Failed runs: one that does not begin leaves the result of the former, one that breaks off has its
# own.
failures() {
    printf 'model Blow\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x^2;\nend Blow;\n' > Blow.mo
    script 1 'enter Blow.mo' 'simulate 0.5' 'simulate 1 --tolerance 7' 'save half.csv' 'simulate 2' \
        'save blown.csv' 'help quit'
    value half.csv x 0.5 2 1e-4
    value blown.csv x 0.5 2 1e-4
    run 0 python3 -c '
t = [float(l.split(",")[0]) for l in list(open("blown.csv"))[1:]]
assert 0.9 < t[-1] <= 1.1, t[-1]'
}

# Models typed in: classes first, prompts and comments between; runs find them.
typed() {
    cat > s.ds <<'END'
> model type decay
    cut A(v/i)
    parameter T = 2
      T*der(v) = i {flow
      over lines}
  end
> model type ground
    cut A(v/i)
      v = i
  end
> model both {two submodels}
    submodel (decay) D(T = 4)
    submodel (ground) G
    node n
    connect D at n, G at n
  end both
> output equations
> list
> initial D.v = 1
> simulate 4 --tolerance 1e-8
> save r.csv
model both
    submodel (decay) D(T = 2)
    submodel (ground) G
    node n
    connect D at n, G at n
end
initial D.v = 1
simulate 4 --tolerance 1e-8
save again.csv
END
    run 0 "$KRON" session s.ds
    prints 'both: 4 equations, 4 unknowns'
    prints 'T*der(v) = i'
    prints 'submodel (decay) D(T = 4)'
    value r.csv D.v 4 0.36787944117 1e-5
    value again.csv D.v 4 0.13533528324 1e-5
}

library() {
    mkdir -p parts
    printf 'model type part\n  local x\n  x = 7\nend\n' > parts/part.dym
    printf 'model whole\n  submodel (part) p\nend\n' > whole.dym
    script 1 'enter whole.dym' 'library parts' 'library' 'enter whole.dym' 'output equations' 'simulate 1'
    says 's.ds:1: error: `whole.dym` was not entered'
    prints parts
    prints 'x = 7'
    script 0 'library parts/part.dym' 'enter whole.dym'
    printf 'enter whole.dym\nsimulate 1\n' > s.ds
    run 0 "$KRON" session s.ds -I parts
    run 0 "$KRON" session whole.dym -I parts
    prints 'whole: 1 equation, 1 unknown'
}

# Output goes to the file named last, and nothing is left behind.
outfile() {
    mkdir -p tmp
    export TMPDIR=$PWD/tmp
    script 0 "enter $circuit" 'outfile a.txt' 'output states' 'output states' 'outfile "b c.txt"' 'output equations' \
        'outfile' 'output variables' 'simulate 1e-4'
    [ "$(grep -c 'der(C.u)' a.txt)" = 2 ]
    grep -q 'Common.V = U0.Vb' 'b c.txt'
    lacks out 'Common.V = U0.Vb'
    prints 'R1.R'
    [ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
    run 0 "$KRON" session s.ds --quiet
    lacks out equations,
}
all response program states curves failures typed library outfile
