// Of a text that is longer than messages may be its beginning is told, how much is left out, and its place. Cut
// between characters: 2000 bytes are 998 letters of two bytes after three others, and half a letter.
//! status 3
//! stderr äää ... (and 6196 more bytes)
//! stderr FailAssertLong.mo:19) [KMF3GS]
model FailAssertLong
  function doubled
    input Integer n;
    output String s = "ä";
  algorithm
    for i in 1:n loop
      s := s + s;
    end for;
    s := "abc" + s;
  end doubled;
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  assert(x > 0.5, doubled(12));
end FailAssertLong;
