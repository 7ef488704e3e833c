"""Streams requests to grundy, one JSON object on each line, and prints one line for each answer, in the same order:
    python3 stream.py http://localhost:8080 < requests.ndjson > answers.ndjson"""
import asyncio, os, sys
from urllib.parse import urlsplit

def end(message: str | None) -> None:
    """Ends the process at once, since the thread that reads standard input may wait for ever."""
    sys.stdout.flush()
    if message:
        print(f"stream.py: {message}", file=sys.stderr, flush=True)
    os._exit(1 if message else 0)

async def send(writer: asyncio.StreamWriter, sent: list[int]) -> None:
    """Sends standard input. At its end, appends the number of requests to `sent`."""
    requests, rest = 0, b""
    while block := await asyncio.to_thread(os.read, 0, 1 << 16):  # does not wait for a full block
        *lines, rest = (rest + block).split(b"\n")
        requests += sum(1 for line in lines if line.strip())  # blank lines have no answer
        writer.write(b"%x\r\n%b\r\n" % (len(block), block))
        await writer.drain()
    sent.append(requests + bool(rest.strip()))
    writer.write(b"0\r\n\r\n")

async def main(base: str) -> None:
    url, sent, answers = urlsplit(base), list[int](), 0
    if url.scheme not in ("http", "https") or not url.hostname:
        end(f"{base!r} is no http:// or https:// URL")
    tls = url.scheme == "https"
    try:
        reader, writer = await asyncio.open_connection(url.hostname, url.port or (443 if tls else 80), ssl=tls or None)
        writer.write(f"POST {url.path.rstrip('/')}/v1/batch HTTP/1.1\r\nHost: {url.netloc.rpartition('@')[2]}\r\n"
                     "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode())
        # This writes while main reads, since the service stops reading if nobody reads its answers.
        sending = asyncio.create_task(send(writer, sent))
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if head.split()[1] != "200":
            end(f"{head.split()[1]}: {(await reader.read()).decode()}")
        while size := int(await reader.readuntil(b"\r\n"), 16):  # IncompleteReadError if the last chunk is missing
            block = (await reader.readexactly(size + 2))[:-2]
            answers += block.count(b"\n")
            sys.stdout.buffer.write(block)
            sys.stdout.buffer.flush()
        # A proxy that cuts the response off may still end it with a proper last chunk. So the answer lines are counted.
        end(None if sending.done() and sent == [answers] else f"cut after {answers} answers")
    except (OSError, EOFError, ValueError) as error:
        end(repr(error))

if len(sys.argv) != 2:
    end("wants one URL:\n" + __doc__.partition("\n")[2])
asyncio.run(main(sys.argv[1]))
