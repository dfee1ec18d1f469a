import { describe, expect, it } from "vitest";
import { getAgent } from "../../../shared/contract/agents/agents.ts";
import { sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createPreviewTicket,
  deleteHostedWeb,
  deleteWidget,
  getHostedWeb,
  getPublicConfiguration,
  getWidget,
  openChatWidget,
  updateHostedWeb,
  updateIdentity,
  updateWidget,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { FrameDocument, WidgetSurface } from "../../../shared/contract/surfaces/surfaces.ts";
import { defaultWidgetSettings } from "../../../shared/contract/surfaces/widgetDefaults.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const findFrameScript = () => ({ file: "/assets/widget/frame.js", preload: [] });
const confirmed = { confirmed: "true" } as const;

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store, findFrameScript });
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner, "Harbour Help");
  const params = { productId: agent.id };
  const asOwner = server.as(owner);
  const read = async () => (await asOwner.call(getWidget, { params })).data;
  return {
    ...{ server, owner, agent, params, asOwner, read },
    async save(change: Partial<WidgetSurface>) {
      const { revision, enabled, allowedDomains, allowsNullOrigin, settings } = {
        ...(await read()),
        ...change,
      };
      const body = { data: { revision, enabled, allowedDomains, allowsNullOrigin, settings } };
      return (await asOwner.call(updateWidget, { params, body })).data;
    },
    async savePage() {
      const { revision, slug, settings } = (await asOwner.call(getHostedWeb, { params })).data;
      const body = { data: { revision, enabled: true, slug, settings } };
      return (await asOwner.call(updateHostedWeb, { params, body })).data;
    },
    /** What a site with a token's snippet gets first of all. */
    async load(token: string) {
      const query = { surface: "widget" as const, token };
      const headers = { origin: "https://shop.test", "sec-fetch-site": "cross-site" };
      const response = await server.anyone().send(getPublicConfiguration, { query, headers });
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
    /** A visitor who opens a document of the chat and writes something there. */
    async write(path: string) {
      const { ticket } = documentOf(await (await server.request(path)).text());
      const { data } = await server.anyone().call(openChatWidget, { body: { data: { ticket } } });
      const visitor = server.as({ address: "192.0.2.7", session: data.session });
      const send = (clientId: string) =>
        visitor.send(sendMessage, {
          params,
          body: { data: { clientId, content: "Hello", attachments: [] } },
        });
      await (await send("message-1")).text();
      return { ticket, send };
    },
  };
}

