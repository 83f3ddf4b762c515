// What is no format is told with its place and the equation.
//! run
//! status 3
//! stderr the format given to String() is not one for numbers (
//! stderr FailStringFormat.mo:13)
//! stderr in label = String(x, format=form)
model FailStringFormat
  parameter String form = "%s of the way";
  Real x = time;
  String label(start = "", fixed = true);
equation
  when x > 0.5 then
    label = String(x, format=form);
  end when;
end FailStringFormat;
