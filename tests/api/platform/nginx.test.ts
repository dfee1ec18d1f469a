import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { getOrganizationToken } from "../../../shared/contract/accounts/accounts.ts";
import { createFirstOwner, forgotPassword } from "../../../shared/contract/accounts/signIn.ts";
import { createAgent } from "../../../shared/contract/agents/agents.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import { createTestClient } from "../../kit/client.ts";
import type { Actor } from "../../kit/client.ts";
import { readCookie, testPassword } from "../../kit/factories.ts";
import { findPort } from "../../kit/network/findPort.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";
import { explainNoNginx, startNginx } from "../../kit/network/nginx.ts";
import type { TestNginx } from "../../kit/network/nginx.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";
import type { SpawnedServer } from "../../kit/processes/spawnServer.ts";

const noNginx = explainNoNginx();
const publicOrigin = "https://agents.example.com";
const evil = { host: "evil.example", "x-forwarded-host": "evil.example" };

describe.skipIf(noNginx)(`behind nginx${noNginx ? `: ${noNginx}` : ""}`, () => {
  let mails: MailServer;
  let nginx: TestNginx;
  /** What the server behind `proxy_pass` alone sees as its own, whatever the browser's address is. */
  let bareOrigin: string;
  let servers: Record<"bare" | "forwarding", SpawnedServer>;
  beforeAll(async () => {
    mails = await startMailServer();
    const env = { SMTP_URL: mails.url };
    const ports = { bare: await findPort(), forwarding: await findPort() };
    const [bare, forwarding] = await Promise.all([
      spawnServer({ env, port: ports.bare }),
      spawnServer({
        env: { ...env, TRUST_PROXY: "1", PUBLIC_URL: publicOrigin },
        port: ports.forwarding,
      }),
    ]);
    servers = { bare, forwarding };
    bareOrigin = `http://127.0.0.1:${ports.bare}`;
    nginx = await startNginx(ports);
  });
  afterAll(async () => {
    await nginx?.stop();
    await mails?.stop();
  });

  describe.each([
    { way: "bare" as const, name: "with `proxy_pass` alone", originOf: (): string => bareOrigin },
    { way: "forwarding" as const, name: "with forwarding headers", originOf: (): string => publicOrigin },
  ])("$name", ({ way, originOf }) => {
    const connect = (actor: Actor) =>
      createTestClient({ send: (request) => nginx[way](request), origin: originOf(), now: Date.now }, actor);
    const first = { email: `${way}@example.com`, password: testPassword, first_name: "First" };
    let owner: Response;

    it("nobody becomes the first owner without the set-up link", async () => {
      const anyone = connect({ address: "" });
      await expect(anyone.call(createFirstOwner, { body: first })).rejects.toMatchObject({
        code: "setup_link_needed",
      });
      const { setupToken } = servers[way];
      const body = { ...first, organizationName: "First", setupToken };
      owner = await anyone.send(createFirstOwner, { body });
      expect(owner.status).toBe(200);
      const isSecure = way === "forwarding";
      expect(/__Host-\w+=.*; Secure/.test(owner.headers.get("set-cookie") ?? "")).toBe(isSecure);
    });

    it("links in mails never come from headers", async () => {
      const before = mails.letters.length;
      const body = { email: first.email };
      // nginx passes the host that a browser names: a page of that host is no other site then.
      const headers = way === "forwarding" ? { ...evil, origin: "https://evil.example" } : evil;
      await connect({ address: "" }).call(forgotPassword, { body, headers });
      await vi.waitFor(() => expect(mails.letters.length).toBeGreaterThan(before), 5000);
      const letter = mails.letters.pop()?.source ?? "";
      expect(letter).toContain(`${originOf()}/auth/set-password?token=`);
      expect(letter).not.toContain("evil");
    });

    it("event streams arrive as they are written", async () => {
      const { session, organization } = await owner.clone().json();
      const person = { address: "", session, cookie: readCookie(owner), organizationId: organization.org_id };
      const params = { orgId: organization.org_id };
      const { data } = await connect(person).call(getOrganizationToken, { params });
      const client = connect({ ...person, bearer: data.token });
      const agent = await client.call(createAgent, { body: { data: { name: "Ada" } } });
      const abort = new AbortController();
      onTestFinished(() => abort.abort());
      const stream = client.stream(watchEvents, {
        params: { productId: agent.data.id },
        signal: abort.signal,
      });
      expect((await stream.next()).value).toMatchObject({ type: "ready" });
    });
  });
});
