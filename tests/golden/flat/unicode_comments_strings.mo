// Comments of both kinds, strings with escapes and umlauts, within clause, line ends.
within ;
model M /* a comment */ "Größe: \"x\" \\ and
two lines"
  parameter String s = "a\nb \"q\" \\ ü"; // to the end
  Real x = /* inside */ 1;
end M;
// parameter String s = "a\nb \"q\" \\ ü"; Real x = 1
