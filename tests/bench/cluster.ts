/**
 * `npm run bench:cluster`: two server processes on one Postgres: how soon an event of one is seen at the other, whether
 * jobs run and schedules fire once, and whether a rolling restart loses answers. Prints a table, and the figures as JSON
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
import { measureRollingRestart } from "./cluster/measureRollingRestart.ts";
import { printRows } from "./printRows.ts";
import { startProvider } from "./startProvider.ts";
import { openModelApp } from "./visitor.ts";

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "400" },
    sources: { type: "string", default: "20" },
    streams: { type: "string", default: "100" },
    pieces: { type: "string", default: "500" },
  },
});
const [events, sources, streams, pieces] = [
  Number(values.events),
  Number(values.sources),
  Number(values.streams),
  Number(values.pieces),
];
const pieceMs = 20;

const postgres = await startPostgres();
if (!postgres) throw new Error("Two processes need a Postgres; the line above says why there is none.");
const provider = await startProvider();
const ended: (() => Promise<unknown>)[] = [];
try {
  buildIfMissing();
  console.log(`${availableParallelism()} cores for two servers, Postgres, provider and readers`);
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomBytes(32).toString("hex"),
    OPENAI_BASE_URL: `${provider.url}/timed/${pieces}/${pieceMs}/v1`,
    OPENAI_API_KEY: "bench",
    EGRESS_ALLOW: "127.0.0.0/8",
    TRUST_PROXY: "1",
  };
  const one = await runServer({ script: npmStart, env });
  const other = await runServer({ script: npmStart, env });
  const pair: [RunningServer, RunningServer] = [one, other];
  const app = await openModelApp(one);
  const fetched = await startFetchedSources(app, pair, sources);
  ended.push(fetched.stop);
  const crossing = await measureCrossing(app, pair, events);
  const once = await fetched.measure();
  const rolling = await measureRollingRestart(app, pair, { streams, pieces });
  printRows([...crossing, ...once, ...rolling]);
} finally {
  for (const end of ended) await end();
  provider.end();
  await endServers();
  await postgres.stop();
}
