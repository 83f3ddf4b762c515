package Kron "Models of kron's own: small, complete, made to be read"
  annotation(version = "0.1");
end Kron;
