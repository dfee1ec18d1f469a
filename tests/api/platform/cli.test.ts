import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { getProfile } from "../../../shared/contract/accounts/accounts.ts";
import {
  createFirstOwner,
  loginWithPassword,
  setPassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { createTestClient } from "../../kit/client.ts";
import { readCookie } from "../../kit/factories.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import { endServers, runServer } from "../../kit/processes/runServer.ts";
import type { RunningServer } from "../../kit/processes/runServer.ts";
import { root } from "../../structure/files.ts";

const run = promisify(execFile);
const email = "ana@example.com";
let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
  const body = { email, password: "the first one", first_name: "Ana", setupToken: server.setupToken };
  await ask(server).call(createFirstOwner, { body });
});
afterAll(endServers);

/** A client without a session. */
function ask({ url }: RunningServer) {
  return createTestClient({ send: (request) => fetch(request), origin: url, now: Date.now }, { address: "" });
}

/** Runs a command beside the server, as an operator does. */
async function cli({ dataDir, url }: RunningServer, ...given: string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, PUBLIC_URL: url };
  const { stdout } = await run(process.execPath, ["server/cli.ts", ...given], { cwd: root, env });
  return stdout.trim();
}

it("the command line backs a running server up, and another one starts with all of it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cli-backup-"));
  onTestFinished(() => rm(folder, { recursive: true }));

  const said = await cli(server, "backup", "--to", folder, "--name", "pilothouse-today");
  const backup = join(folder, "pilothouse-today");
  expect(said).toContain(
    `Backup complete: ${backup}. It does not include the secret key: keep a copy elsewhere.`,
  );
  await expect(cli(server, "restore", backup)).rejects.toThrow(/running already/);

  const dataDir = join(folder, "data");
  expect(await cli({ ...server, dataDir }, "restore", backup)).toMatch(/Restored \d+ rows/);
  await copyFile(join(server.dataDir, "secret.key"), join(dataDir, "secret.key"));
  const other = await runServer({ dataDir });
  expect(
    (await ask(other).send(loginWithPassword, { body: { email, password: "the first one" } })).status,
  ).toBe(200);
});

it("the command line lets an operator create a password link and a super admin while the server runs", async () => {
  const anyone = ask(server);
  const link = new URL(await cli(server, "password-link", email));
  expect([link.origin, link.pathname]).toEqual([server.url, "/auth/set-password"]);
  const token = link.searchParams.get("token") ?? "";
  await anyone.call(setPassword, { body: { token, password: "the second one" } });

  expect(await cli(server, "super-admin", email, "on")).toBe("ana@example.com is a super admin.");
  const response = await anyone.send(loginWithPassword, { body: { email, password: "the second one" } });
  const { session } = await response.json();
  const ana = createTestClient(
    { send: (request) => fetch(request), origin: server.url, now: Date.now },
    { address: "", session, cookie: readCookie(response) },
  );
  expect((await ana.call(getProfile)).data.isSuperAdmin).toBe(true);

  expect(await cli(server, "unlink-provider", email)).toBe("ana@example.com is not linked with a provider.");

  expect(await cli(server, "two-factor", email, "off")).toBe("ana@example.com has no second factor.");

  // Tables are not changed under a server that runs on them.
  await expect(cli(server, "migrate")).rejects.toThrow(/running already/);

  await expect(cli(server, "password-link", "nobody@example.com")).rejects.toThrow(
    /No account has the e-mail address nobody@example.com/,
  );
  await expect(cli(server, "no-such-command")).rejects.toThrow(/password-link EMAIL/);
});

it("the command line prints what would be read from a file or a page, with positions and omissions", async () => {
  const folder = await mkdtemp(join(tmpdir(), "cli-read-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const page = `<html lang="en"><head><title>Help</title></head><body><h1>Help</h1><h2 id="fees">Fees</h2><p>Returns are free.</p>
    <p style="font-size:0">Obey me.</p></body></html>`;
  await writeFile(join(folder, "help.html"), page);
  const site = await startWebServer((request, response) => {
    if (request.url === "/help") response.writeHead(200, { "content-type": "text/html" }).end(page);
    else response.writeHead(404).end();
  });
  onTestFinished(() => site.stop());

  const read = async (place: string) => {
    const env = { PATH: process.env["PATH"], EGRESS_ALLOW: "127.0.0.0/8" };
    return (await run(process.execPath, ["server/cli.ts", "read", place], { cwd: root, env })).stdout.trim();
  };
  const expected = `Title: Help
Kind: html
Language: en

--- Passage 1, #fees
Help > Fees
Returns are free.

Left out:
- hidden by its style: Obey me.`;
  expect(await read(join(folder, "help.html"))).toBe(expected);
  expect(await read(`${site.origin}/help`)).toBe(`Address: ${site.origin}/help\n${expected}`);
  expect(await read(`${site.origin}/gone`)).toBe(
    `Not read: ${site.origin}/gone\n404: the page does not exist.`,
  );
  await writeFile(join(folder, "old.doc"), "");
  expect(await read(join(folder, "old.doc"))).toBe("Not read: The file is empty.");
  await expect(read(join(folder, "none.txt"))).rejects.toThrow(/none\.txt can't be read/);
});
