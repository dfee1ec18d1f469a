import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { getOrganizationToken, getProfile, getSession } from "../../../shared/contract/accounts/accounts.ts";
import {
  createFirstOwner,
  getFirstOwner,
  loginWithPassword,
} from "../../../shared/contract/accounts/signIn.ts";
import { createAgent } from "../../../shared/contract/agents/agents.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import { createTestClient } from "../../kit/client.ts";
import type { Actor } from "../../kit/client.ts";
import { readCookie } from "../../kit/factories.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";
import { root } from "../../structure/files.ts";

const here = { address: "127.0.0.1" };
const ana = { email: "ana@example.com", password: "long enough", first_name: "Ana" };

/** A client over the socket. */
function ask(origin: string, actor: Actor = here) {
  return createTestClient({ send: (request) => fetch(request), origin, now: Date.now }, actor);
}

describe("the server that npm start runs", () => {
  it("starts on an empty folder, prints the set-up link, keeps its data over a kill, and stops in order", async () => {
    const first = await spawnServer();
    expect(first.setupUrl).toMatch(/^http:\/\/localhost:\d+\/auth\/login\?setup=[\w-]{43}$/);
    expect(await ask(first.url).call(getFirstOwner)).toEqual({ needed: true });
    const response = await ask(first.url).send(createFirstOwner, {
      body: { ...ana, organizationName: "Acme", setupToken: first.setupToken },
    });
    const owner = { ...here, cookie: readCookie(response), session: (await response.json()).session };
    await first.end("SIGKILL");

    const second = await first.restart();
    expect(second.setupUrl).toBeNull();
    expect(await ask(second.url).call(getFirstOwner)).toMatchObject({ needed: false });
    expect(await ask(second.url, owner).call(getProfile)).toMatchObject({ data: { email: ana.email } });
    expect(await second.end("SIGTERM")).toBe(0);

    const third = await second.restart();
    expect(await ask(third.url, owner).call(getSession)).toMatchObject({ user: { email: ana.email } });
    expect(await third.end("SIGINT")).toBe(0);
  });

  it("hole 6: refuses to start without its secret key with the reason, until another one is confirmed", async () => {
    const first = await spawnServer();
    const made = await ask(first.url).send(createFirstOwner, {
      body: { ...ana, organizationName: "Acme", setupToken: first.setupToken },
    });
    const owner = { ...here, cookie: readCookie(made), session: (await made.json()).session };
    await first.end();
    rmSync(join(first.dataDir, "secret.key"));
    await expect(first.restart()).rejects.toThrow(
      /secret key is not the one that this data was sealed with.*backup.*new-secret-key/,
    );
    const env = { PATH: process.env["PATH"], DATA_DIR: first.dataDir };
    await promisify(execFile)(process.execPath, ["server/cli.ts", "new-secret-key"], { cwd: root, env });
    const second = await first.restart();
    await expect(ask(second.url, owner).call(getProfile)).rejects.toMatchObject({ status: 401 });
    const body = { email: ana.email, password: ana.password };
    expect(await ask(second.url).call(loginWithPassword, { body })).toMatchObject({
      user: { email: ana.email },
    });
  });

  it("ends open streams when it is told to stop", async () => {
    const server = await spawnServer();
    const made = await ask(server.url).send(createFirstOwner, {
      body: { ...ana, organizationName: "Acme", setupToken: server.setupToken },
    });
    const { session, organization } = await made.json();
    const organizationId = organization.org_id;
    const owner = { ...here, cookie: readCookie(made), session, organizationId };
    const { data } = await ask(server.url, owner).call(getOrganizationToken);
    const member = ask(server.url, { ...owner, bearer: data.token });
    const agent = await member.call(createAgent, { body: { data: { name: "Help" } } });
    const watching = member.stream(watchEvents, { params: { productId: agent.data.id } });
    expect((await watching.next()).value).toMatchObject({ type: "ready" });
    const ending = watching.next();
    expect(await server.end("SIGTERM")).toBe(0);
    expect((await ending).done).toBe(true);
  });

  it("stops in time and in order, even when a request never ends", async () => {
    const server = await spawnServer({ env: { STOP_SECONDS: "2" } });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    const closed = new Promise((resolve) => socket.resume().on("error", resolve).on("close", resolve));
    socket.write("POST /api/auth/v1.0/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    await ask(server.url).call(getFirstOwner);
    expect(await server.end("SIGTERM")).toBe(0);
    await closed;
    expect(server.lines.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([]);
  });

  it("reports the reason and exits when another runs on the folder, or on the port", async () => {
    const running = await spawnServer();
    await expect(spawnServer({ dataDir: running.dataDir })).rejects.toThrow(
      /ended with 1: Pilothouse is running already/,
    );
    const port = Number(new URL(running.url).port);
    await expect(spawnServer({ port })).rejects.toThrow(new RegExp(`ended with 1: Port ${port} is taken`));
  });

  it("D11: doesn't start with a secret that is too short, or with invalid settings", async () => {
    const env = { SECRET_KEY: "far too short", TRUST_PROXY: "maybe" };
    const told = await spawnServer({ env }).catch((error: Error) => error.message);
    expect(told).toMatch(/ended with 1: [^]*TRUST_PROXY must be[^]*SECRET_KEY must have 32 characters/);
    expect(told).not.toContain(env.SECRET_KEY);
  });

  it("creates the first owner from the settings, without a screen", async () => {
    const env = { ADMIN_EMAIL: "Boss@Example.com", ADMIN_PASSWORD: "from the settings" };
    const server = await spawnServer({ env });
    expect(server.setupUrl).toBeNull();
    expect(await ask(server.url).call(getFirstOwner)).toMatchObject({ needed: false });
    expect(server.lines.join()).not.toContain(env.ADMIN_PASSWORD);
  });

  it("D12: refuses paths and methods that only a socket can write", async () => {
    const server = await spawnServer();
    for (const [line, status] of [
      ["GET //api/auth/v1.0/session HTTP/1.1", 404],
      ["GET /api/%2e%2e/healthz HTTP/1.1", 404],
      ["GET /assets/../api/auth/v1.0/session HTTP/1.1", 404],
      ["GET /api/auth/v1.0/session;a HTTP/1.1", 404],
      ["TRACE /api/auth/v1.0/session HTTP/1.1", 405],
      ["PROPFIND /api/auth/v1.0/session HTTP/1.1", 405],
    ] as const) {
      const answer = await exchange(server.url, `${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(answer, line).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });
});

async function exchange(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(text);
  let all = "";
  for await (const chunk of socket) all += chunk;
  return all;
}
