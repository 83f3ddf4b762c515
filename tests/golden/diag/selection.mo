model M
  Real a = ({1, 2, 3})[4];
  Real b = ({1, 2, 3})[1, 1];
  Real c = ({1, 2, 3}).x;
  Real d = ({1, 2, 3})[1.5];
end M;
