"""Functions that the scripts here share. They start a server, built like a release, and read its CPU and memory."""
import os, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def build(name="grundy", package="grundy"):
    """Builds the published program, or another program in the same way. Returns the path."""
    subprocess.run(["cargo", "build", "--profile", "dist", "--locked", "--quiet", "--package", package], cwd=ROOT, check=True)
    return TARGET / "dist" / name


def cpu(process):
    """Seconds of CPU that a process has had so far."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """A server on a free port; it ends with the block."""

    def __init__(self, *flags, binary=None, admin=False):
        command = [binary or build(), "serve", "--listen", "127.0.0.1:0", *flags]
        command += ["--admin-listen", "127.0.0.1:0"] if admin else []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        port = lambda: int(re.search(r":(\d+)$", self.process.stdout.readline().strip())[1])
        self.port = port()
        self.admin_port = port() if admin else self.port
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def memory(self, field="VmRSS"):
        """Resident memory in MiB. The field VmHWM gives the peak."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024

    def cpu(self):
        """Seconds of CPU so far."""
        return cpu(self.process)


def hostile():
    """Scripts that attack, by their names."""
    folder = ROOT / "crates" / "rules" / "tests" / "hostile"
    return {path.stem: path.read_bytes().decode() for path in sorted(folder.glob("*.py"))}


def fibonacci(digits):
    """Returns two consecutive Fibonacci numbers, the worst case of Euclid's algorithm. The larger has this many digits."""
    sys.set_int_max_str_digits(0)

    def pair(n):
        if n == 0:
            return 0, 1
        a, b = pair(n // 2)
        even, odd = a * (2 * b - a), a * a + b * b
        return (even, odd) if n % 2 == 0 else (odd, even + odd)

    # F(n), the n-th Fibonacci number, has about n · log₁₀ φ digits.
    n = int(digits / 0.20898764024997873)
    while len(str(pair(n)[1])) > digits:
        n -= 1
    return pair(n)


def heavy(digits=100_000):
    """Returns a request whose single component takes the longest work."""
    a, b = fibonacci(digits)
    return f'{{"position":{{"wizards":[["{a}","{b}"]]}},"brief":true}}'
