// Starts a live service with which the package is compared. It listens on a free port of loopback, and is stopped at
// the end.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The program of the service: the debug build in target, unless $GRUNDY names another program. */
export const program = process.env.GRUNDY ?? new URL("../../../target/debug/grundy", import.meta.url).pathname;

/** Starts the service. Returns its address, and a function that stops it. */
export async function start() {
  const child = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--log", "error"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  return { url: `${line.match(/http:\S+/)[0]}/`, stop: () => child.kill() };
}
