import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { onTestFinished, TestRunner } from "vitest";
import { openSecrets } from "../../server/database/secrets.ts";
import type { Store } from "../../server/database/store.ts";
import { createLog } from "../../server/requests/log.ts";
import { openServer } from "../../server/http/server.ts";
import type { Server } from "../../server/http/server.ts";
import type { ServerOptions } from "../../server/http/options.ts";
import { noConnectedSettings } from "../../server/knowledge/connected/settings.ts";
import type { Clock } from "../../server/knowledge/crawl/clock.ts";
import { createParser } from "../../server/knowledge/parsing/createParser.ts";
import type { Parser } from "../../server/knowledge/parsing/createParser.ts";
import { afterFile } from "./afterFile.ts";
import { createTestClient, nextAddress } from "./client.ts";
import type { Actor, TestClient } from "./client.ts";
import { createFactories } from "./factories.ts";
import type { Factories } from "./factories.ts";
import type { StoreKind } from "./database/stores.ts";
// Said before ours, so that the stores close after the servers that use them.
import "./database/stores.ts";

/** Time as the server of a test sees it: the real one, moved. */
export interface TestClock {
  now(): number;
  /** Moves it, and begins what the server then looks for, but for what comes less often than every minute. */
  advance(ms: number): void;
}

export interface TestServer extends Factories {
  app: Server;
  store: Store;
  /** Where its files lie. */
  dataDir: string;
  clock: TestClock;
  origin: string;
  /** A client that asks as this actor. */
  as(actor: Actor): TestClient;
  /** A client without a session, from an address of its own unless one is given. */
  anyone(address?: string): TestClient;
  /** Sends any request at all. The path is taken as it is written. */
  request(path: string, init?: RequestInit & { address?: string }): Promise<Response>;
  /** What the log says so far, as it was written. */
  readLog(): string;
}

export interface TestServerOptions extends Partial<Omit<ServerOptions, "store" | "log" | "now">> {
  store: StoreKind;
  /** Sends each request, for who wants to know what comes of it. */
  around?: (send: () => Response | Promise<Response>) => Response | Promise<Response>;
}

interface Started {
  app: Server;
  folder: string;
}

const started: Started[] = [];
/** One for all servers of a file: its process takes longer to start than most documents take to read. */
let parser: Parser | undefined;

afterFile(async () => {
  for (const one of started.splice(0)) await end(one);
  await parser?.close();
  parser = undefined;
});

async function end({ app, folder }: Started): Promise<void> {
  await app.stop(10_000);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Starts the whole server in this process, on a fresh migrated store and without a socket. Every answer it gives is held
 * to the contract. It ends after the test that starts it, or else after the file.
 */
export async function startTestServer({
  store: kind,
  around = (send) => send(),
  ...options
}: TestServerOptions): Promise<TestServer> {
  const { store } = await kind.open();
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-files-"));
  const clock = createClock(() => void app.scheduler.catchUp({ mostMs: 60_000 }));
  const lines: string[] = [];
  const ownOrigin = options.publicOrigin ?? "http://localhost:4300";
  const origin = ownOrigin + (options.basePath ?? "");
  writeBundles(join(folder, "dist"));
  const app = await openServer({
    store,
    secrets: openSecrets({ dataDir: folder }),
    log: createLog({ write: (line) => void lines.push(line), isPretty: false, now: clock.now }),
    now: clock.now,
    dataDir: folder,
    distDir: join(folder, "dist"),
    version: "0.0.0",
    // With a mail server nothing but a setting, or the set-up, says where links lead.
    publicOrigin: options.mail?.smtpUrl ? ownOrigin : null,
    trustedProxies: 0,
    countryHeader: null,
    mail: { smtpUrl: undefined, from: undefined },
    pushContact: "mailto:push@example.com",
    registration: { isOpen: false, domains: [] },
    models: {},
    s3: null,
    social: null,
    connected: noConnectedSettings,
    integrations: {},
    console: {},
    egressAllow: [],
    dnsServers: [],
    crawlRate: 2,
    crawlClock: createHurriedClock(),
    parser: (parser ??= createParser()),
    fetch: refuseFetch,
    hasModelThread: false,
    checksAnswers: true,
    ...options,
  });
  if (TestRunner.getCurrentTest()) onTestFinished(() => end({ app, folder }));
  else started.push({ app, folder });
  app.printOrigin(ownOrigin);
  await app.start();

  const send = async (request: Request, { address }: { address: string }) =>
    around(() => app.app.fetch(request, { address }));
  const as = (actor: Actor) => createTestClient({ send, origin, now: clock.now }, actor);
  const anyone = (address = nextAddress()) => as({ address });
  return {
    app,
    store,
    dataDir: folder,
    clock,
    origin,
    as,
    anyone,
    request: (path, { address = nextAddress(), ...init } = {}) =>
      send(new Request(origin + path, init), { address }),
    readLog: () => lines.join(""),
    ...createFactories({ store, as, anyone, now: clock.now, fetch: app.app.fetch, origin }),
  };
}

function createClock(catchUp: () => void): TestClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms;
      catchUp();
    },
  };
}

/** A clock on which every wait is over at once: a crawl keeps its pace and its pauses, and no test sits through them. */
function createHurriedClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    sleep: async (ms, signal) => {
      await nextTurn(undefined, { signal });
      ahead += ms;
    },
  };
}

/** Bundles that the documents can name, in the place of those that the build makes. */
function writeBundles(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const entry = (file: string) => ({ file, preload: [] });
  const manifest = {
    source: "test",
    entries: { console: entry("/assets/console/console-1.js"), frame: entry("/assets/widget/frame-1.js") },
    files: {
      "/assets/console/console-1.js": { path: "one.js", immutable: true },
      "/assets/widget/frame-1.js": { path: "one.js", immutable: true },
      "/widget.js": { path: "one.js", immutable: false },
    },
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  for (const ending of ["", ".br", ".gz"]) writeFileSync(join(folder, `one.js${ending}`), `bytes${ending}`);
}

const refuseFetch: typeof fetch = () => Promise.reject(new Error("A test asks no model provider."));
