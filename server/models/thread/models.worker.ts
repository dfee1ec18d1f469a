import { parentPort, workerData } from "node:worker_threads";
import { createEgress } from "../../egress/egress.ts";
import { providerFetch } from "../../egress/providerFetch.ts";
import type { NetworkTrust } from "../ask.ts";
import { createPace } from "../pace.ts";
import { streamOnce } from "../streamOnce.ts";
import { describe, writeFault } from "./messages.ts";
import type { FromThread, Said, ThreadData, Told } from "./messages.ts";

// Only modelThread.ts starts this file.
const { allow, ownNames } = workerData as ThreadData;
const fetches: Record<NetworkTrust, typeof fetch> = {
  trusted: providerFetch,
  checked: createEgress({ allow, ownNames }).streamFetch,
};
const pace = createPace();
const asking = new Map<number, AbortController>();
const betweenMs = 4;
let saying: Said[] = [];
let sentAt = Number.NEGATIVE_INFINITY;

// Else it would end the thread, and with it the answers of everybody.
process.on("unhandledRejection", (error) => post({ unhandled: describe(error) }));
parentPort?.on("message", (told: Told) => {
  if (told.request) void answer(told);
  else asking.get(told.id)?.abort();
});

async function answer({ id, request, trust, ...asked }: Extract<Told, { request: object }>): Promise<void> {
  const leaving = new AbortController();
  asking.set(id, leaving);
  const attempt = {
    ...asked,
    request: { ...request, signal: leaving.signal },
    fetch: fetches[trust],
    pace,
  };
  try {
    await streamOnce(attempt, (part) => say({ id, part }));
  } catch (error) {
    if (!leaving.signal.aborted) say({ id, fault: writeFault(error) });
  }
  asking.delete(id);
}

/** What comes within a few milliseconds goes together: a message costs more than what is in it. */
function say(said: Said): void {
  if (saying.push(said) > 1) return;
  if (performance.now() - sentAt > betweenMs) setImmediate(send);
  else setTimeout(send, betweenMs);
}

function send(): void {
  sentAt = performance.now();
  post(saying);
  saying = [];
}

function post(message: FromThread): void {
  parentPort?.postMessage(message);
}
