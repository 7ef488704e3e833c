"""Streams requests to grundy, a JSON object a line, and prints the answers, a line each, in the same order:
    python3 stream.py http://localhost:8080 < requests.ndjson > answers.ndjson"""
import contextlib, http.client, os, socket, sys, threading
from urllib.parse import urlsplit

def send(service: socket.socket, sent: list[int]) -> None:
    """Sends standard input; at its end `sent` gets the number of its requests."""
    requests, rest = 0, b""
    with contextlib.suppress(OSError):  # main notices a lost connection too
        while block := os.read(0, 1 << 16):  # what there is: a line that comes alone leaves alone
            service.sendall(b"%x\r\n%b\r\n" % (len(block), block))
            *lines, rest = (rest + block).split(b"\n")
            requests += sum(1 for line in lines if line.strip())  # blank lines have no answer
        sent.append(requests + bool(rest.strip()))
        service.sendall(b"0\r\n\r\n")

def main(base: str) -> None:
    url, sent, answers = urlsplit(base), list[int](), 0
    if url.scheme != "http":
        sys.exit("stream.py: wants an http:// URL (two threads must not share a TLS connection)")
    try:
        connection = http.client.HTTPConnection(url.netloc)
        connection.putrequest("POST", url.path.rstrip("/") + "/v1/batch")
        connection.putheader("Content-Type", "application/x-ndjson")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        # A thread writes while this one reads: the service stops reading while nobody takes its answers.
        threading.Thread(target=send, args=(connection.sock, sent), daemon=True).start()
        if (response := connection.getresponse()).status != 200:
            sys.exit(f"stream.py: {response.status}: {response.read().decode()}")
        while block := response.read1(1 << 16):  # IncompleteRead if the answer ends without its last chunk
            answers += block.count(b"\n")
            sys.stdout.buffer.write(block)
            sys.stdout.buffer.flush()
        if sent != [answers]:  # a proxy may have ended a cut answer as if it were whole
            sys.exit(f"stream.py: cut after {answers} answers")
    except (OSError, http.client.HTTPException) as error:
        sys.exit(f"stream.py: {error!r}")

main(sys.argv[1])
