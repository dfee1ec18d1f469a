import { expect, it } from "vitest";
import { listVisitorMessages, sendMessage } from "../../shared/contract/conversations/conversations.ts";
import {
  createDataSource,
  getDataSource,
  listPages,
  listSyncHistory,
} from "../../shared/contract/knowledge/knowledge.ts";
import { openBenchApp, openVisitor } from "../bench/visitor.ts";
import type { TestClient } from "../kit/client.ts";
import { openDocumentation } from "../kit/knowledge/documentation.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";
import { serveWebsite } from "../kit/knowledge/website.ts";

const patient = { timeout: 240_000, interval: 200 };

it("a crawl of a whole documentation resumes after a kill, and the agent cites the right pages", async () => {
  const { start, pages, questions } = openDocumentation();
  const paths = Object.keys(pages);
  const site = await serveWebsite(pages);
  let server = await spawnServer({
    env: { EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "1000", TRUST_PROXY: "1" },
  });
  const app = await openBenchApp(server);
  const params = { productId: app.agentId };
  const config = {
    ...{ kind: "website" as const, scope: "site" as const, urls: [site.origin + start] },
    ...{ include: [], exclude: [], maxDepth: 20, maxPages: 5000 },
  };
  const { data: source } = await app.client.call(createDataSource, { params, body: { data: { config } } });
  const at = { ...params, datasourceId: source.id };
  const read = async () => (await app.client.call(getDataSource, { params: at })).data;

  const indexed = async () => (await read()).lastRun?.counts.indexed ?? 0;
  await expect.poll(indexed, patient).toBeGreaterThan(paths.length / 2);
  await server.end("SIGKILL");
  const before = site.hits.length;
  server = await server.restart();
  await expect.poll(async () => (await read()).status, patient).toMatch(/ready|partly/);

  const { lastRun, counts } = await read();
  expect(lastRun).toMatchObject({ status: "done", counts: { failed: 0 } });
  expect(counts.pages).toBeGreaterThan(paths.length * 0.9);
  // Only what was not settled before the kill is asked for after it.
  const again = site.hits.slice(before).filter((hit) => site.hits.indexOf(hit) < before);
  expect(again.length).toBeLessThan(before / 10);
  const history = (await app.client.call(listSyncHistory, { params: at })).items;
  expect(history).toMatchObject([{ id: lastRun?.id, trigger: "create", status: "done" }]);
  const listed = await app.client.call(listPages, { params: at, query: { limit: 100 } });
  expect(listed.page.total).toBe(counts.pages);

  const wrong: string[] = [];
  for (const [index, [question, path]] of questions.entries()) {
    const visitor = await openVisitor(app, server, `203.0.113.${index + 1}`);
    const cited = await askFor(visitor, app.agentId, question);
    if (!cited.some((url) => url.includes(path))) wrong.push(`${question} ${path} ${cited.join(" ")}`);
  }
  expect(wrong).toEqual([]);
  await site.stop();
}, 600_000);

/** Asks, and gives the addresses of the pages that the answer cites. */
async function askFor(visitor: TestClient, productId: string, content: string): Promise<string[]> {
  const data = { clientId: crypto.randomUUID(), content };
  let threadId = "";
  for await (const event of visitor.stream(sendMessage, { params: { productId }, body: { data } }))
    if (event.type === "accepted") threadId = event.thread.id;
  const { items } = await visitor.call(listVisitorMessages, { params: { productId, threadId }, query: {} });
  return items.flatMap(({ citations }) => citations.flatMap(({ url }) => url ?? []));
}
