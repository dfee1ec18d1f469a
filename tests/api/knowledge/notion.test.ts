import { afterEach, describe, expect, it } from "vitest";
import {
  getConnecting,
  openNotionPicker,
  refreshToken,
  removeConnection,
  verifyToken,
} from "../../../shared/contract/knowledge/connections.ts";
import {
  createDataSource,
  removeDataSource,
  updateDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { refreshPage } from "../../../shared/contract/knowledge/pages.ts";
import { preprocess, getPreprocessing } from "../../../shared/contract/knowledge/preprocess.ts";
import { noConnectedSettings } from "../../../server/knowledge/connected/settings.ts";
import { connectAccount } from "../../kit/knowledge/connecting.ts";
import { openKnowledge } from "../../kit/knowledge/knowledge.ts";
import { block, notionId, rich, startNotion, type NotionServer } from "../../kit/knowledge/notion.ts";
import { stores, type StoreKind } from "../../kit/database/stores.ts";

const started: NotionServer[] = [];
afterEach(async () => {
  for (const notion of started.splice(0)) await notion.stop();
});

async function open(store: StoreKind, { hasClient = true } = {}) {
  const notion = await startNotion();
  started.push(notion);
  const settings = hasClient
    ? notion.settings
    : { ...noConnectedSettings.notion, baseUrl: notion.settings.baseUrl };
  const knowledge = await openKnowledge(store, { connected: { ...noConnectedSettings, notion: settings } });
  const params = { productId: knowledge.productId };
  return {
    notion,
    knowledge,
    params,
    connect: async (sourceId?: string) =>
      (
        await knowledge.client.call(verifyToken, {
          params,
          body: { data: { type: "notion", token: notion.token, ...(sourceId && { sourceId }) } },
        })
      ).data,
    pick: async (query: Record<string, string>) =>
      (await knowledge.client.call(openNotionPicker, { query: query as { connectionId: string } })).data,
    addItems: (connectionId: string, items: NotionItems) =>
      knowledge.add({ kind: "notion", connectionId, items, maxItems: 1000 }),
  };
}

type NotionItems = Extract<DataSourceConfig, { kind: "notion" }>["items"];

const handbook = notionId(1);

function fill(notion: NotionServer): void {
  const cells = (...texts: string[]) => ({
    type: "table_row",
    table_row: { cells: texts.map((text) => rich(text)) },
  });
  notion.put({
    ...{ id: handbook, title: "Handbook" },
    blocks: [
      block("paragraph", "The office opens at eight."),
      block("heading_1", "Parking"),
      block("bulleted_list_item", "Bicycles", [block("bulleted_list_item", "stand behind the boat house")]),
      { type: "table", table: {}, children: [cells("Car", "Fee"), cells("Van", "12 a day")] },
    ],
  });
  notion.put({
    id: notionId(2),
    title: "Holidays",
    parent: handbook,
    blocks: [block("paragraph", "Everyone has 28 days off.")],
  });
  notion.databases.push({
    ...{ id: notionId(10), title: "Boats", parent: handbook },
    sources: [{ id: notionId(11), name: "Boats" }],
  });
  const properties = {
    Berth: { type: "number", number: 14 },
    State: { type: "select", select: { name: "Moored" } },
    Note: { type: "rich_text", rich_text: [] },
  };
  notion.put({ id: notionId(3), title: "Albatross", parent: notionId(11), properties });
}

describe.each(stores())("Notion as a source on $name", (store) => {
  it("reads the chosen pages with a pasted token: nested blocks, tables, subpages, and rows", async () => {
    const { notion, knowledge, connect, pick, addItems } = await open(store, { hasClient: false });
    fill(notion);
    notion.pageSize = 2;
    const connection = await connect();
    expect(connection).toMatchObject({ provider: "notion", name: "Harbour", state: "connected" });
    const shelf = await pick({ connectionId: connection.id, search: "hand" });
    expect(shelf.items).toMatchObject([{ name: "Handbook", type: "page" }]);
    const [{ id = "", name = "" } = {}] = shelf.items;
    const source = await addItems(connection.id, [{ id, name, type: "page" }]);
    expect(source).toMatchObject({
      ...{ status: "ready", name: "Handbook", counts: { pages: 3 } },
      connection: { id: connection.id, name: "Harbour", state: "connected" },
    });
    const found = await knowledge.find("Where do bicycles stand?");
    expect(found[0]?.text).toContain("behind the boat house");
    expect(found[0]?.url).toBe(`https://www.notion.so/${handbook.replaceAll("-", "")}`);
    expect((await knowledge.find("What does a van pay?"))[0]?.text).toContain("12 a day");
    expect((await knowledge.find("Which berth has the Albatross?"))[0]?.text).toContain("Berth: 14");
    expect(JSON.stringify(source)).not.toContain(notion.token);
  });

  it("requests the blocks of changed pages only, and reports changed, new and removed pages", async () => {
    const { notion, knowledge, connect, addItems } = await open(store);
    fill(notion);
    const { id } = await connect();
    const source = await addItems(id, [{ id: handbook, name: "Handbook", type: "page" }]);
    notion.hits.length = 0;
    const same = await knowledge.sync(source);
    expect(same.lastRun?.counts).toMatchObject({ unchanged: 3, changed: 0, added: 0, removed: 0 });
    expect(notion.hits.filter((hit) => hit.includes("/blocks/"))).toEqual([]);

    notion.put({
      ...{ id: notionId(2), title: "Holidays", parent: handbook, editedAt: "2026-02-01T00:00:00.000Z" },
      blocks: [block("paragraph", "Everyone has 30 days off.")],
    });
    notion.put({ id: notionId(3), title: "Albatross", parent: notionId(11), inTrash: true });
    notion.put({ id: notionId(4), title: "Puffin", parent: notionId(11) });
    const next = await knowledge.sync(source);
    expect(next.lastRun?.counts).toMatchObject({ unchanged: 1, changed: 1, added: 1, removed: 1 });
    expect((await knowledge.find("How many days off?"))[0]?.text).toContain("30 days");
  });

  it("waits when Notion says so, and keeps the last good text of a page that can't be read now", async () => {
    const { notion, knowledge, connect, addItems } = await open(store);
    fill(notion);
    const { id } = await connect();
    notion.interrupt({ status: 429, headers: { "retry-after": "0" }, json: {} });
    const source = await addItems(id, [{ id: notionId(2), name: "Holidays", type: "page" }]);
    expect(source).toMatchObject({ status: "ready", counts: { pages: 1 } });
    const page = await knowledge.page(source, "Holidays");
    notion.interrupt({ status: 200, json: { object: "page", id: notionId(2), last_edited_time: "later" } });
    notion.interrupt({ status: 403, json: { object: "error", code: "restricted_resource" } });
    const partly = await knowledge.sync(source);
    expect(partly).toMatchObject({ status: "partly", counts: { failed: 1 } });
    expect((await knowledge.find("How many days off?"))[0]?.text).toContain("28 days");
    await knowledge.client.call(refreshPage, { params: page.at });
    expect(await knowledge.settled(source)).toMatchObject({ status: "ready", counts: { failed: 0 } });
  });

  it("asks for a new connection when the token is refused, keeps the pages, and continues with a new one", async () => {
    const { notion, knowledge, connect, addItems } = await open(store);
    fill(notion);
    const { id } = await connect();
    const source = await addItems(id, [{ id: notionId(2), name: "Holidays", type: "page" }]);
    notion.revoke();
    const lost = await knowledge.sync(source);
    expect(lost).toMatchObject({ status: "partly", connection: { state: "expired" }, counts: { pages: 1 } });
    expect(lost.error).toContain("Connect again");
    expect((await knowledge.find("How many days off?"))[0]?.text).toContain("28 days");
    const query = { connectionId: id };
    expect(
      (await knowledge.client.call(refreshToken, { params: { productId: source.agentId ?? "" }, query })).data
        .state,
    ).toBe("expired");
    notion.accessTokens.add(notion.token);
    await connect(source.id);
    expect(await knowledge.settled(source)).toMatchObject({
      status: "ready",
      connection: { id, state: "connected" },
    });
  });

  it("keeps all pages when an account no longer sees any chosen page", async () => {
    const { notion, knowledge, connect, addItems } = await open(store);
    fill(notion);
    const { id } = await connect();
    const source = await addItems(id, [{ id: notionId(2), name: "Holidays", type: "page" }]);
    notion.pages.length = 0;
    const blind = await knowledge.sync(source);
    expect(blind).toMatchObject({ status: "partly", counts: { pages: 1 } });
    expect(blind.error).toContain("can’t see any of the chosen pages");
  });

  it("refuses a token that Notion refuses, and stores nothing of it", async () => {
    const { knowledge, params } = await open(store);
    const body = { data: { type: "notion" as const, token: "ntn_wrong" } };
    const response = await knowledge.client.send(verifyToken, { params, body });
    expect(response.status).toBe(400);
    expect((await response.json()).error.fields).toEqual([
      { path: "body.data.token", message: "Notion rejects this token. Copy the whole token again." },
    ]);
    expect(await knowledge.server.store.db.selectFrom("connections").selectAll().execute()).toEqual([]);
  });

  it("connects by signing in at Notion, with Basic and without parameters unknown to Notion", async () => {
    const { notion, knowledge } = await open(store);
    const end = await connectAccount(knowledge, { type: "notion", returnTo: "/somewhere?add=notion" });
    expect(end.pathname + end.search).toMatch(/^\/somewhere\?add=notion&connection=\w+$/);
    expect(notion.grants[0]?.form).toMatchObject({ grant_type: "authorization_code" });
    const { data } = await knowledge.client.call(getConnecting, { params: { provider: "notion" } });
    expect(data).toMatchObject({ signIn: { isReady: true, missing: [] }, takesToken: true });
    expect(data.connections).toHaveLength(1);
  });

  it("hides a connection from other members, who can't choose with it", async () => {
    const { notion, knowledge, connect, addItems } = await open(store);
    fill(notion);
    const { id } = await connect();
    const items = [{ id: notionId(2), name: "Holidays", type: "page" as const }];
    const source = await addItems(id, items);
    const { server, owner, productId } = knowledge;
    const other = server.as(await server.createMember(owner.organizationId, "collaborator"));
    expect((await other.send(openNotionPicker, { query: { connectionId: id } })).status).toBe(404);
    const config = { kind: "notion" as const, connectionId: id, items, maxItems: 1000 };
    const wider = { ...config, items: [...items, { id: handbook, name: "Handbook", type: "page" as const }] };
    const params = { productId, datasourceId: source.id };
    const send = (changed: DataSourceConfig) =>
      other.send(updateDataSource, { params, body: { data: { name: "Renamed", config: changed } } });
    expect((await send(wider)).status).toBe(400);
    expect((await send(config)).status).toBe(200);
    expect(
      (await other.send(createDataSource, { params: { productId }, body: { data: { config } } })).status,
    ).toBe(400);
    const { data } = await other.call(getConnecting, { params: { provider: "notion" } });
    expect(data.connections).toEqual([]);
  });

  it("is disconnected only by the connection's creator and by administrators, and its pages stay", async () => {
    const { notion, knowledge, connect, addItems } = await open(store);
    fill(notion);
    const { server, owner } = knowledge;
    const { id: connectionId } = await connect();
    const source = await addItems(connectionId, [{ id: notionId(2), name: "Holidays", type: "page" }]);
    const params = { provider: "notion", connectionId };
    const as = async (role: "admin" | "collaborator") =>
      server.as(await server.createMember(owner.organizationId, role));
    expect((await (await as("collaborator")).send(removeConnection, { params })).status).toBe(404);
    const stranger = server.as(await server.createOwner());
    expect((await stranger.send(removeConnection, { params })).status).toBe(404);
    const admin = await as("admin");
    const elsewhere = { ...params, provider: "googleDrive" };
    expect((await admin.send(removeConnection, { params: elsewhere })).status).toBe(404);
    await admin.call(removeConnection, { params });
    expect(await knowledge.get(source)).toMatchObject({ connection: null, counts: { pages: 1 } });
    expect((await knowledge.sync(source)).error).toBe("No account of Notion is connected. Connect one.");
  });

  it("drops the access with the last source that uses it", async () => {
    const { notion, knowledge, connect, addItems } = await open(store);
    fill(notion);
    const { id } = await connect();
    const items = [{ id: notionId(2), name: "Holidays", type: "page" as const }];
    const [first, second] = [await addItems(id, items), await addItems(id, items)];
    const count = async () =>
      (await knowledge.server.store.db.selectFrom("connections").select("id").execute()).length;
    const remove = (source: DataSource) =>
      knowledge.client.call(removeDataSource, { params: knowledge.at(source), query: { confirmed: "true" } });
    await remove(first);
    expect(await count()).toBe(1);
    await remove(second);
    expect(await count()).toBe(0);
  });

  it("shows a preview before it is added", async () => {
    const { notion, knowledge, connect, params } = await open(store);
    fill(notion);
    const { id: connectionId } = await connect();
    const items = [{ id: handbook, name: "Handbook", type: "page" as const }];
    const config = { kind: "notion" as const, connectionId, items, maxItems: 2 };
    const { data } = await knowledge.client.call(preprocess, { params, body: { data: { config } } });
    const at = { ...params, preprocessId: data.id };
    await expect
      .poll(async () => (await knowledge.client.call(getPreprocessing, { params: at })).data, {
        interval: 20,
      })
      .toMatchObject({
        state: "done",
        counts: { taken: 2 },
        notes: [expect.stringContaining("takes 2 pages")],
      });
  });
});
