import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { routes as screens } from "../../../console/routes.tsx";
import { parseBasePath } from "../../../server/parseSettings.ts";
import { createFirstOwner, forgotPassword } from "../../../shared/contract/accounts/signIn.ts";
import { listAgents } from "../../../shared/contract/agents/agents.ts";
import { getHostedWeb, getWidget, updateHostedWeb } from "../../../shared/contract/surfaces/surfaces.ts";
import { createTestClient } from "../../kit/client.ts";
import type { Actor } from "../../kit/client.ts";
import { stores } from "../../kit/database/stores.ts";
import { readCookie, testPassword } from "../../kit/factories.ts";
import type { Member } from "../../kit/factories.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";

const publicOrigin = "https://example.com";
const basePath = "/helm";
const address = publicOrigin + basePath;
const email = "first@example.com";

const [store] = stores();
if (!store) throw new Error("There is always one store.");

describe("the product below a path", () => {
  let server: TestServer;
  let owner: Member;
  let agentId: string;
  beforeAll(async () => {
    server = await startTestServer({ store, publicOrigin, basePath, trustedProxies: 1 });
    owner = await server.createOwner();
    agentId = (await server.createAgent(owner)).id;
  });

  /** Asks as a proxy would pass it on, by the path that a browser sees. */
  const ask = (path: string, init: RequestInit = {}, strips = false) =>
    server.app.app.fetch(
      new Request(publicOrigin + (strips ? path.slice(basePath.length) : path), {
        ...init,
        headers: { host: "example.com", "x-forwarded-proto": "https", ...init.headers },
      }),
      { address: "10.0.0.1" },
    );
  const read = async (path: string) => {
    const answer = await ask(path);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };

  it("can't begin with a first part of the server's own paths", () => {
    const firsts = [...server.app.pages, ...screens].flatMap(({ path }) => path.split("/")[1] || []);
    const taken = firsts.filter((first) => {
      try {
        return parseBasePath(`/${first}/helm`) !== "";
      } catch {
        return false;
      }
    });
    expect([...new Set(taken)]).toEqual([]);
  });

  it.each([
    ["passes the path on", false],
    ["strips it", true],
  ])("signs people in and takes signed requests behind a proxy that %s", async (_, strips) => {
    const send = async (request: Request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.method === "GET" ? undefined : await request.text();
      const headers = Object.fromEntries(request.headers);
      return ask(pathname + search, { method: request.method, headers, ...(body && { body }) }, strips);
    };
    const connect = (actor: Actor) => createTestClient({ send, origin: address, now: Date.now }, actor);
    const { items } = await connect(owner).call(listAgents);
    expect(items.map(({ id }) => id)).toEqual([agentId]);
  });

  it("keeps its cookies from the rest of the site, and sends its links in mails below the path", async () => {
    const mails = await startMailServer();
    onTestFinished(() => mails.stop());
    const mail = { smtpUrl: mails.url, from: undefined };
    const fresh = await startTestServer({ store, publicOrigin, basePath, mail });
    const { setupToken } = fresh.app;
    const body = { email, password: testPassword, first_name: "First", setupToken };
    const made = await fresh.anyone().send(createFirstOwner, { body });
    expect(made.headers.get("set-cookie")).toMatch(/^__Secure-\w+=.*; Path=\/helm; HttpOnly; .*; Secure/);
    expect(readCookie(made)).toContain("__Secure-");
    await fresh.anyone().call(forgotPassword, { body: { email } });
    await vi.waitFor(() => expect(mails.letters).not.toHaveLength(0));
    expect(mails.letters[0]?.source).toContain(`${address}/auth/set-password?token=`);
  });

  it("serves a console, its scripts, its app and its service worker below the path", async () => {
    const { text } = await read("/helm/auth/login");
    expect(text).toContain(`<html lang="en" data-base-path="/helm">`);
    const addresses = [...text.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, one = ""]) => one);
    expect(addresses.length).toBeGreaterThan(1);
    for (const one of addresses) {
      expect(one).toMatch(/^\/helm\//);
      expect((await read(one)).status, one).toBe(200);
    }
    const manifest = JSON.parse((await read("/helm/inbox/o/a/app.webmanifest")).text);
    expect(manifest).toMatchObject({ start_url: "/helm/inbox/o/a", scope: "/helm/inbox/" });
    expect((await read(manifest.icons[0].src)).status).toBe(200);
    expect((await read("/helm")).text).toContain("data-base-path");
  });

  it("serves the chat's frame and page below the path", async () => {
    const params = { productId: agentId };
    const { token } = (await server.as(owner).call(getWidget, { params })).data;
    const frame = await read(`/helm/embed/${token}`);
    expect(frame.text).toContain(`data-base-path="/helm"`);
    expect(frame.text).toMatch(/<script type="module" src="\/helm\/assets\/widget\//);
    const { data } = await server.as(owner).call(getHostedWeb, { params });
    const { slug, settings, revision } = data;
    const body = { data: { slug, settings, revision, enabled: true } };
    await server.as(owner).call(updateHostedWeb, { params, body });
    const page = await read(`/helm/p/${slug}`);
    expect(page.text).toContain(`<link rel="canonical" href="${address}/p/${slug}">`);
    expect(page.text).toContain(`<link rel="manifest" href="/helm/p/${slug}/manifest.webmanifest">`);
    const manifest = JSON.parse((await read(`/helm/p/${slug}/manifest.webmanifest`)).text);
    expect(manifest).toMatchObject({ start_url: `/helm/p/${slug}`, scope: `/helm/p/${slug}` });
  });

  it("redirects below the path", async () => {
    const back = "/helm/api/webhooks/v1.0/authentication/google/return?state=unknown";
    const answer = await ask(back, { redirect: "manual" });
    expect(answer.headers.get("location")).toMatch(/^\/helm\/auth\/login\?signInError=/);
  });

  it.each(["/helm/api/docs", "/helm/guide"])("%s leads nowhere above the path", async (path) => {
    const { text, status } = await read(path);
    expect(status).toBe(200);
    const links = [...text.matchAll(/ (?:src|href)="([^"#]+)[^"]*"/g)].map(([, one = ""]) => one);
    for (const link of links.filter((one) => !/^https?:/.test(one))) {
      const { pathname } = new URL(link, publicOrigin + path);
      expect(pathname).toMatch(/^\/helm\//);
      // The client for programs comes with a build.
      if (!/client/.test(pathname)) expect((await read(pathname)).status, pathname).toBe(200);
    }
  });

  it("tells programs to call it below the path", async () => {
    expect(JSON.parse((await read("/helm/api/openapi.json")).text).servers).toEqual([{ url: "/helm" }]);
  });

  it("answers monitors with and without the path", async () => {
    for (const path of ["/readyz", "/helm/readyz"]) expect((await read(path)).status).toBe(200);
  });
});
