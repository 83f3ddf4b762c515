//! run --stop 2
//! status 3
//! stderr an Integer is too large, whole numbers are exact up to 2^53
//! stderr n = 16677181699666568, by n = 3*pre(n) (
model FailIntegerLarge "3^34 is 16677181699666569: the last digit is lost"
  Integer n(start = 1, fixed = true);
equation
  when sample(0, 0.01) then
    n = 3*pre(n);
  end when;
end FailIntegerLarge;
