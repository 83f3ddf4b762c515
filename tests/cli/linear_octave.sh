# kron linearize against octave-control: see linear_octave.py.
python3 "$ROOT/tests/cli/linear_octave.py"
