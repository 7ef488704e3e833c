"""What the scripts here share: a server of their own, built for release, and what the kernel says of it."""
import os, pathlib, re, subprocess, sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def build():
    """The release binary."""
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/grundy"


class Server:
    """A server on a free port; it ends with the block."""

    def __init__(self, *flags, binary=None):
        command = [binary or build(), "serve", "--listen", "127.0.0.1:0", *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(re.search(r":(\d+)$", self.process.stdout.readline().strip())[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def memory(self, field="VmRSS"):
        """Resident memory in MiB; VmHWM is the most there ever was."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024


def fibonacci(digits):
    """Two consecutive Fibonacci numbers, the larger one of so many digits: Euclid's algorithm at its longest."""
    sys.set_int_max_str_digits(0)

    def pair(n):
        if n == 0:
            return 0, 1
        a, b = pair(n // 2)
        even, odd = a * (2 * b - a), a * a + b * b
        return (even, odd) if n % 2 == 0 else (odd, even + odd)

    # F(n) has about n · log₁₀ φ digits.
    n = int(digits / 0.20898764024997873)
    while len(str(pair(n)[1])) > digits:
        n -= 1
    return pair(n)


def heavy(digits=100_000):
    """The longest work that one component makes."""
    a, b = fibonacci(digits)
    return f'{{"position":{{"wizards":[["{a}","{b}"]]}},"brief":true}}'
