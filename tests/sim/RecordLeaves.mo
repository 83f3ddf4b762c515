//! run --stop 1 --vars *
//! expect v["k_cat[2].a[2,1]"] = 11 within 0
//! expect v["k_cat[2].r[1].y[2]"] = 14 within 0
//! expect v["k_cat[3].r[2].x"] = 25 within 0
//! expect v["k_cat[3].r[2].y[1]"] = 26 within 0
//! expect v["q_cat[2].a[2,1]"] = 11 within 0
//! expect v["q_cat[2].r[1].y[2]"] = 14 within 0
//! expect v["q_cat[3].r[2].x"] = 25 within 0
//! expect v["q_cat[3].r[2].y[1]"] = 26 within 0
//! expect v["e_cat[2].a[2,1]"] = 11 within 0
//! expect v["e_cat[2].r[1].y[2]"] = 14 within 0
//! expect v["e_cat[3].r[2].x"] = 25 within 0
//! expect v["e_cat[3].r[2].y[1]"] = 26 within 0
//! expect v["a_cat[2].a[2,1]"] = 11 within 0
//! expect v["a_cat[2].r[1].y[2]"] = 14 within 0
//! expect v["a_cat[3].r[2].x"] = 25 within 0
//! expect v["a_cat[3].r[2].y[1]"] = 26 within 0
//! expect v["f_cat[2].a[2,1]"] = 11 within 0
//! expect v["f_cat[2].r[1].y[2]"] = 14 within 0
//! expect v["f_cat[3].r[2].x"] = 25 within 0
//! expect v["f_cat[3].r[2].y[1]"] = 26 within 0
//! expect v["g_cat[2].a[2,1]"] = 11 within 0
//! expect v["g_cat[2].r[1].y[2]"] = 14 within 0
//! expect v["g_cat[3].r[2].x"] = 25 within 0
//! expect v["g_cat[3].r[2].y[1]"] = 26 within 0
//! expect v["k_comp[2].a[2,1]"] = 11 within 0
//! expect v["k_comp[2].r[1].y[2]"] = 14 within 0
//! expect v["k_comp[3].r[2].x"] = 25 within 0
//! expect v["k_comp[3].r[2].y[1]"] = 26 within 0
//! expect v["q_comp[2].a[2,1]"] = 11 within 0
//! expect v["q_comp[2].r[1].y[2]"] = 14 within 0
//! expect v["q_comp[3].r[2].x"] = 25 within 0
//! expect v["q_comp[3].r[2].y[1]"] = 26 within 0
//! expect v["e_comp[2].a[2,1]"] = 11 within 0
//! expect v["e_comp[2].r[1].y[2]"] = 14 within 0
//! expect v["e_comp[3].r[2].x"] = 25 within 0
//! expect v["e_comp[3].r[2].y[1]"] = 26 within 0
//! expect v["a_comp[2].a[2,1]"] = 11 within 0
//! expect v["a_comp[2].r[1].y[2]"] = 14 within 0
//! expect v["a_comp[3].r[2].x"] = 25 within 0
//! expect v["a_comp[3].r[2].y[1]"] = 26 within 0
//! expect v["f_comp[2].a[2,1]"] = 11 within 0
//! expect v["f_comp[2].r[1].y[2]"] = 14 within 0
//! expect v["f_comp[3].r[2].x"] = 25 within 0
//! expect v["f_comp[3].r[2].y[1]"] = 26 within 0
//! expect v["g_comp[2].a[2,1]"] = 11 within 0
//! expect v["g_comp[2].r[1].y[2]"] = 14 within 0
//! expect v["g_comp[3].r[2].x"] = 25 within 0
//! expect v["g_comp[3].r[2].y[1]"] = 26 within 0
//! expect v["k_arr[2].a[2,1]"] = 11 within 0
//! expect v["k_arr[2].r[1].y[2]"] = 14 within 0
//! expect v["k_arr[3].r[2].x"] = 25 within 0
//! expect v["k_arr[3].r[2].y[1]"] = 26 within 0
//! expect v["q_arr[2].a[2,1]"] = 11 within 0
//! expect v["q_arr[2].r[1].y[2]"] = 14 within 0
//! expect v["q_arr[3].r[2].x"] = 25 within 0
//! expect v["q_arr[3].r[2].y[1]"] = 26 within 0
//! expect v["e_arr[2].a[2,1]"] = 11 within 0
//! expect v["e_arr[2].r[1].y[2]"] = 14 within 0
//! expect v["e_arr[3].r[2].x"] = 25 within 0
//! expect v["e_arr[3].r[2].y[1]"] = 26 within 0
//! expect v["a_arr[2].a[2,1]"] = 11 within 0
//! expect v["a_arr[2].r[1].y[2]"] = 14 within 0
//! expect v["a_arr[3].r[2].x"] = 25 within 0
//! expect v["a_arr[3].r[2].y[1]"] = 26 within 0
//! expect v["f_arr[2].a[2,1]"] = 11 within 0
//! expect v["f_arr[2].r[1].y[2]"] = 14 within 0
//! expect v["f_arr[3].r[2].x"] = 25 within 0
//! expect v["f_arr[3].r[2].y[1]"] = 26 within 0
//! expect v["g_arr[2].a[2,1]"] = 11 within 0
//! expect v["g_arr[2].r[1].y[2]"] = 14 within 0
//! expect v["g_arr[3].r[2].x"] = 25 within 0
//! expect v["g_arr[3].r[2].y[1]"] = 26 within 0
//! expect v["k_sel[2].a[2,1]"] = 11 within 0
//! expect v["k_sel[2].r[1].y[2]"] = 14 within 0
//! expect v["k_sel[3].r[2].x"] = 25 within 0
//! expect v["k_sel[3].r[2].y[1]"] = 26 within 0
//! expect v["q_sel[2].a[2,1]"] = 11 within 0
//! expect v["q_sel[2].r[1].y[2]"] = 14 within 0
//! expect v["q_sel[3].r[2].x"] = 25 within 0
//! expect v["q_sel[3].r[2].y[1]"] = 26 within 0
//! expect v["e_sel[2].a[2,1]"] = 11 within 0
//! expect v["e_sel[2].r[1].y[2]"] = 14 within 0
//! expect v["e_sel[3].r[2].x"] = 25 within 0
//! expect v["e_sel[3].r[2].y[1]"] = 26 within 0
//! expect v["a_sel[2].a[2,1]"] = 11 within 0
//! expect v["a_sel[2].r[1].y[2]"] = 14 within 0
//! expect v["a_sel[3].r[2].x"] = 25 within 0
//! expect v["a_sel[3].r[2].y[1]"] = 26 within 0
//! expect v["f_sel[2].a[2,1]"] = 11 within 0
//! expect v["f_sel[2].r[1].y[2]"] = 14 within 0
//! expect v["f_sel[3].r[2].x"] = 25 within 0
//! expect v["f_sel[3].r[2].y[1]"] = 26 within 0
//! expect v["g_sel[2].a[2,1]"] = 11 within 0
//! expect v["g_sel[2].r[1].y[2]"] = 14 within 0
//! expect v["g_sel[3].r[2].x"] = 25 within 0
//! expect v["g_sel[3].r[2].y[1]"] = 26 within 0
//! expect v["k_none[2].a[2,1]"] = 11 within 0
//! expect v["k_none[2].r[1].y[2]"] = 14 within 0
//! expect v["k_none[3].r[2].x"] = 25 within 0
//! expect v["k_none[3].r[2].y[1]"] = 26 within 0
//! expect v["q_none[2].a[2,1]"] = 11 within 0
//! expect v["q_none[2].r[1].y[2]"] = 14 within 0
//! expect v["q_none[3].r[2].x"] = 25 within 0
//! expect v["q_none[3].r[2].y[1]"] = 26 within 0
//! expect v["e_none[2].a[2,1]"] = 11 within 0
//! expect v["e_none[2].r[1].y[2]"] = 14 within 0
//! expect v["e_none[3].r[2].x"] = 25 within 0
//! expect v["e_none[3].r[2].y[1]"] = 26 within 0
//! expect v["a_none[2].a[2,1]"] = 11 within 0
//! expect v["a_none[2].r[1].y[2]"] = 14 within 0
//! expect v["a_none[3].r[2].x"] = 25 within 0
//! expect v["a_none[3].r[2].y[1]"] = 26 within 0
//! expect v["f_none[2].a[2,1]"] = 11 within 0
//! expect v["f_none[2].r[1].y[2]"] = 14 within 0
//! expect v["f_none[3].r[2].x"] = 25 within 0
//! expect v["f_none[3].r[2].y[1]"] = 26 within 0
//! expect v["g_none[2].a[2,1]"] = 11 within 0
//! expect v["g_none[2].r[1].y[2]"] = 14 within 0
//! expect v["g_none[3].r[2].x"] = 25 within 0
//! expect v["g_none[3].r[2].y[1]"] = 26 within 0
model RecordLeaves "arrays of records, nested, with arrays and with nothing inside: made in all ways, in all places"
  record R
    Real x;
    Real y[2];
    constant Real c = 5;
  end R;
  record S
    Real a[2, 1];
    Real nothing[0, 2];
    R r[2];
  end S;
  function make_cat
    input Real s;
    output S o[3];
  algorithm
    o := cat(1, fill(S({{(s)}, {(s) + 1}}, zeros(0, 2), {R((s) + 2, {(s) + 3, (s) + 4}), R((s) + 5, {(s) + 6, (s) + 7})}), 1), {S({{(s + 10)}, {(s + 10) + 1}}, zeros(0, 2), {R((s + 10) + 2, {(s + 10) + 3, (s + 10) + 4}), R((s + 10) + 5, {(s + 10) + 6, (s + 10) + 7})}), S({{(s + 20)}, {(s + 20) + 1}}, zeros(0, 2), {R((s + 20) + 2, {(s + 20) + 3, (s + 20) + 4}), R((s + 20) + 5, {(s + 20) + 6, (s + 20) + 7})})});
  end make_cat;
  function make_comp
    input Real s;
    output S o[3];
  algorithm
    o := {S({{(s + 10*(i - 1))}, {(s + 10*(i - 1)) + 1}}, zeros(0, 2), {R((s + 10*(i - 1)) + 2, {(s + 10*(i - 1)) + 3, (s + 10*(i - 1)) + 4}), R((s + 10*(i - 1)) + 5, {(s + 10*(i - 1)) + 6, (s + 10*(i - 1)) + 7})}) for i in 1:3};
  end make_comp;
  function make_arr
    input Real s;
    output S o[3];
  algorithm
    o := {S({{(s)}, {(s) + 1}}, zeros(0, 2), {R((s) + 2, {(s) + 3, (s) + 4}), R((s) + 5, {(s) + 6, (s) + 7})}), S({{(s + 10)}, {(s + 10) + 1}}, zeros(0, 2), {R((s + 10) + 2, {(s + 10) + 3, (s + 10) + 4}), R((s + 10) + 5, {(s + 10) + 6, (s + 10) + 7})}), S({{(s + 20)}, {(s + 20) + 1}}, zeros(0, 2), {R((s + 20) + 2, {(s + 20) + 3, (s + 20) + 4}), R((s + 20) + 5, {(s + 20) + 6, (s + 20) + 7})})};
  end make_arr;
  function make_sel
    input Real s;
    output S o[3];
  algorithm
    o := if s > -1 then cat(1, {S({{(s)}, {(s) + 1}}, zeros(0, 2), {R((s) + 2, {(s) + 3, (s) + 4}), R((s) + 5, {(s) + 6, (s) + 7})}), S({{(s + 10)}, {(s + 10) + 1}}, zeros(0, 2), {R((s + 10) + 2, {(s + 10) + 3, (s + 10) + 4}), R((s + 10) + 5, {(s + 10) + 6, (s + 10) + 7})})}, {S({{(s + 20)}, {(s + 20) + 1}}, zeros(0, 2), {R((s + 20) + 2, {(s + 20) + 3, (s + 20) + 4}), R((s + 20) + 5, {(s + 20) + 6, (s + 20) + 7})})}) else fill(S({{(s)}, {(s) + 1}}, zeros(0, 2), {R((s) + 2, {(s) + 3, (s) + 4}), R((s) + 5, {(s) + 6, (s) + 7})}), 3);
  end make_sel;
  function make_none
    input Real s;
    output S o[3];
  algorithm
    o := cat(1, {S({{(s + 10*(i - 1))}, {(s + 10*(i - 1)) + 1}}, zeros(0, 2), {R((s + 10*(i - 1)) + 2, {(s + 10*(i - 1)) + 3, (s + 10*(i - 1)) + 4}), R((s + 10*(i - 1)) + 5, {(s + 10*(i - 1)) + 6, (s + 10*(i - 1)) + 7})}) for i in 1:3}, {S({{(s)}, {(s) + 1}}, zeros(0, 2), {R((s) + 2, {(s) + 3, (s) + 4}), R((s) + 5, {(s) + 6, (s) + 7})}) for i in 1:0});
  end make_none;
  function same
    input S s[3];
    output S o[3];
  algorithm
    for i in 1:3 loop
      o[i] := s[i];
    end for;
  end same;
  parameter Real p = 0;
  Real z = if time > 2 then 1 else 0;
  constant S c_cat[3] = cat(1, fill(S({{(0)}, {(0) + 1}}, zeros(0, 2), {R((0) + 2, {(0) + 3, (0) + 4}), R((0) + 5, {(0) + 6, (0) + 7})}), 1), {S({{(0 + 10)}, {(0 + 10) + 1}}, zeros(0, 2), {R((0 + 10) + 2, {(0 + 10) + 3, (0 + 10) + 4}), R((0 + 10) + 5, {(0 + 10) + 6, (0 + 10) + 7})}), S({{(0 + 20)}, {(0 + 20) + 1}}, zeros(0, 2), {R((0 + 20) + 2, {(0 + 20) + 3, (0 + 20) + 4}), R((0 + 20) + 5, {(0 + 20) + 6, (0 + 20) + 7})})});
  S k_cat[3] = c_cat;
  parameter S p_cat[3] = cat(1, fill(S({{(p)}, {(p) + 1}}, zeros(0, 2), {R((p) + 2, {(p) + 3, (p) + 4}), R((p) + 5, {(p) + 6, (p) + 7})}), 1), {S({{(p + 10)}, {(p + 10) + 1}}, zeros(0, 2), {R((p + 10) + 2, {(p + 10) + 3, (p + 10) + 4}), R((p + 10) + 5, {(p + 10) + 6, (p + 10) + 7})}), S({{(p + 20)}, {(p + 20) + 1}}, zeros(0, 2), {R((p + 20) + 2, {(p + 20) + 3, (p + 20) + 4}), R((p + 20) + 5, {(p + 20) + 6, (p + 20) + 7})})});
  S q_cat[3] = p_cat;
  S e_cat[3] = cat(1, fill(S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), 1), {S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})}), S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})});
  S a_cat[3];
  S f_cat[3] = make_cat(z);
  S g_cat[3] = same(cat(1, fill(S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), 1), {S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})}), S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})}));
  constant S c_comp[3] = {S({{(0 + 10*(i - 1))}, {(0 + 10*(i - 1)) + 1}}, zeros(0, 2), {R((0 + 10*(i - 1)) + 2, {(0 + 10*(i - 1)) + 3, (0 + 10*(i - 1)) + 4}), R((0 + 10*(i - 1)) + 5, {(0 + 10*(i - 1)) + 6, (0 + 10*(i - 1)) + 7})}) for i in 1:3};
  S k_comp[3] = c_comp;
  parameter S p_comp[3] = {S({{(p + 10*(i - 1))}, {(p + 10*(i - 1)) + 1}}, zeros(0, 2), {R((p + 10*(i - 1)) + 2, {(p + 10*(i - 1)) + 3, (p + 10*(i - 1)) + 4}), R((p + 10*(i - 1)) + 5, {(p + 10*(i - 1)) + 6, (p + 10*(i - 1)) + 7})}) for i in 1:3};
  S q_comp[3] = p_comp;
  S e_comp[3] = {S({{(z + 10*(i - 1))}, {(z + 10*(i - 1)) + 1}}, zeros(0, 2), {R((z + 10*(i - 1)) + 2, {(z + 10*(i - 1)) + 3, (z + 10*(i - 1)) + 4}), R((z + 10*(i - 1)) + 5, {(z + 10*(i - 1)) + 6, (z + 10*(i - 1)) + 7})}) for i in 1:3};
  S a_comp[3];
  S f_comp[3] = make_comp(z);
  S g_comp[3] = same({S({{(z + 10*(i - 1))}, {(z + 10*(i - 1)) + 1}}, zeros(0, 2), {R((z + 10*(i - 1)) + 2, {(z + 10*(i - 1)) + 3, (z + 10*(i - 1)) + 4}), R((z + 10*(i - 1)) + 5, {(z + 10*(i - 1)) + 6, (z + 10*(i - 1)) + 7})}) for i in 1:3});
  constant S c_arr[3] = {S({{(0)}, {(0) + 1}}, zeros(0, 2), {R((0) + 2, {(0) + 3, (0) + 4}), R((0) + 5, {(0) + 6, (0) + 7})}), S({{(0 + 10)}, {(0 + 10) + 1}}, zeros(0, 2), {R((0 + 10) + 2, {(0 + 10) + 3, (0 + 10) + 4}), R((0 + 10) + 5, {(0 + 10) + 6, (0 + 10) + 7})}), S({{(0 + 20)}, {(0 + 20) + 1}}, zeros(0, 2), {R((0 + 20) + 2, {(0 + 20) + 3, (0 + 20) + 4}), R((0 + 20) + 5, {(0 + 20) + 6, (0 + 20) + 7})})};
  S k_arr[3] = c_arr;
  parameter S p_arr[3] = {S({{(p)}, {(p) + 1}}, zeros(0, 2), {R((p) + 2, {(p) + 3, (p) + 4}), R((p) + 5, {(p) + 6, (p) + 7})}), S({{(p + 10)}, {(p + 10) + 1}}, zeros(0, 2), {R((p + 10) + 2, {(p + 10) + 3, (p + 10) + 4}), R((p + 10) + 5, {(p + 10) + 6, (p + 10) + 7})}), S({{(p + 20)}, {(p + 20) + 1}}, zeros(0, 2), {R((p + 20) + 2, {(p + 20) + 3, (p + 20) + 4}), R((p + 20) + 5, {(p + 20) + 6, (p + 20) + 7})})};
  S q_arr[3] = p_arr;
  S e_arr[3] = {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})}), S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})};
  S a_arr[3];
  S f_arr[3] = make_arr(z);
  S g_arr[3] = same({S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})}), S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})});
  constant S c_sel[3] = if 0 > -1 then cat(1, {S({{(0)}, {(0) + 1}}, zeros(0, 2), {R((0) + 2, {(0) + 3, (0) + 4}), R((0) + 5, {(0) + 6, (0) + 7})}), S({{(0 + 10)}, {(0 + 10) + 1}}, zeros(0, 2), {R((0 + 10) + 2, {(0 + 10) + 3, (0 + 10) + 4}), R((0 + 10) + 5, {(0 + 10) + 6, (0 + 10) + 7})})}, {S({{(0 + 20)}, {(0 + 20) + 1}}, zeros(0, 2), {R((0 + 20) + 2, {(0 + 20) + 3, (0 + 20) + 4}), R((0 + 20) + 5, {(0 + 20) + 6, (0 + 20) + 7})})}) else fill(S({{(0)}, {(0) + 1}}, zeros(0, 2), {R((0) + 2, {(0) + 3, (0) + 4}), R((0) + 5, {(0) + 6, (0) + 7})}), 3);
  S k_sel[3] = c_sel;
  parameter S p_sel[3] = if p > -1 then cat(1, {S({{(p)}, {(p) + 1}}, zeros(0, 2), {R((p) + 2, {(p) + 3, (p) + 4}), R((p) + 5, {(p) + 6, (p) + 7})}), S({{(p + 10)}, {(p + 10) + 1}}, zeros(0, 2), {R((p + 10) + 2, {(p + 10) + 3, (p + 10) + 4}), R((p + 10) + 5, {(p + 10) + 6, (p + 10) + 7})})}, {S({{(p + 20)}, {(p + 20) + 1}}, zeros(0, 2), {R((p + 20) + 2, {(p + 20) + 3, (p + 20) + 4}), R((p + 20) + 5, {(p + 20) + 6, (p + 20) + 7})})}) else fill(S({{(p)}, {(p) + 1}}, zeros(0, 2), {R((p) + 2, {(p) + 3, (p) + 4}), R((p) + 5, {(p) + 6, (p) + 7})}), 3);
  S q_sel[3] = p_sel;
  S e_sel[3] = if z > -1 then cat(1, {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})})}, {S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})}) else fill(S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), 3);
  S a_sel[3];
  S f_sel[3] = make_sel(z);
  S g_sel[3] = same(if z > -1 then cat(1, {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})})}, {S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})}) else fill(S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), 3));
  constant S c_none[3] = cat(1, {S({{(0 + 10*(i - 1))}, {(0 + 10*(i - 1)) + 1}}, zeros(0, 2), {R((0 + 10*(i - 1)) + 2, {(0 + 10*(i - 1)) + 3, (0 + 10*(i - 1)) + 4}), R((0 + 10*(i - 1)) + 5, {(0 + 10*(i - 1)) + 6, (0 + 10*(i - 1)) + 7})}) for i in 1:3}, {S({{(0)}, {(0) + 1}}, zeros(0, 2), {R((0) + 2, {(0) + 3, (0) + 4}), R((0) + 5, {(0) + 6, (0) + 7})}) for i in 1:0});
  S k_none[3] = c_none;
  parameter S p_none[3] = cat(1, {S({{(p + 10*(i - 1))}, {(p + 10*(i - 1)) + 1}}, zeros(0, 2), {R((p + 10*(i - 1)) + 2, {(p + 10*(i - 1)) + 3, (p + 10*(i - 1)) + 4}), R((p + 10*(i - 1)) + 5, {(p + 10*(i - 1)) + 6, (p + 10*(i - 1)) + 7})}) for i in 1:3}, {S({{(p)}, {(p) + 1}}, zeros(0, 2), {R((p) + 2, {(p) + 3, (p) + 4}), R((p) + 5, {(p) + 6, (p) + 7})}) for i in 1:0});
  S q_none[3] = p_none;
  S e_none[3] = cat(1, {S({{(z + 10*(i - 1))}, {(z + 10*(i - 1)) + 1}}, zeros(0, 2), {R((z + 10*(i - 1)) + 2, {(z + 10*(i - 1)) + 3, (z + 10*(i - 1)) + 4}), R((z + 10*(i - 1)) + 5, {(z + 10*(i - 1)) + 6, (z + 10*(i - 1)) + 7})}) for i in 1:3}, {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}) for i in 1:0});
  S a_none[3];
  S f_none[3] = make_none(z);
  S g_none[3] = same(cat(1, {S({{(z + 10*(i - 1))}, {(z + 10*(i - 1)) + 1}}, zeros(0, 2), {R((z + 10*(i - 1)) + 2, {(z + 10*(i - 1)) + 3, (z + 10*(i - 1)) + 4}), R((z + 10*(i - 1)) + 5, {(z + 10*(i - 1)) + 6, (z + 10*(i - 1)) + 7})}) for i in 1:3}, {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}) for i in 1:0}));
