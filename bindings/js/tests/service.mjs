// Starts a live service with which the package is compared. It listens on a free port of loopback, and is stopped at
// the end.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

/** The program of the service: the debug build in target, unless $GRUNDY names another program. */
export const program = process.env.GRUNDY ?? new URL("../../../target/debug/grundy", import.meta.url).pathname;

/** How often a request to a busy service is sent again, after a second each time. */
const PATIENCE = 180;

/** The answer to a request. A busy service refuses it with 503, and then it is sent again, as clients do. */
export async function ask(url, options) {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, options);
    if (response.status !== 503 || tries > PATIENCE) return response;
    await setTimeout(1000);
  }
}

/** Starts the service. Returns its address, and a function that stops it. */
export async function start() {
  const child = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--log", "error"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  return { url: `${line.match(/http:\S+/)[0]}/`, stop: () => child.kill() };
}
