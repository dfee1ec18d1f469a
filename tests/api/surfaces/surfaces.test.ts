import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { publishAgent, updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import { sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import {
  createPreviewTicket,
  getPublicConfiguration,
  getWidget,
  listSurfaces,
  openChatWidget,
  renewTicket,
  updateWidget,
} from "../../../shared/contract/surfaces/surfaces.ts";
import { getThreadFilters } from "../../../shared/contract/conversations/threads/threads.ts";
import type { FrameDocument, WidgetSurface } from "../../../shared/contract/surfaces/surfaces.ts";
import { ticketMs } from "../../../shared/domain/limits.ts";
import { ar } from "../../../shared/words/languages/ar.ts";
import { de } from "../../../shared/words/languages/de.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const shop = "https://shop.test";
const findFrameScript = () => ({ file: "/assets/widget/frame.js", preload: [] });

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store, findFrameScript });
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner, "Harbour help");
  const params = { productId: agent.id };
  const { data } = await server.as(owner).call(getWidget, { params });
  return {
    ...{ server, owner, agent, params, token: data.token },
    async change(change: Partial<WidgetSurface>) {
      const { data: before } = await server.as(owner).call(getWidget, { params });
      const { revision, enabled, allowedDomains, allowsNullOrigin, settings } = { ...before, ...change };
      const body = { data: { revision, enabled, allowedDomains, allowsNullOrigin, settings } };
      return server.as(owner).call(updateWidget, { params, body });
    },
    /** What a page of this origin asks first of all. */
    ask: (origin: string | null, { token = data.token, locale = "auto", accepted = "" } = {}) =>
      server.anyone().send(getPublicConfiguration, {
        query: { surface: "widget", token, locale },
        headers: {
          ...(origin ? { origin, "sec-fetch-site": "cross-site" } : {}),
          ...(accepted ? { "accept-language": accepted } : {}),
        },
      }),
    async openFrame(referer: string | null, token = data.token, headers: Record<string, string> = {}) {
      const all = { ...headers, ...(referer ? { referer } : {}) };
      const response = await server.request(`/embed/${token}`, { headers: all });
      const html = await response.text();
      const json =
        /<script type="application\/json" id="frame-document">(.*?)<\/script>/s.exec(html)?.[1] ?? "null";
      return { response, html, frame: JSON.parse(json) as FrameDocument };
    },
    open: (ticket: string) => server.anyone().call(openChatWidget, { body: { data: { ticket } } }),
  };
}

/** The text of an answer that was packed. */
async function unpack(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return (
    response.headers.get("content-encoding") === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)
  ).toString();
}

