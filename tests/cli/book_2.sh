# Every command of the documentation runs: see book.py.
python3 "$ROOT/tests/cli/book.py" 2/3
