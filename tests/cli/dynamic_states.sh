# The models of examples/papers run, the choices of states are those the papers tell of, and every
# command of docs/papers/dynamic-states.md works and prints what is shown there.
. "$ROOT/tests/cli/common"
papers="$ROOT/examples/papers"

# switches NUMBER MODEL OPTIONS...: exchanges of states in a run
switches() {
    number=$1
    shift
    run 0 "$KRON" simulate "$@" --json
    [ ! -s "$TMP/err" ] || fail "messages of $1"
    prints "\"state_switches\": $number,"
}

# DS-34: |x| = |y| at 0.2163 s, a state is exchanged somewhat later, and four
# times in every half period of 1.6462 s; so are the velocities
pendulum() {
    for method in auto cvode ida; do
        for model in PendulumCartesian PendulumSecondOrder; do
            switches 0 "$papers/$model.mo" --stop 0.2163 --method $method
            switches 2 "$papers/$model.mo" --stop 0.3 --method $method
            switches 48 "$papers/$model.mo" --method $method
        done
        switches 0 "$papers/PendulumAngle.mo" --method $method
    done
}

# DS-35
fixed_choice() {
    for method in auto cvode ida; do
        run 3 "$KRON" simulate "$papers/PendulumFixedChoice.mo" --method $method
        says "at time 0.521"
        says "choice of states is singular"
        says "x^2 + y^2 = L^2 ($papers/PendulumFixedChoice.mo:"
    done
}

# DS-37: with w = (0, 0, 1) q[3] = sin(t/2) and q[4] = cos(t/2), equal at pi/2 and every pi after,
# the ninth time at 26.70 s and the tenth at 29.85 s
quaternion() {
    for method in auto cvode ida; do
        switches 0 "$papers/TumblingBody.mo" --set 'w[1].start=0' --set 'w[2].start=0' --set 'w[3].start=1' \
            --stop 1.57 --method $method
        switches 9 "$papers/TumblingBody.mo" --set 'w[1].start=0' --set 'w[2].start=0' --set 'w[3].start=1' \
            --stop 29.8 --method $method
    done
}

# DS-38: the angle of the crank is kept
loops() {
    for method in auto cvode ida; do
        switches 0 "$papers/TwoLoops.mo" --method $method
        switches 0 "$papers/TwoLoopsOfParts.mo" --method $method
    done
    switches 0 "$papers/PlaneBody.mo"
    switches 0 "$papers/NewtonBothWays.mo"
}

# A command prints, or says, the block after it.
document() {
    ln -s "$ROOT/examples" examples
    mkdir -p build docs/papers
    ln -s "$KRON" build/kron
    python3 - "$ROOT/docs/papers/dynamic-states.md" <<'END'
import re, shlex, subprocess, sys
text = open(sys.argv[1]).read()
blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
got, commands = "", 0
for kind, block in blocks:
    if kind:
        continue
    if not block.startswith("build/kron"):
        # only what holds in every run: not the steps' own numbers
        for line in block.splitlines():
            line = re.sub(r"(\d)\.\d+(e-\d+)?", r"\1.", line)
            assert line.split(" = -")[0].strip() in re.sub(r"(\d)\.\d+(e-\d+)?", r"\1.", got), (line, got[:500])
        continue
    got = ""
    for line in block.splitlines():
        r = subprocess.run(shlex.split(line, comments=True), capture_output=True, text=True)
        assert r.returncode == (3 if "FixedChoice" in line else 0), (line, r.stderr)
        got += r.stdout + r.stderr
        commands += 1
assert commands >= 15, commands
END
    for picture in newton pendulum quaternion tumbling loops; do
        [ -s docs/papers/$picture.svg ] || fail "no $picture.svg"
        [ -s "$ROOT/docs/papers/$picture.svg" ] || fail "no $picture.svg in docs/papers"
    done
}

all pendulum fixed_choice quaternion loops document
