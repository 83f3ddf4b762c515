# The session in a terminal: completion, history, Ctrl-C, Ctrl-D.
python3 - <<'END'
import os, pty, re, select, sys, time

kron, root = os.environ["KRON"], os.environ["ROOT"]
os.makedirs("home", exist_ok=True)


class Terminal:
    def __init__(self, *args):
        self.seen = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {k: v for k, v in os.environ.items() if k != "XDG_STATE_HOME"}
            os.chdir(root + "/examples/papers")
            os.execve(kron, [kron, "session", *args],
                      dict(env, TERM="xterm", HOME=home, LC_ALL="C.UTF-8", NO_COLOR="1"))

    def wait(self, text, seconds=20):
        """Reads up to this text; what came before it."""
        end = time.time() + seconds
        while text not in self.seen:
            if time.time() > end or not select.select([self.fd], [], [], 1)[0]:
                if time.time() > end:
                    sys.exit("no %r in %r" % (text, self.seen))
                continue
            try:
                self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
            except OSError:
                sys.exit("ended without %r in %r" % (text, self.seen))
        at = self.seen.index(text) + len(text)
        before, self.seen = self.seen[:at], self.seen[at:]
        return before

    def type(self, text):
        time.sleep(0.2)     # control characters are keys only after the prompt
        os.write(self.fd, text.encode())

    def end(self, seconds=20):
        """The exit status."""
        for _ in range(10 * seconds):
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
                except OSError:
                    return os.waitpid(self.pid, 0)[1]
        sys.exit("does not end: %r" % self.seen)


home = os.path.abspath("home")
t = Terminal()
t.wait("> ")
# File names, commands, listings, switches and variables.
t.type("ent\tcirc\t")
t.wait("uit.dym ")
t.type("\n")
t.wait("23 equations, 23 unknowns")
t.wait("> ")
t.type("outp\tequ\t")
t.wait("ations ")
t.type("\n")
t.wait("Common.V = U0.Vb")
t.wait("> ")
t.type("set elim\ton\n")
t.wait("Eliminate on")
t.wait("> ")
t.type("variable state L.\t")
listed = t.wait("> variable state L.")
assert re.search(r"L\.Va +L\.Vb +L\.i +L\.u", listed) and "L.L" in listed, listed
# Ctrl-C gives up the line.
t.type("garbage\x03")
t.wait("^C")
t.wait("> ")
t.type("variable L.i\n")
t.wait("L.i is a state")
t.wait("> ")
# The history: the line before the last one.
t.type("\x1b[A\x1b[A")
t.wait("set Eliminate on")
t.type("\x03")
t.wait("> ")
# Ctrl-C while a model is typed in.
t.type("model lost\n")
t.wait("  ")
t.type("\x03")
t.wait("> ")
# A run is interrupted, the session goes on with what there is of the result.
t.type("model slow\nlocal x\nder(x) = cos(1000*Time) - x\nend\n")
t.wait("1 equation, 1 unknown")
t.type("simulate 1e5\n")
t.wait("left")
t.type("\x03")
t.wait("interrupted at time")
t.wait("> ")
t.type("plot x\n")
t.wait("time [")
t.wait("> ")
t.type("n\u00f6nsense\n")
t.wait("there is no command `n\u00f6nsense`")
t.wait("> ")
# Ctrl-D leaves; mistakes at a terminal are no failure.
t.type("\x04")
status = t.end()
assert status == 0, status

# The next session knows the lines of this one, and takes a model to begin with.
t = Terminal("parcap.dym")
t.wait("parcap: 15 equations, 15 unknowns")
t.wait("> ")
t.type("\x1b[A\x1b[A")
t.wait("plot x")
t.type("\x03")
t.wait("> ")
t.type("quit\n")
status = t.end()
assert status == 0, status
assert "simulate" in open("home/.kron_history").read()
END
