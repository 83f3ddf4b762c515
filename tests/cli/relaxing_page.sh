# docs/papers/relaxing.md: its listings are those of the program, and its table of operations is counted again.
. "$ROOT/tests/cli/common"
python3 "$ROOT/tests/cli/relaxing_page.py" "$KRON" "$ROOT" || fail "docs/papers/relaxing.md"
