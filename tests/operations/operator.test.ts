import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { listVisitorMessages } from "../../shared/contract/conversations/conversations.ts";
import { createClient } from "../../shared/client/createClient.ts";
import { publishAgent } from "../../shared/contract/agents/agents.ts";
import { openBenchApp, openSession } from "../bench/visitor.ts";
import type { BenchApp } from "../bench/visitor.ts";
import { ask } from "../bench/widgets/ask.ts";
import type { Widget } from "../bench/widgets/widget.ts";
import { explainNoPostgres, startPostgres } from "../kit/database/postgres.ts";
import { findPort } from "../kit/network/findPort.ts";
import { npmStart } from "../kit/processes/runServer.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";
import { root } from "../structure/files.ts";
import { makeNewerVersion, newerColumn, newerStep } from "./makeNewerVersion.ts";
import { explainMissing, recipes, startProxy } from "./startProxy.ts";
import type { Proxy } from "./startProxy.ts";

const publicUrl = "https://agents.example.com";
const run = promisify(execFile);
const visitors = 8;

const nginx = recipes.find(({ file }) => file === "nginx.conf");
if (!nginx) throw new Error("The recipes include nginx.");
const missing = explainMissing(nginx) ?? explainNoPostgres();

describe.skipIf(missing !== null)(`an operator${missing ? `, ${missing}` : ""}`, () => {
  it("backs up, loses the machine, restores, moves to Postgres and upgrades under load without a lost message", async () => {
    const folder = await mkdtemp(join(tmpdir(), "operator-"));
    const postgres = await startPostgres();
    if (!postgres) throw new Error("There was a Postgres.");
    const newer = makeNewerVersion();
    onTestFinished(async () => {
      newer.remove();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const ports = [await findPort(), await findPort()] as const;
    const proxy = await startProxy(nginx, ...ports);
    onTestFinished(() => proxy.stop());
    reachBy(proxy);
    const settings = { PUBLIC_URL: publicUrl, TRUST_PROXY: "1" };
    const start = (
      env: Record<string, string> = {},
      where: { port?: number; project?: string; dataDir?: string } = {},
    ) => spawnServer({ env: { ...settings, ...env }, port: ports[0], script: npmStart, ...where });

    // Installed behind nginx, and examined.
    const first = await start();
    const app = await openBenchApp(first);
    await app.client.call(publishAgent, { params: { productId: app.agentId } });
    // On this machine the public name leads nowhere.
    const doctor = await cli(first.dataDir, ["doctor"], {
      ...{ PUBLIC_URL: proxy.url, PORT: String(ports[0]), NODE_EXTRA_CA_CERTS: proxy.certificate },
    });
    expect(doctor).toMatch(/ok +public address/);

    // Backed up while visitors write.
    const load = await startLoad(app);
    await load.reach(2 * visitors);
    const before = load.acknowledged();
    const backup = join(folder, "pilothouse-first");
    await cli(first.dataDir, ["backup", "--to", folder, "--name", "pilothouse-first"], settings);
    await load.reach(load.acknowledged().length + visitors);
    await copyFile(join(first.dataDir, "secret.key"), join(folder, "secret.key"));
    load.stop();
    await first.end("SIGKILL");
    await rm(first.dataDir, { recursive: true, force: true });

    // The machine is lost. On another one, all that was written before the backup is there.
    const dataDir = join(folder, "data");
    expect(await cli(dataDir, ["restore", backup], settings)).toMatch(/Restored \d+ rows/);
    await copyFile(join(folder, "secret.key"), join(dataDir, "secret.key"));
    const restored = await start({}, { dataDir });
    await expectAll(before, load.widgets);

    // Moved to Postgres.
    await restored.end();
    expect(await cli(dataDir, ["move-to", postgres.url], settings)).toMatch(/\d+ rows/);
    const onPostgres = { DATABASE_URL: postgres.url };
    const old = await start(onPostgres, { dataDir });
    await expectAll(before, load.widgets);

    // Upgraded under load: the old version serves on while the new one changes the database, then goes.
    const busy = await startLoad(app);
    await busy.reach(visitors);
    const upgraded = await start(onPostgres, { port: ports[1], project: newer.folder, dataDir });
    await busy.reach(busy.acknowledged().length + 2 * visitors);
    expect(await hasNewColumn(postgres.url)).toBe(true);
    await old.end();
    await busy.reach(busy.acknowledged().length + 2 * visitors);
    await busy.finish();
    await expectAll([...before, ...busy.acknowledged()], [...load.widgets, ...busy.widgets]);

    // The old version has no way back to data that it doesn't know.
    await expect(start(onPostgres, { dataDir })).rejects.toThrow(
      new RegExp(`newer Pilothouse[^]*${newerStep}`),
    );
    await upgraded.end();
  });
});

/** Runs a command with the server's own settings. */
async function cli(dataDir: string, given: string[], settings: Record<string, string>): Promise<string> {
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, ...settings };
  const { stdout } = await run(process.execPath, ["server/cli.ts", ...given], { cwd: root, env });
  return stdout;
}

/** Sends what goes to the public address through the proxy, as a browser would by its name. */
function reachBy(proxy: Proxy): void {
  const elsewhere = globalThis.fetch;
  vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    return request.url.startsWith(publicUrl) ? proxy.ask(request) : elsewhere(request);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
}

function openWidget({ session, agentId }: Awaited<ReturnType<typeof openSession>>): Widget {
  const client = createClient({
    session: { read: () => session },
    baseUrls: { public: `${publicUrl}/api/public` },
    credentials: "omit",
  });
  return { client, agentId, session, threadId: null };
}

/** A message that the server acknowledged. */
interface Acknowledged {
  messageId: string;
}

/** Visitors who write through the proxy, one message after the other, until they are stopped. */
async function startLoad(app: BenchApp) {
  const widgets: Widget[] = [];
  for (let index = 0; index < visitors; index += 1)
    widgets.push(openWidget(await openSession(app, { url: publicUrl })));
  let isStopped = false;
  const acknowledged: Acknowledged[] = [];
  const waiting = new Set<() => void>();
  const writing = widgets.map(async (widget) => {
    while (!isStopped) {
      const { message } = await ask(widget, { clientId: randomUUID(), content: "When do you open?" });
      if (message) acknowledged.push({ messageId: message.id });
      for (const look of waiting) look();
    }
  });
  return {
    widgets,
    acknowledged: () => [...acknowledged],
    /** Resolves once this many messages were acknowledged. */
    reach(count: number): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (acknowledged.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    /** Ends without another word: what is under way may never be acknowledged. */
    stop: () => void (isStopped = true),
    /** Ends after what is under way. */
    async finish(): Promise<void> {
      isStopped = true;
      await Promise.all(writing);
    },
  };
}

/** Each message is in its conversation, once. */
async function expectAll(wanted: readonly Acknowledged[], widgets: readonly Widget[]): Promise<void> {
  const found = new Map<string, number>();
  for (const { client, agentId, threadId } of widgets) {
    if (threadId === null) continue;
    for (let before: string | undefined; ;) {
      const { items, hasMore } = await client.call(listVisitorMessages, {
        params: { productId: agentId, threadId },
        query: { limit: 100, ...(before !== undefined && { before }) },
      });
      for (const { id } of items) found.set(id, (found.get(id) ?? 0) + 1);
      before = items[0] && String(items[0].position);
      if (!hasMore || before === undefined) break;
    }
  }
  expect(wanted.filter(({ messageId }) => found.get(messageId) !== 1)).toEqual([]);
}

async function hasNewColumn(url: string): Promise<boolean> {
  const { table, column } = newerColumn;
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select 1 from information_schema.columns where table_name = $1 and column_name = $2",
      [table, column],
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
