# kron linearize, kron steady: see linearize.py.
python3 "$ROOT/tests/cli/linearize.py"