describe.each(stores())("surfaces on $name", (store) => {
  it("send the configuration and the frame's document compressed to clients that accept it, and plain to others", async () => {
    const { server, token } = await setUp(store);
    for (const path of [`/api/public/v1/copilots?surface=widget&token=${token}`, `/embed/${token}`]) {
      const get = (accepted: string) => server.request(path, { headers: { "accept-encoding": accepted } });
      const plain = await get("identity");
      const text = await plain.text();
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(plain.headers.get("vary")).toMatch(/Accept-Encoding/);
      for (const encoding of ["br", "gzip"]) {
        const packed = await get(`deflate, ${encoding};q=0.9`);
        expect(packed.headers.get("content-encoding")).toBe(encoding);
        expect((await unpack(packed)).replace(/"ticket":"[^"]*","ticketExpiresAt":\d+/, "")).toBe(
          text.replace(/"ticket":"[^"]*","ticketExpiresAt":\d+/, ""),
        );
      }
      const refused = await get("br;q=0, gzip;q=0");
      expect(refused.headers.get("content-encoding")).toBeNull();
    }
  });

  it("B17: give a stranger's page only the allowed fields, and nothing that is private to the team", async () => {
    const { ask, agent } = await setUp(store);
    const response = await ask(shop);
    expect(response.headers.get("access-control-allow-origin")).toBe(shop);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    const body = await response.json();
    expect(Object.keys(body).sort()).toEqual([
      "agentId",
      "allow",
      "attachments",
      "callSpeech",
      "dismissLabel",
      "form",
      "hasAvatar",
      "hostedUrl",
      "icon",
      "isIdentityRequired",
      "language",
      "launcherPath",
      "launcherWords",
      "name",
      "preview",
      "settings",
      "team",
      "version",
      "voice",
    ]);
    expect(body).toMatchObject({ agentId: agent.id, name: "Harbour help", version: 1, preview: false });
  });

  it("show visitors the published version, not the draft", async () => {
    const { change, ask, server, owner, agent, params } = await setUp(store);
    const { data } = await server.as(owner).call(getWidget, { params });
    await change({ settings: { ...data.settings, title: "New title" } });
    expect(await (await ask(shop)).json()).toMatchObject({ settings: { title: "Harbour help" } });
    await server.as(owner).call(publishAgent, { params: { productId: agent.id } });
    expect(await (await ask(shop)).json()).toMatchObject({ version: 2, settings: { title: "New title" } });
  });

  it("C5: refuse a site that is not listed, for configuration, frame and ticket", async () => {
    const { change, ask, openFrame, open } = await setUp(store);
    const before = await openFrame(shop);
    await change({ allowedDomains: ["example.com"] });
    const response = await ask(shop);
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { error: { code: "origin_not_allowed" } },
    ]);
    const { frame, response: document } = await openFrame(shop);
    expect(frame).toMatchObject({ unavailable: "origin_not_allowed", ticket: "", configuration: null });
    expect(document.headers.get("content-security-policy")).toContain(
      "frame-ancestors 'self' https://localhost:*",
    );
    await expect(open(before.frame.ticket)).rejects.toMatchObject({
      status: 403,
      code: "origin_not_allowed",
    });
    expect((await ask("https://example.com")).status).toBe(200);
  });

  it.each([
    ["https://example.com", true],
    ["http://localhost:5173", true],
    ["https://evil-example.com", false],
    ["https://example.com.evil.test", false],
    ["https://sub.example.com", false],
    ["https://example.com:8443", false],
    ["https://example.org", false],
    ["null", false],
    ["capacitor://localhost", false],
    ["file://", false],
  ])(
    "C7: answer a page of %s with exactly its origin, without cookies, and let it in: %s",
    async (origin, isIn) => {
      const { change, ask } = await setUp(store);
      await change({ allowedDomains: ["example.com"] });
      const response = await ask(origin);
      // The refusal is read by the loader, which tells the page why.
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
      expect(response.headers.get("vary")).toMatch(/\bOrigin, Accept-Language$/);
      expect(response.headers.get("set-cookie")).toBeNull();
      expect(response.status).toBe(isIn ? 200 : 403);
      if (!isIn) expect(await response.json()).toMatchObject({ error: { code: "origin_not_allowed" } });
    },
  );

  it("C7: are read across sites by this one call only", async () => {
    const { server, token } = await setUp(store);
    const headers = { origin: shop, "sec-fetch-site": "cross-site", "content-type": "application/json" };
    const open = await server.request("/api/public/v1/copilotapps/open-chat-widget", {
      method: "POST",
      headers,
      body: "{}",
    });
    expect(open.status).toBe(403);
    expect(open.headers.get("access-control-allow-origin")).toBeNull();
    const preflight = await server.request(`/api/public/v1/copilots?surface=widget&token=${token}`, {
      method: "OPTIONS",
      headers: { ...headers, "access-control-request-method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("allow pages without an origin when no list excludes sites, or when the owner says so", async () => {
    const { change, ask, openFrame, token, open } = await setUp(store);
    const framed = { "sec-fetch-dest": "iframe", "sec-fetch-site": "cross-site" };
    const isFramed = async () => {
      const { response, frame } = await openFrame(null, token, framed);
      const policy = response.headers.get("content-security-policy") ?? "";
      return { frame, isOpen: !policy.includes("frame-ancestors") };
    };
    expect((await ask("null")).status).toBe(200);
    const before = await isFramed();
    expect(before).toMatchObject({ isOpen: true, frame: { origin: "null" } });
    await change({ allowedDomains: ["example.com"] });
    expect((await ask("null")).status).toBe(403);
    await expect(open(before.frame.ticket)).rejects.toMatchObject({ code: "origin_not_allowed" });
    // A listed site whose visitor's browser sends no Referer: the browser itself holds it to the list.
    expect(await isFramed()).toMatchObject({ isOpen: false, frame: { origin: null, unavailable: null } });
    await change({ allowsNullOrigin: true });
    const response = await ask("null");
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "null"]);
    expect(await isFramed()).toMatchObject({ isOpen: true, frame: { unavailable: null, origin: "null" } });
    await expect(open(before.frame.ticket)).resolves.toBeDefined();
    // A site that says its name is still asked whether it is listed.
    expect((await ask(shop)).status).toBe(403);
    const named = await openFrame("https://example.com/");
    expect(named.response.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  });

  it("use the visitor's language before the chat is loaded, with the owner's words", async () => {
    const { change, ask, server, owner, params } = await setUp(store);
    const open = async (hints: { locale?: string; accepted?: string }) => {
      const { launcherWords } = await (await ask(shop, hints)).json();
      return launcherWords.open;
    };
    expect(await open({ accepted: "de-AT,de;q=0.9,en;q=0.8" })).toBe(de.launcher.open);
    expect(await open({ locale: "ar", accepted: "de" })).toBe(ar.launcher.open);
    const { data } = await server.as(owner).call(getWidget, { params });
    const words = { de: { "launcher.open": "Frag uns" } };
    await change({ settings: { ...data.settings, language: "de", words } });
    await server.as(owner).call(publishAgent, { params });
    expect(await open({ locale: "ar", accepted: "fr" })).toBe("Frag uns");
  });

  it("report a token that belongs to nobody, and an agent that is paused or switched off", async () => {
    const { ask, openFrame, server, owner, agent, change } = await setUp(store);
    expect(await (await ask(shop, { token: "0".repeat(32) })).json()).toMatchObject({
      error: { code: "bad_token" },
    });
    const unknown = await openFrame(shop, "<script>alert(1)");
    expect(unknown.response.status).toBe(404);
    expect(unknown.html).not.toContain("<script>alert(1)");
    const params = { productId: agent.id };
    await server.as(owner).call(updateAgentStatus, { params, body: { data: { status: "paused" } } });
    expect(await (await ask(shop)).json()).toMatchObject({ error: { code: "surface_disabled" } });
    await server.as(owner).call(updateAgentStatus, { params, body: { data: { status: "live" } } });
    await change({ enabled: false });
    expect((await openFrame(shop)).frame.unavailable).toBe("disabled");
    const { data } = await server.as(owner).call(getThreadFilters, { params });
    expect(data.offSurfaces).toEqual(["widget", "hosted-web"]);
  });

  it("C12: put names and settings into the frame's document as data that can't end it", async () => {
    const { change, openFrame, server, owner, agent, params } = await setUp(store);
    const { data } = await server.as(owner).call(getWidget, { params });
    const evil = `</script><script>alert(1)</script><!-- \u2028 "'&`;
    await change({ settings: { ...data.settings, title: evil } });
    await server.as(owner).call(publishAgent, { params: { productId: agent.id } });
    const { html, frame, response } = await openFrame(shop);
    expect(frame.configuration?.settings.title).toBe(evil);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(response.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
  });

  it("give a frame a ticket for its site, valid for ten minutes and renewed while the site is allowed", async () => {
    const { openFrame, open, server, change } = await setUp(store);
    const { frame } = await openFrame(`${shop}/`);
    expect(frame).toMatchObject({ origin: shop, unavailable: null, configuration: { name: "Harbour help" } });
    server.clock.advance(ticketMs + 1);
    await expect(open(frame.ticket)).rejects.toMatchObject({ status: 403, code: "ticket_expired" });
    const renewed = await server.anyone().call(renewTicket, { body: { ticket: frame.ticket } });
    await expect(open(renewed.ticket)).resolves.toMatchObject({ data: { agentId: expect.any(String) } });
    await change({ allowedDomains: ["example.com"] });
    const again = server.anyone().call(renewTicket, { body: { ticket: renewed.ticket } });
    await expect(again).rejects.toMatchObject({ code: "origin_not_allowed" });
  });

  it("C1: open a session of this agent only, with a key that the database doesn't reveal", async () => {
    const { openFrame, open, server, owner } = await setUp(store);
    const { data } = await open((await openFrame(shop)).frame.ticket);
    const row = await server.store.db.selectFrom("visitorSessions").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(data.session.key);
    const visitor = server.as({ address: "10.9.9.9", session: data.session });
    const other = await server.createAgent(owner, "Other");
    const body = { data: { clientId: "client-id-1", content: "Hello" } };
    const foreign = visitor.send(sendMessage, { params: { productId: other.id }, body });
    expect((await foreign).status).toBe(404);
    const own = await visitor.send(sendMessage, { params: { productId: data.agentId }, body });
    expect(own.status).toBe(200);
    await own.body?.cancel();
  });

  it("show the draft in the console's preview, by a ticket that is never renewed", async () => {
    const { server, owner, params, open } = await setUp(store);
    const { data } = await server.as(owner).call(createPreviewTicket, { params });
    await expect(open(data.ticket)).resolves.toBeDefined();
    const row = await server.store.db
      .selectFrom("visitorSessions")
      .select("preview")
      .executeTakeFirstOrThrow();
    expect(row.preview).toBe(1);
    const renewal = server.anyone().call(renewTicket, { body: { ticket: data.ticket } });
    await expect(renewal).rejects.toMatchObject({ code: "ticket_expired" });
  });

  it("are listed with their type, token and settings", async () => {
    const { server, owner, params } = await setUp(store);
    const { data } = await server.as(owner).call(getWidget, { params });
    const { items } = await server.as(owner).call(listSurfaces, { params: { productId: params.productId } });
    expect(items).toEqual([data, expect.objectContaining({ type: "hosted-web", enabled: false })]);
    expect(data).toMatchObject({ type: "widget", enabled: true });
  });

  it("record where the widget was last loaded", async () => {
    const { ask, server, owner, params } = await setUp(store);
    await ask(shop);
    const { data } = await server.as(owner).call(getWidget, { params });
    expect(data.lastSeen).toMatchObject({ origin: shop });
  });

  it.each([
    ["a domain with a path", { allowedDomains: ["example.com/shop"] }, "allowedDomains.0"],
    ["a color by name", { settings: { primary: "red" } }, "settings.primary"],
    ["eleven suggestions", { settings: { suggestions: Array(11).fill("Hi") } }, "settings.suggestions"],
    [
      "four minimized suggestions",
      { settings: { minimisedSuggestions: Array(4).fill("Hi") } },
      "settings.minimisedSuggestions",
    ],
  ])("refuse %s with the field's path", async (_, wrong, path) => {
    const { change, server, owner, params } = await setUp(store);
    const { data } = await server.as(owner).call(getWidget, { params });
    const settings = { ...data.settings, ...("settings" in wrong ? wrong.settings : {}) };
    await expect(change({ ...wrong, settings } as Partial<WidgetSurface>)).rejects.toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: `body.data.${path}` }] } },
    });
  });
});
