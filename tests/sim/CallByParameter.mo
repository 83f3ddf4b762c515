//! run --stop 1
//! status 3
//! stderr called for the value of `slide.e[1]` (
//! stderr as axis({slide.n[1], slide.n[2]})
//! stderr with slide.n[1] = 0, slide.n[2] = 0
function axis
  input Real n[2];
  output Real e[2];
algorithm
  assert(n*n > 0, "the axis has no direction");
  e := n/sqrt(n*n);
end axis;
model Slide
  parameter Real n[2] = {1, 0};
  final parameter Real e[2] = axis(n);
end Slide;
model CallByParameter "A function that fails for the value of a parameter: with which arguments"
  Slide slide(n = {0, 0});
  Real x = slide.e[1]*time;
end CallByParameter;
