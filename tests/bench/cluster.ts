/**
 * `npm run bench:cluster`: two web processes and two workers on one Postgres: how soon a message is acknowledged and an
 * event of one is seen at the other, whether jobs run and schedules fire once, and whether a rolling restart of all four loses answers. Prints a table, and the figures as JSON
 * last. Servers, Postgres, provider and readers share this machine.
 */
import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { buildIfMissing } from "../../server/build.ts";
import { startPostgres } from "../kit/database/postgres.ts";
import { endServers, npmStart, runServer } from "../kit/processes/runServer.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { measureCrossing } from "./cluster/measureCrossing.ts";
import { startFetchedSources } from "./cluster/fetchedSources.ts";
import { measureMessages } from "./cluster/measureMessages.ts";
import { measureRollingRestart } from "./cluster/measureRollingRestart.ts";
import { printRows } from "./printRows.ts";
import { startProvider } from "./startProvider.ts";
import { openModelApp } from "./visitor.ts";

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "500" },
    events: { type: "string", default: "400" },
    sources: { type: "string", default: "20" },
    streams: { type: "string", default: "100" },
    pieces: { type: "string", default: "500" },
  },
});
const [messages, events, sources, streams, pieces] = [
  Number(values.messages),
  Number(values.events),
  Number(values.sources),
  Number(values.streams),
  Number(values.pieces),
];
const pieceMs = 20;

const postgres = await startPostgres();
if (!postgres) throw new Error("Several processes need a Postgres; the line above says why there is none.");
const provider = await startProvider();
const ended: (() => Promise<unknown>)[] = [];
try {
  buildIfMissing();
  console.log(`${availableParallelism()} cores for four servers, Postgres, provider and readers`);
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomBytes(32).toString("hex"),
    OPENAI_BASE_URL: `${provider.url}/timed/${pieces}/${pieceMs}/v1`,
    OPENAI_API_KEY: "bench",
    EGRESS_ALLOW: "127.0.0.0/8",
    TRUST_PROXY: "1",
  };
  const start = (role: string) => runServer({ script: npmStart, env: { ...env, ROLE: role } });
  const pair: [RunningServer, RunningServer] = [await start("web"), await start("web")];
  const workers = [await start("worker"), await start("worker")];
  const app = await openModelApp(pair[0]);
  const fetched = await startFetchedSources(app, pair, sources);
  ended.push(fetched.stop);
  const acknowledged = await measureMessages(app, pair, messages);
  const crossing = await measureCrossing(app, pair, events);
  const once = await fetched.measure();
  const rolling = await measureRollingRestart(app, { webs: pair, workers }, { streams, pieces });
  printRows([...acknowledged, ...crossing, ...once, ...rolling]);
} finally {
  for (const end of ended) await end();
  provider.end();
  await endServers();
  await postgres.stop();
}
