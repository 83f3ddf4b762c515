#!/bin/sh
# book.sh KRON OUT: the book of docs/book as OUT/book.html and OUT/book.pdf. Its commands are run to draw the pictures;
# pandoc makes HTML, and text for groff, which makes the PDF: no TeX is needed.
set -eu
kron=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
root=$(cd "$(dirname "$0")/.." && pwd)
for tool in pandoc groff ps2pdf python3; do
    command -v $tool > /dev/null || { echo "make book needs $tool (Debian: pandoc, groff, ghostscript, python3)" >&2; exit 1; }
done
KRON=$kron ROOT=$root TMP=$out python3 "$root/tests/cli/book.py" --pictures "$out/pictures" "$root"/docs/book/*.md
for svg in "$out"/pictures/*.svg; do
    [ -e "${svg%.svg}.eps" ] || { echo "$svg was not drawn as EPS" >&2; exit 1; }
done
version=$("$kron" --version)
export BOOK_PICTURES="$out/pictures"
BOOK_KIND=html pandoc "$root"/docs/book/[0-9]*.md --lua-filter "$root/docs/book/book.lua" -f gfm -t html5 --standalone \
    --self-contained --toc --toc-depth 1 --metadata title="kron" --metadata subtitle="$version" \
    --css "$root/docs/book/book.css" -o "$out/book.html"
BOOK_KIND=ms pandoc "$root"/docs/book/[0-9]*.md --lua-filter "$root/docs/book/book.lua" -f gfm -t ms --standalone \
    --toc --toc-depth 1 --metadata title="kron" --metadata author="$version" -o "$out/book.ms"
groff -U -ms -t -K utf8 -Tps -P-pa4 "$out/book.ms" > "$out/book.ps"
ps2pdf "$out/book.ps" "$out/book.pdf"
ls -l "$out/book.html" "$out/book.pdf"
