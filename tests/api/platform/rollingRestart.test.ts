import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing } from "../../../server/build.ts";
import { measureRollingRestart } from "../../bench/cluster/measureRollingRestart.ts";
import { startProvider } from "../../bench/startProvider.ts";
import { openModelApp } from "../../bench/visitor.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";
import { bothStores } from "../../kit/database/stores.ts";

/**
 * How many answers stream, and of how many pieces; by the clock they are told far longer than a process may take to
 * end.
 */
const [streams, pieces, pieceMs] = [30, 200, 20];

// A visitor's session begins in the chat's own document.
beforeAll(buildIfMissing, 180_000);

describe.each(bothStores())("answers during a deployment on $name", (store) => {
  it("are complete and unique while each process is told to stop and started again (fault 3)", async () => {
    const { databaseUrl } = await store.newPlace();
    const provider = await startProvider();
    const env = {
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      SECRET_KEY: randomBytes(32).toString("hex"),
      OPENAI_BASE_URL: `${provider.url}/timed/${pieces}/${pieceMs}/v1`,
      OPENAI_API_KEY: "a key",
      EGRESS_ALLOW: "127.0.0.0/8",
      TRUST_PROXY: "1",
      STOP_SECONDS: "2",
    };
    try {
      const first = await spawnServer({ env });
      const servers = databaseUrl === undefined ? [first] : [first, await spawnServer({ env })];
      const app = await openModelApp(first);
      const rows = await measureRollingRestart(app, { webs: servers }, { streams, pieces });
      const measured = Object.fromEntries(rows.map(({ what, measured: count }) => [what, count]));
      expect(measured).toMatchObject({ "answers lost or not whole": 0, "messages doubled or missing": 0 });
      expect(measured["streams cut and gone on with"]).toBeGreaterThan(0);
    } finally {
      provider.end();
    }
  }, 400_000);
});