describe.each(stores())("a deleted surface on $name", (store) => {
  it("removes the chat widget from every site: its token is refused with words that the loader can read", async () => {
    const { asOwner, params, read, load } = await setUp(store);
    const { token } = await read();
    expect((await load(token)).status).toBe(200);
    const { data } = await asOwner.call(deleteWidget, { params, query: confirmed });
    expect(data).toMatchObject({ type: "widget", enabled: false, lastSeen: null });
    expect(data.token).not.toBe(token);

    const { status, body, headers } = await load(token);
    expect([status, body.error]).toMatchObject([
      404,
      { code: "bad_token", message: "No agent belongs to this token. Copy the snippet from Deploy again." },
    ]);
    expect(headers.get("access-control-allow-origin")).toBe("https://shop.test");
  });

  it("shows no chat in a frame that is still open, and accepts no message there", async () => {
    const { asOwner, params, read, server, write } = await setUp(store);
    const { token } = await read();
    const { ticket, send } = await write(`/embed/${token}`);
    await asOwner.call(deleteWidget, { params, query: confirmed });
    const frame = await server.request(`/embed/${token}`);
    expect([frame.status, documentOf(await frame.text()).unavailable]).toEqual([404, "bad_token"]);
    expect((await send("message-2")).status).toBe(401);
    const again = await server.anyone().send(openChatWidget, { body: { data: { ticket } } });
    expect((await again.json()).error.code).toBe("surface_disabled");
    const { items } = await asOwner.call(listThreads, { params });
    expect(items).toMatchObject([{ surface: "widget" }]);
  });

  it("is created again with another token and a new agent's look", async () => {
    const { asOwner, params, read, save, load } = await setUp(store);
    const before = await read();
    const settings = { ...before.settings, title: "Ahoy" };
    await save({ settings, allowedDomains: ["example.com"], allowsNullOrigin: true });
    await asOwner.call(deleteWidget, { params, query: confirmed });
    expect(await read()).toMatchObject({
      ...{ enabled: false, allowedDomains: [], allowsNullOrigin: false, savedBy: { name: "Test Person" } },
      settings: defaultWidgetSettings("Harbour Help"),
    });
    expect((await asOwner.call(getAgent, { params })).data.hasUnpublishedChanges).toBe(true);
    const { token } = await save({ enabled: true });
    expect((await load(token)).status).toBe(200);
  });

  it("leaves the hosted page and its write rules unchanged, and the team's preview open", async () => {
    const { asOwner, params, server, savePage, read } = await setUp(store);
    await savePage();
    await asOwner.call(updateIdentity, { params, body: { data: { mode: "required" } } });
    const preview = await asOwner.call(createPreviewTicket, { params });
    const session = await server
      .anyone()
      .call(openChatWidget, { body: { data: { ticket: preview.data.ticket } } });
    await asOwner.call(deleteWidget, { params, query: confirmed });

    const page = documentOf(await (await server.request("/p/harbour-help")).text());
    expect(page.configuration).toMatchObject({ isIdentityRequired: true });
    const refused = await server.anyone().send(openChatWidget, { body: { data: { ticket: page.ticket } } });
    expect((await refused.json()).error.code).toBe("identity_required");
    const tester = server.as({ address: "192.0.2.8", session: session.data.session });
    const body = { data: { clientId: "message-1", content: "Hello", attachments: [] } };
    expect((await tester.send(sendMessage, { params, body })).status).toBe(200);
    expect((await read()).enabled).toBe(false);
  });

  it("frees the hosted page's address, and can be created again with the proposed one", async () => {
    const { asOwner, owner, params, server, savePage, write } = await setUp(store);
    await savePage();
    const { send } = await write("/p/harbour-help");
    const { data } = await asOwner.call(deleteHostedWeb, { params, query: confirmed });
    expect(data).toMatchObject({ enabled: false, revision: 0, slug: "harbour-help", savedBy: null });
    expect((await server.request("/p/harbour-help")).status).toBe(404);
    expect((await send("message-2")).status).toBe(401);

    const other = await server.createAgent(owner, "Second");
    const theirs = { revision: 0, enabled: true, slug: "harbour-help", settings: data.settings };
    const taken = { params: { productId: other.id }, body: { data: theirs } };
    expect((await asOwner.send(updateHostedWeb, taken)).status).toBe(200);
    const body = { data: { ...theirs, slug: "harbour" } };
    expect((await asOwner.call(updateHostedWeb, { params, body })).data).toMatchObject({ revision: 1 });
  });

  it.each([
    ["without confirmed=true", {}, 400],
    ["with a wrong provider", { ...confirmed, provider: "twilio" }, 404],
  ])("stays when the deletion is requested %s", async (_, query, status) => {
    const { asOwner, params, read, savePage } = await setUp(store);
    const before = [await read(), await savePage()];
    const loose = { params, query: query as typeof confirmed }; // a wrong one is what is sent here
    expect((await asOwner.send(deleteWidget, loose)).status).toBe(status);
    expect((await asOwner.send(deleteHostedWeb, loose)).status).toBe(status);
    expect([await read(), (await asOwner.call(getHostedWeb, { params })).data]).toEqual(before);
  });
});

function documentOf(html: string): FrameDocument {
  const [, json = "null"] = /id="frame-document">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
