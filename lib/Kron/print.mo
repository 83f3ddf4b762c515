within Kron;
impure function print "Writes a line to standard output, as Modelica.Utilities.Streams.print without a file"
  input String string = "" "Text";
  external "C" ModelicaInternal_print(string, "");
end print;
