# What is looked for at the end of a run - a mode that grows, say - costs little beside the run: 200 states that all
# go on and on took 13 s of processor time after steps of a few milliseconds.
. "$ROOT/tests/cli/common"
! sanitized || { echo "times are not those of a user's kron"; exit 77; }
python3 - "$KRON" "$ROOT/bench/inline/Models.mo:Models.Diodes" << 'P' || fail "the end of the run takes time"
import os, subprocess, sys

before = os.times()
subprocess.run([sys.argv[1], "simulate", sys.argv[2], "--stop", "0.1", "--method", "bdf", "--quiet", "-o", "r.csv"], check=True)
seconds = os.times().children_user - before.children_user
assert seconds < 2, seconds
P