algorithm
  a_cat := cat(1, fill(S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), 1), {S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})}), S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})});
  a_comp := {S({{(z + 10*(i - 1))}, {(z + 10*(i - 1)) + 1}}, zeros(0, 2), {R((z + 10*(i - 1)) + 2, {(z + 10*(i - 1)) + 3, (z + 10*(i - 1)) + 4}), R((z + 10*(i - 1)) + 5, {(z + 10*(i - 1)) + 6, (z + 10*(i - 1)) + 7})}) for i in 1:3};
  a_arr := {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})}), S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})};
  a_sel := if z > -1 then cat(1, {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), S({{(z + 10)}, {(z + 10) + 1}}, zeros(0, 2), {R((z + 10) + 2, {(z + 10) + 3, (z + 10) + 4}), R((z + 10) + 5, {(z + 10) + 6, (z + 10) + 7})})}, {S({{(z + 20)}, {(z + 20) + 1}}, zeros(0, 2), {R((z + 20) + 2, {(z + 20) + 3, (z + 20) + 4}), R((z + 20) + 5, {(z + 20) + 6, (z + 20) + 7})})}) else fill(S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}), 3);
  a_none := cat(1, {S({{(z + 10*(i - 1))}, {(z + 10*(i - 1)) + 1}}, zeros(0, 2), {R((z + 10*(i - 1)) + 2, {(z + 10*(i - 1)) + 3, (z + 10*(i - 1)) + 4}), R((z + 10*(i - 1)) + 5, {(z + 10*(i - 1)) + 6, (z + 10*(i - 1)) + 7})}) for i in 1:3}, {S({{(z)}, {(z) + 1}}, zeros(0, 2), {R((z) + 2, {(z) + 3, (z) + 4}), R((z) + 5, {(z) + 6, (z) + 7})}) for i in 1:0});
end RecordLeaves;
