import { setTimeout as wait } from "node:timers/promises";
import { npmStart, runServer } from "../../kit/processes/runServer.ts";
import type { Row } from "../printRows.ts";
import { startProvider } from "../startProvider.ts";
import { percentile } from "../statistics.ts";
import { openModelApp } from "../visitor.ts";
import { startWidgetProcesses } from "../widgets/widgetProcesses.ts";

const visitors = 60;
/** A kill comes at any moment of this time after the server is ready. */
const longestLifeMs = 1500;

/** Kills the server again and again while visitors write and read, and holds what is stored against what was acknowledged. */
export async function measureKills({ kills }: { kills: number }): Promise<Row[]> {
  const provider = await startProvider();
  const clients = startWidgetProcesses(1);
  let server = await runServer({
    script: npmStart,
    env: {
      OPENAI_BASE_URL: `${provider.url}/timed/20/20/v1`,
      OPENAI_API_KEY: "bench",
      TRUST_PROXY: "1",
    },
  });
  try {
    const app = await openModelApp(server);
    await clients.tell("open", {
      url: server.url,
      token: app.token,
      count: visitors,
      from: 0,
    });
    await clients.tell("load");
    const readyMs: number[] = [];
    for (let killed = 0; killed < kills; killed += 1) {
      await wait(Math.random() * longestLifeMs); // a bench waits; nothing is asserted by it
      await server.end("SIGKILL");
      const startedAt = performance.now();
      server = await server.restart();
      readyMs.push(performance.now() - startedAt);
      if (killed % 20 === 19) console.error(`${killed + 1} of ${kills} kills`);
    }
    await clients.tell("stop");
    const [checked] = await clients.tell("check");
    if (!checked) throw new Error("There is one process full of widgets.");
    return [
      { what: "kills", measured: kills, budget: null, unit: "" },
      { what: "messages acknowledged", measured: checked.acknowledged, budget: null, unit: "" },
      { what: "acknowledged messages lost", measured: checked.lost, budget: 0, unit: "" },
      { what: "messages or answers doubled", measured: checked.doubled, budget: 0, unit: "" },
      { what: "messages out of order", measured: checked.outOfOrder, budget: 0, unit: "" },
      { what: "answered", measured: checked.answered, budget: null, unit: "" },
      {
        what: "given up after three kills, to be tried again",
        measured: checked.givenUp,
        budget: null,
        unit: "",
      },
      { what: "streams cut", measured: checked.cuts, budget: null, unit: "" },
      { what: "start to ready, median", measured: percentile(readyMs, 50), budget: null, unit: "ms" },
      { what: "start to ready, the longest", measured: Math.max(...readyMs), budget: 2000, unit: "ms" },
    ];
  } finally {
    clients.end();
    provider.end();
    await server.end("SIGKILL");
  }
}
