import { updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import { npmStart, runServer } from "../../kit/processes/runServer.ts";
import type { Row } from "../printRows.ts";
import { readCpuMs } from "../readCpu.ts";
import { readMemoryMb } from "../readMemory.ts";
import { startProvider } from "../startProvider.ts";
import { openModelApp } from "../visitor.ts";
import { countDelays, delayAt, joinDelays } from "../widgets/delays.ts";
import { shareOf, startWidgetProcesses } from "../widgets/widgetProcesses.ts";

interface Sizes {
  widgets: number;
  streams: number;
  seconds: number;
  processes: number;
  /** Of one answer: how many, and the pause between them. */
  pieces: number;
  pieceMs: number;
}

/**
 * Measures widgets that are connected while answers stream, and how soon all are back after the server was restarted. The
 * first questions come spread over the length of an answer, as people do not ask in step.
 */
export async function measureConnected(sizes: Sizes): Promise<Row[]> {
  const { widgets, streams, seconds, processes, pieces, pieceMs } = sizes;
  const provider = await startProvider();
  const clients = startWidgetProcesses(processes);
  const server = await runServer({
    script: npmStart,
    env: {
      OPENAI_BASE_URL: `${provider.url}/timed/${pieces}/${pieceMs}/v1`,
      OPENAI_API_KEY: "bench",
      TRUST_PROXY: "1",
    },
  });
  try {
    const app = await openModelApp(server);
    const setStatus = (status: "live" | "paused") =>
      app.client.call(updateAgentStatus, {
        params: { productId: app.agentId },
        body: { data: { status } },
      });
    const idleMb = readMemoryMb(server.pid);
    console.error(`Opening ${widgets} sessions, each with a conversation.`);
    await clients.tell("open", (index) => ({
      ...{ url: server.url, token: app.token },
      ...shareOf(widgets, processes, index),
    }));
    // Nobody answers the first messages.
    await setStatus("paused");
    await clients.tell("greet");
    await setStatus("live");
    console.error("Connecting.");
    await clients.tell("connect");
    const connectedMb = readMemoryMb(server.pid);

    console.error(`${streams} answers stream for ${seconds} s.`);
    let mostMb = connectedMb;
    const watching = setInterval(() => (mostMb = Math.max(mostMb, readMemoryMb(server.pid))), 250);
    const cpuMs = readCpuMs(server.pid);
    const talked = await clients.tell("talk", (index) => ({
      ...{ seconds, pieces, pieceMs, count: shareOf(streams, processes, index).count },
    }));
    const usedMs = readCpuMs(server.pid) - cpuMs;
    clearInterval(watching);
    const drops = sum(await clients.tell("countDrops"));
    const delays = joinDelays(talked.map((one) => one.delays));
    const settled = joinDelays(talked.map((one) => one.settledDelays));

    console.error("Restarting.");
    const stepping = clients.tell("awaitSteps");
    await server.end();
    const again = await server.restart();
    const readyAt = Date.now();
    const steps = (await stepping).flat();
    await again.end();
    return [
      { what: "widgets connected", measured: widgets, budget: null, unit: "" },
      { what: "memory before", measured: idleMb, budget: null, unit: "MB" },
      { what: "memory with all connected", measured: connectedMb, budget: null, unit: "MB" },
      { what: `memory with ${streams} answers streaming, most`, measured: mostMb, budget: 700, unit: "MB" },
      { what: "live streams dropped", measured: drops, budget: 0, unit: "" },
      {
        what: "answers read to the end",
        measured: sum(talked.map((one) => one.answers)),
        budget: null,
        unit: "",
      },
      {
        what: "answers that are not whole",
        measured: sum(talked.map((one) => one.broken)),
        budget: 0,
        unit: "",
      },
      { what: "streams of answers cut", measured: sum(talked.map((one) => one.cuts)), budget: 0, unit: "" },
      {
        what: "messages that no live event told of",
        measured: sum(talked.map((one) => one.missed)),
        budget: 0,
        unit: "",
      },
      { what: "tokens timed", measured: countDelays(delays), budget: null, unit: "" },
      {
        what: "the server's own time a token, on all its threads",
        measured: (usedMs * 1000) / countDelays(delays),
        budget: null,
        unit: "µs",
      },
      { what: "added delay of a token, median", measured: delayAt(delays, 50), budget: null, unit: "ms" },
      { what: "added delay of a token", measured: delayAt(delays, 99), budget: 150, unit: "ms p99" },
      { what: "of those after all had begun", measured: delayAt(settled, 99), budget: null, unit: "ms p99" },
      {
        what: "of it the widgets' own lateness, the worst process",
        measured: Math.max(...talked.map((one) => one.ownLagMs)),
        budget: null,
        unit: "ms p99",
      },
      {
        what: "after a restart: all in step, from ready on",
        measured: (Math.max(...steps) - readyAt) / 1000,
        budget: 30,
        unit: "s",
      },
    ];
  } finally {
    clients.end();
    provider.end();
    await server.end("SIGKILL");
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
