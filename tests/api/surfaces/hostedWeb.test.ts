import { describe, expect, it } from "vitest";
import { sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import {
  checkPredefinedDomain,
  getHostedWeb,
  getPublicConfiguration,
  getWidget,
  openChatWidget,
  updateHostedWeb,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { FrameDocument, HostedWebSurface } from "../../../shared/contract/surfaces/surfaces.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

const findFrameScript = () => ({ file: "/assets/widget/frame.js", preload: [] });
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

async function setUp(store: ReturnType<typeof stores>[number]) {
  const server = await startTestServer({ store, findFrameScript });
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner, "Harbour Help");
  const params = { productId: agent.id };
  const read = async () => (await server.as(owner).call(getHostedWeb, { params })).data;
  return {
    ...{ server, owner, agent, params, read },
    async save(change: Partial<HostedWebSurface>) {
      const { revision, enabled, slug, settings } = { ...(await read()), enabled: true, ...change };
      const body = { data: { revision, enabled, slug, settings } };
      return server.as(owner).send(updateHostedWeb, { params, body });
    },
    async upload(name: string, bytes: Buffer) {
      const body = { data: { name, contentType: "image/png", sizeBytes: bytes.length } };
      const target = await server.as(owner).call(initUpload, { body });
      await server.request(target.url, {
        method: "PUT",
        headers: target.fields,
        body: new Uint8Array(bytes),
      });
      return target.fileId;
    },
  };
}

describe.each(stores())("a hosted page on $name", (store) => {
  it("is off at first, with an address and a title from the agent's name", async () => {
    const { read, server } = await setUp(store);
    expect(await read()).toMatchObject({
      ...{ type: "hosted-web", enabled: false, slug: "harbour-help", revision: 0 },
      settings: { title: "Harbour Help", isIndexed: false },
    });
    expect((await server.request("/p/harbour-help")).status).toBe(404);
  });

  it("is the chat as a whole document, with metadata for social networks and phones", async () => {
    const { save, read, server, upload } = await setUp(store);
    const imageFileId = await upload("card.png", png);
    const { settings } = await read();
    const description = 'Ask <us> "anything"';
    const saved = await save({ settings: { ...settings, description, imageFileId } });
    expect(saved.status).toBe(200);

    const response = await server.request("/p/harbour-help");
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("x-robots-tag")).toBe("noindex");
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(html).toContain("<title>Harbour Help</title>");
    expect(html).toContain('content="Ask &#60;us&#62; &#34;anything&#34;"');
    expect(html).toContain('property="og:image" content="http://localhost:4300/p/harbour-help/image"');
    expect(documentOf(html)).toMatchObject({ hosted: { title: "Harbour Help", description }, origin: null });

    const image = await server.request("/p/harbour-help/image");
    expect([image.headers.get("content-type"), (await image.arrayBuffer()).byteLength]).toEqual([
      "image/png",
      png.length,
    ]);
    const manifest = await (await server.request("/p/harbour-help/manifest.webmanifest")).json();
    expect(manifest).toMatchObject({
      name: "Harbour Help",
      display: "standalone",
      start_url: "/p/harbour-help",
    });
    const icon = await server.request("/p/harbour-help/icon");
    expect(icon.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    for (const { headers } of [icon, image])
      expect(headers.get("content-security-policy")).toBe(
        "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
  });

  it("accepts visitors' messages, which the team sees with their origin", async () => {
    const { save, server, agent, owner, params } = await setUp(store);
    await save({});
    const { ticket } = documentOf(await (await server.request("/p/harbour-help")).text());
    const { data } = await server.anyone().call(openChatWidget, { body: { data: { ticket } } });
    const visitor = server.as({ address: "192.0.2.7", session: data.session });
    const body = { data: { clientId: "message-1", content: "Hello", attachments: [] } };
    for await (const event of visitor.stream(sendMessage, { params: { productId: agent.id }, body }))
      if (event.type === "done") break;
    const { items } = await server.as(owner).call(listThreads, { params });
    expect(items).toMatchObject([{ surface: "hosted-web" }]);

    await save({ enabled: false });
    const late = await server.anyone().send(openChatWidget, { body: { data: { ticket } } });
    expect((await late.json()).error.code).toBe("surface_disabled");
  });

  it("is announced to the loader, for pages whose policy blocks the frame", async () => {
    const { save, server, owner, params } = await setUp(store);
    const { data } = await server.as(owner).call(getWidget, { params });
    const query = { surface: "widget", token: data.token };
    const read = async () => (await server.anyone().call(getPublicConfiguration, { query })).hostedUrl;
    expect(await read()).toBeNull();
    await save({});
    expect(await read()).toBe("http://localhost:4300/p/harbour-help");
  });

  it("says that it is switched off while the agent is paused", async () => {
    const { save, server, owner, params } = await setUp(store);
    await save({});
    await server.as(owner).call(updateAgentStatus, { params, body: { data: { status: "paused" } } });
    const response = await server.request("/p/harbour-help");
    expect(response.status).toBe(403);
    expect(documentOf(await response.text())).toMatchObject({ unavailable: "disabled", ticket: "" });
  });

  it("has an address of its own, and reports before saving whether it is free", async () => {
    const { save, server, owner } = await setUp(store);
    await save({ slug: "help" });
    const other = await server.createAgent(owner, "Second");
    const params = { productId: other.id };
    const ask = async (slug: string) =>
      (await server.as(owner).call(checkPredefinedDomain, { params, body: { data: { slug } } })).data;
    expect([await ask("help"), await ask("second")]).toEqual([{ isAvailable: false }, { isAvailable: true }]);
    const { settings } = (await server.as(owner).call(getHostedWeb, { params })).data;
    const body = { data: { revision: 0, enabled: true, slug: "help", settings } };
    const refused = await server.as(owner).send(updateHostedWeb, { params, body });
    expect([refused.status, (await refused.json()).error.code]).toEqual([409, "name_taken"]);
  });

  it("doesn't overwrite another person's changes", async () => {
    const { save, read } = await setUp(store);
    await save({});
    const before = await read();
    await save({ slug: "first" });
    const late = await save({ ...before, slug: "second" });
    expect([late.status, (await late.json()).error.code]).toEqual([409, "conflict"]);
    expect((await read()).slug).toBe("first");
  });

  it("C13: accepts images only by their bytes", async () => {
    const { save, read, upload } = await setUp(store);
    const iconFileId = await upload("icon.png", Buffer.from("<svg onload=alert(1)>"));
    const { settings } = await read();
    const refused = await save({ settings: { ...settings, iconFileId } });
    expect([refused.status, (await refused.json()).error.fields[0].path]).toEqual([
      400,
      "body.data.settings.iconFileId",
    ]);
  });

  it("C15: answers an unknown address without repeating it", async () => {
    const { server } = await setUp(store);
    const response = await server.request("/p/%3Cscript%3Ealert(1)");
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await response.text();
    expect(html).not.toContain("alert(1)");
    expect(documentOf(html)).toMatchObject({ token: "", ticket: "", unavailable: "bad_token" });
    // Only the page itself is for people.
    const picture = await server.request("/p/unknown/icon");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([404, "application/json"]);
  });
});

function documentOf(html: string): FrameDocument {
  const [, json = "null"] = /id="frame-document">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}
