// 11.2.2.4: f(e for i, j) is f(f(e for i) for j), so that the range of i may have j, also one that hides another name.
//! run --stop 1
//! final a = 10 within 0
//! final b = 10 within 0
//! final c = 3 within 0
//! final d = 3 + 3 + 4 + 6 within 0
//! final e = 1*1*2*1*2*3 within 0
model IteratorsDependent
  Real a = sum(i for i in 1:j, j in 1:3) + 0*time;
  Real b, c;
  Real d = sum(m[i, j] for i in {1, j}, j in 1:2);
  Real e = product(i for i in 1:j, j in 1:k, k in 3:3);
  Real m[2, 2] = {{i + 2*j for i in 1:2} for j in 1:2};
algorithm
  b := sum(i for i in 1:j, j in 1:3);
  c := sum(min(i for i in {t, 7}, t in 1:2) for t in 1:3);
end IteratorsDependent;
