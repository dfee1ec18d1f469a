import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";

/** A Postgres for tests: the address of a database that is empty and nobody else's. */
export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Gives a Postgres: in databases of our own on the server of DATABASE_URL where that is set, else a throwaway server
 * from the machine's own binaries, which ends with this process, also when that is killed. Gives null, and says on
 * stderr why, where neither can be had.
 */
export async function startPostgres(): Promise<TestPostgres | null> {
  try {
    const { DATABASE_URL: given } = process.env;
    return given ? await useServer({ url: given, stop: async () => {} }) : await startOwn();
  } catch (error) {
    console.error(`No Postgres: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

/** Gives why `startPostgres` can give none on this machine; null where it can. */
export function explainNoPostgres(): string | null {
  if (process.env["DATABASE_URL"]) return null;
  try {
    findBinaries();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Server {
  url: string;
  stop(): Promise<void>;
}

async function useServer({ url: server, stop }: Server): Promise<TestPostgres> {
  const url = await createDatabase(server);
  return {
    url,
    stop: async () => {
      await dropDatabase(server, url);
      await stop();
    },
  };
}

/** Makes one more database on the server of this address, empty or a copy of the template, and gives its address. */
export async function createDatabase(url: string, template = "template0"): Promise<string> {
  const name = `pilothouse_test_${randomBytes(6).toString("hex")}`;
  await runOn(url, `create database ${name} encoding 'UTF8' template ${template}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Removes a database that `createDatabase` made, by a connection to another one of its server. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await runOn(server, `drop database if exists ${databaseName(url)} with (force)`);
}

/** The name of the database in an address. */
export function databaseName(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** What a server of its own has beside the usual. */
export interface OwnServer {
  /** More settings, as `-c` takes them. */
  settings?: string[];
  /** The port that these name, by which its socket is called too. */
  port?: number;
  /** Puts files into its folder before it starts. */
  prepare?: (place: Pick<Place, "folder" | "identity">) => void;
}

/** Starts a server that ends with this process, and gives an empty database on it. */
export async function startOwn({
  settings = [],
  port = 5432,
  prepare,
}: OwnServer = {}): Promise<TestPostgres> {
  const binaries = findBinaries();
  // Short, because the path of the socket in it may have a hundred characters only.
  const folder = mkdtempSync(join(tmpdir(), "pg-"));
  const identity = chooseIdentity();
  if (identity) chownSync(folder, identity.uid, identity.gid);
  initialize({ binaries, folder, identity });
  prepare?.({ folder, identity });
  const more = settings.flatMap((setting) => ["-c", setting]);
  const child = spawn("sh", ["-c", untilStdinCloses, "sh", join(binaries, "postgres"), folder, ...more], {
    ...identity,
    cwd: folder,
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  child.unref();
  await waitUntilReady(child);
  const stop = async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.ref();
    child.stdin?.end();
    await gone;
  };
  return useServer({
    url: `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(folder)}`,
    stop,
  });
}

/** Runs Postgres until the pipe to this process closes, which also a SIGKILL does, then removes its folder. */
const untilStdinCloses = `
postgres=$1
folder=$2
shift 2
"$postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off -c synchronous_commit=off \\
  -c max_connections=800 -c deadlock_timeout=20ms -c logging_collector=off "$@" </dev/null &
server=$!
exec 2>/dev/null
read -r line
kill -INT $server
wait $server
cd / && rm -rf "$folder"`;

function findBinaries(): string {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  const found = folders.find(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  );
  if (!found)
    throw new Error(
      "no initdb and postgres in PATH or /usr/lib/postgresql; install them or set DATABASE_URL.",
    );
  return found;
}

/** Postgres refuses to run as root: then as the machine's user postgres, or as nobody. */
export function chooseIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const readId = (option: string) =>
    Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout || 65534);
  return { uid: readId("-u"), gid: readId("-g") };
}

export interface Place {
  binaries: string;
  folder: string;
  identity: { uid: number; gid: number } | undefined;
}

/** English order of text where the binaries know it, as most servers have it: code that leans on byte order fails. */
function initialize(place: Place): void {
  const english = ["--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"];
  const failed = runInitdb(place, english) && runInitdb(place, ["--locale=C"]);
  if (failed) throw new Error(`initdb failed: ${failed}`);
}

function runInitdb({ binaries, folder, identity }: Place, locale: string[]): string | undefined {
  const given = [
    "-D",
    join(folder, "data"),
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
    ...locale,
  ];
  const { status, stderr, error } = spawnSync(join(binaries, "initdb"), given, {
    ...identity,
    cwd: folder,
    encoding: "utf8",
  });
  return status === 0 ? undefined : (error?.message ?? stderr);
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  const lines: string[] = [];
  if (!child.stderr) throw new Error("it has no stderr");
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes("ready to accept connections")) {
      child.stderr.resume();
      return;
    }
    lines.push(line);
  }
  throw new Error(`postgres ended: ${lines.slice(-5).join(" | ")}`);
}
