import { npmStart, runServer } from "../kit/processes/runServer.ts";
import { readMemoryMb } from "./readMemory.ts";
import { median } from "./statistics.ts";

export interface Start {
  readyMs: number;
  idleMb: number;
}

const starts = 5;
const settleMs = 3000;

/** How long a warm start takes until the server is ready, and the memory it holds when nobody asks anything. */
export async function measureStart(): Promise<Start> {
  let server = await runServer({ script: npmStart });
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    await server.end();
    const startedAt = performance.now();
    server = await server.restart();
    times.push(performance.now() - startedAt);
  }
  await new Promise((resolve) => setTimeout(resolve, settleMs)); // what starting left behind is given back by then
  const idleMb = readMemoryMb(server.pid);
  await server.end();
  return { readyMs: median(times), idleMb };
}
