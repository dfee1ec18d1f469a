import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chooseIdentity } from "./postgres.ts";

/** A PgBouncer in transaction mode: the address of the database behind it. */
export interface TestPgBouncer {
  url: string;
  stop(): Promise<void>;
}

/** Why there is no PgBouncer on this machine; null where there is one. */
export function explainNoPgBouncer(): string | null {
  const { error } = spawnSync("pgbouncer", ["--version"]);
  return error ? "no pgbouncer in PATH: apt-get install pgbouncer" : null;
}

/** Starts one in a folder of its own before the database of this address, which is reached by the socket's folder. */
export async function startPgBouncer(databaseUrl: string, settings: string[] = []): Promise<TestPgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "pgb-"));
  const identity = chooseIdentity();
  const { pathname, searchParams, username } = new URL(databaseUrl);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=${searchParams.get("host")}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
auth_type = any
pool_mode = transaction
default_pool_size = 10
${settings.join("\n")}
`.replace("* = host=", `* = user=${username} host=`),
  );
  if (identity) for (const path of [folder, file]) chownSync(path, identity.uid, identity.gid);
  const child = spawn("pgbouncer", [file], { ...identity, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      if (/process up/.test(line)) resolve();
    });
    child.once("exit", () => reject(new Error(`pgbouncer ended: ${lines.slice(-5).join(" | ")}`)));
  });
  return {
    url: `postgres://${username}@localhost:6432${pathname}?host=${encodeURIComponent(folder)}`,
    async stop() {
      child.kill("SIGINT");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
