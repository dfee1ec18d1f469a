import { expect } from "vitest";
import {
  createDataSource,
  getDataSource,
  listPages,
  listSyncLogs,
  syncDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSource, SourcePage } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import type { StoreKind } from "../database/stores.ts";
import { startTestServer, type TestServerOptions } from "../server.ts";

/** An agent of an owner on a server that may ask this machine, with what tests do to its sources. */
export async function openKnowledge(store: StoreKind, options: Omit<TestServerOptions, "store"> = {}) {
  const server = await startTestServer({ store, egressAllow: ["127.0.0.0/8"], ...options });
  const owner = await server.createOwner();
  const { id: productId } = await server.createAgent(owner);
  const client = server.as(owner);
  const at = (source: DataSource) => ({ productId, datasourceId: source.id });
  const get = async (source: DataSource) => (await client.call(getDataSource, { params: at(source) })).data;
  const settled = async (source: DataSource) => {
    await expect
      .poll(async () => (await get(source)).lastRun?.endedAt ?? null, { interval: 20 })
      .not.toBeNull();
    return get(source);
  };
  const list = async (source: DataSource, query = {}) =>
    (await client.call(listPages, { params: at(source), query: { limit: 100, ...query } })).items;
  return {
    ...{ server, owner, productId, client, at, get, settled, list },
    async add(config: DataSourceConfig) {
      const { data } = await client.call(createDataSource, {
        params: { productId },
        body: { data: { config } },
      });
      return settled(data);
    },
    async sync(source: DataSource) {
      await client.call(syncDataSource, { params: at(source) });
      return settled(source);
    },
    async page(source: DataSource, named: string) {
      const page = (await list(source)).find(({ title }) => title === named);
      return { ...(page as SourcePage), at: { ...at(source), pageId: page?.id ?? "" } }; // a missing one fails in the test
    },
    async logs(source: DataSource) {
      const params = { ...at(source), syncHistoryId: (await get(source)).lastRun?.id ?? "" };
      return (await client.call(listSyncLogs, { params, query: { limit: 100 } })).items;
    },
    find: (question: string) =>
      server.app.retrieve({ organizationId: owner.organizationId, agentId: productId, question, limit: 3 }),
    async upload(name: string, bytes: Uint8Array): Promise<string> {
      const body = { data: { name, sizeBytes: bytes.byteLength } };
      const { fileId, url, method, fields } = await client.call(initUpload, { body });
      const path = new URL(url, server.origin);
      const init = { method, headers: fields, body: Buffer.from(bytes) };
      expect((await server.request(path.pathname + path.search, init)).ok).toBe(true);
      return fileId;
    },
  };
}
export type OpenKnowledge = Awaited<ReturnType<typeof openKnowledge>>;

/** A website's settings; tests name only what they care about. */
export function websiteConfig(
  url: string,
  change: Partial<Extract<DataSourceConfig, { kind: "website" }>> = {},
): DataSourceConfig {
  return {
    ...{ kind: "website", scope: "site", urls: [url], include: [], exclude: [] },
    ...{ maxDepth: 5, maxPages: 100, ...change },
  };
}
