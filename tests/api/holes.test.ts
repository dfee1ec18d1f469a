import { afterEach, describe, expect, it, vi } from "vitest";
import { createFirstOwner, forgotPassword } from "../../shared/contract/signIn.ts";
import { register } from "../../shared/contract/registration.ts";
import { inviteMembers, listUserGroups } from "../../shared/contract/teams.ts";
import type { Member } from "../kit/factories.ts";
import { testPassword } from "../kit/factories.ts";
import { startMailServer, type MailServer } from "../kit/mailServer.ts";
import { startTestServer } from "../kit/server.ts";
import type { TestServer, TestServerOptions } from "../kit/server.ts";
import { stores } from "../kit/stores.ts";

const opened: MailServer[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.stop())));

const publicOrigin = "https://agents.example.com";
/** What an attacker sends beside a request, directly and behind a proxy. */
const poison = {
  host: "evil.example",
  origin: "http://evil.example",
  "sec-fetch-site": "same-origin",
};
const poisonedProxy = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };

async function startWithMail(store: TestServerOptions["store"], options: Partial<TestServerOptions> = {}) {
  const mails = await startMailServer();
  opened.push(mails);
  const server = await startTestServer({
    ...{ store, mail: { smtpUrl: mails.url, from: undefined }, ...options },
  });
  return {
    server,
    async readMail() {
      await vi.waitFor(() => expect(mails.letters).not.toHaveLength(0), 5000);
      return mails.letters.pop()?.source ?? "";
    },
    mails,
  };
}

async function inviteBy(server: TestServer, owner: Member, headers: Record<string, string> = {}) {
  const { items } = await server.as(owner).call(listUserGroups);
  const groupId = items.find(({ role }) => role === "support")?._id ?? "";
  const body = { data: { emails: ["bo@example.com"], groupId } };
  return server.as(owner).send(inviteMembers, { query: { source: "copilot" }, body, headers });
}

describe.each(stores())("holes on $name", (store) => {
  describe("hole 1: links in mails", () => {
    it.each([
      ["Host", { ...poison, origin: "https://evil.example" }, 0],
      ["a forwarded host", { ...poisonedProxy, origin: "https://evil.example" }, 1],
    ])("lead to PUBLIC_URL whatever %s says", async (_, headers, trustedProxies) => {
      const registration = { isOpen: true, domains: [] };
      const { server, readMail } = await startWithMail(store, { publicOrigin, trustedProxies, registration });
      const { setupToken } = server.house;
      const first = { email: "first@example.com", password: testPassword, first_name: "First", setupToken };
      await server.anyone().call(createFirstOwner, { body: first });
      const body = { email: first.email };
      expect((await server.anyone().send(forgotPassword, { body, headers })).status).toBe(200);
      const reset = await readMail();
      expect(reset).toContain(`${publicOrigin}/auth/set-password?token=`);
      const bo = { email: "new@example.com", password: testPassword, first_name: "Bo" };
      expect((await server.anyone().send(register, { body: bo, headers })).status).toBe(200);
      const code = await readMail();
      expect(code).toContain(`${publicOrigin}/auth/register/complete`);
      expect(reset + code).not.toContain("evil");
    });

    it("lead to where the first owner was made, where no setting says it, and that stays", async () => {
      const { server, readMail } = await startWithMail(store, { publicOrigin: null });
      const { setupToken } = server.house;
      const first = { email: "first@example.com", password: testPassword, first_name: "First", setupToken };
      await server.anyone().call(createFirstOwner, { body: first });
      await server.anyone().call(forgotPassword, { body: { email: first.email }, headers: poison });
      expect(await readMail()).toContain("http://localhost:4300/auth/set-password?token=");
    });

    it("are refused in words while nobody has said where they lead", async () => {
      const { server, mails } = await startWithMail(store, { publicOrigin: null });
      const owner = await server.createOwner();
      const forgotten = await server.anyone().send(forgotPassword, { body: { email: owner.user.email } });
      expect([forgotten.status, (await forgotten.json()).message]).toEqual([
        409,
        expect.stringContaining("PUBLIC_URL"),
      ]);
      expect((await inviteBy(server, owner)).status).toBe(409);
      expect(mails.letters).toEqual([]);
    });

    it("lead to the printed address on a screen, where no mail goes out", async () => {
      const server = await startTestServer({ store });
      const owner = await server.createOwner();
      const { data } = await (await inviteBy(server, owner)).json();
      expect(data.invites[0].link).toMatch(/^http:\/\/localhost:4300\/accept-invite\?token=/);
    });
  });

  it("hole 13: a malformed forwarded host is as if it were not there, on every path", async () => {
    const server = await startTestServer({ store, trustedProxies: 1 });
    for (const host of ["a b", "[", "a/b", "%", "a:b:c", "x".repeat(5000)]) {
      for (const path of ["/healthz", "/auth/login", "/api/auth/v1.0/first-owner"]) {
        const { status } = await server.request(path, { headers: { "x-forwarded-host": host } });
        expect([host.slice(0, 9), path, status]).toEqual([host.slice(0, 9), path, 200]);
      }
    }
  });
});
