import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { getProfile } from "../../../shared/contract/accounts/accounts.ts";
import {
  createFirstOwner,
  loginWithPassword,
  setPassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { createTestClient } from "../../kit/client.ts";
import { readCookie } from "../../kit/factories.ts";
import { endServers, runServer } from "../../kit/processes/runServer.ts";
import type { RunningServer } from "../../kit/processes/runServer.ts";
import { root } from "../../structure/files.ts";

afterAll(endServers);

const run = promisify(execFile);
const email = "ana@example.com";

/** Runs a command beside the server, as an operator does. */
async function cli({ dataDir, url }: RunningServer, ...given: string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, PUBLIC_URL: url };
  const { stdout } = await run(process.execPath, ["server/cli.ts", ...given], { cwd: root, env });
  return stdout.trim();
}

it("lets an operator hand out a password link and make a super admin while the server runs", async () => {
  const server = await runServer();
  const anyone = createTestClient(
    { send: (request) => fetch(request), origin: server.url, now: Date.now },
    { address: "" },
  );
  await anyone.call(createFirstOwner, {
    body: { email, password: "the first one", first_name: "Ana", setupToken: server.setupToken },
  });

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

  await expect(cli(server, "password-link", "nobody@example.com")).rejects.toThrow(/Nobody here has/);
  await expect(cli(server, "no-such-command")).rejects.toThrow(/password-link EMAIL/);
});
