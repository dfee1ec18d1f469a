import { createDataSource, getDataSource } from "../../shared/contract/knowledge/knowledge.ts";
import { makeDocumentation } from "../kit/knowledge/documentation.ts";
import { runServer } from "../kit/processes/runServer.ts";
import { serveWebsite } from "../kit/knowledge/website.ts";
import { readMemoryMb } from "./readMemory.ts";
import { openBenchApp } from "./visitor.ts";

export interface CrawlFigures {
  /** From the adding of the source until all of it can be asked, by its pages. */
  msPerPage: number;
  /** What the server holds at most in the second half beyond what it held at most in the first. */
  grownMb: number;
}

/** Crawls a site of over a thousand pages on this machine, as often as it answers. */
export async function measureCrawl(): Promise<CrawlFigures> {
  const { start, pages } = makeDocumentation();
  const count = Object.keys(pages).length;
  const site = await serveWebsite(pages);
  const server = await runServer({ env: { EGRESS_ALLOW: "127.0.0.0/8", CRAWL_RATE: "1000" } });
  const app = await openBenchApp(server);
  const params = { productId: app.agentId };
  const config = {
    ...{ kind: "website" as const, scope: "site" as const, urls: [site.origin + start] },
    ...{ include: [], exclude: [], maxDepth: 20, maxPages: 5000 },
  };
  const startedAt = performance.now();
  const { data: source } = await app.client.call(createDataSource, { params, body: { data: { config } } });
  const most = { first: 0, second: 0 };
  for (;;) {
    const at = { ...params, datasourceId: source.id };
    const { lastRun } = (await app.client.call(getDataSource, { params: at })).data;
    const half = (lastRun?.counts.indexed ?? 0) < count / 2 ? "first" : "second";
    most[half] = Math.max(most[half], readMemoryMb(server.pid));
    if (lastRun?.endedAt) break;
    await new Promise((resolve) => setTimeout(resolve, 100)); // a bench waits; nothing is asserted by it
  }
  const msPerPage = (performance.now() - startedAt) / count;
  await server.end();
  await site.stop();
  return { msPerPage, grownMb: Math.max(0, most.second - most.first) };
}
