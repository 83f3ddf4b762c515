model Nothing "no variables, no equations"
end Nothing;
