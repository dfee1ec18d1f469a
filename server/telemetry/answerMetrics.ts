import { createHash, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { PageRoute } from "../requests/page.ts";
import type { Store } from "../database/store.ts";
import type {} from "../jobs/tables.ts";
import type { Counts } from "./metrics.ts";
import type { Telemetry } from "./telemetry.ts";

export interface MetricsDeps {
  telemetry: Telemetry;
  store: Store;
  now: () => number;
  countBackups: () => Promise<Counts["backups"]>;
}

/** `/metrics`: all figures for requests with the token, and one sentence for others. */
export function metricsPage(deps: MetricsDeps): PageRoute {
  return { path: "/metrics", handler: ({ request }) => answer(deps, request) };
}

async function answer(deps: MetricsDeps, request: Request): Promise<Response> {
  const { scrape, token } = deps.telemetry;
  if (scrape === null || token === null)
    return say(404, "Metrics are off. Set METRICS_TOKEN, and ask with it as a bearer token.");
  const given = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  if (!timingSafeEqual(hash(given), hash(token)))
    return say(401, "Metrics need METRICS_TOKEN: send the header Authorization: Bearer TOKEN.");
  const { text, contentType } = await scrape(await count(deps).catch(() => null));
  return new Response(text, { headers: { "Content-Type": contentType, "Cache-Control": "no-store" } });
}

function say(status: number, words: string): Response {
  return new Response(`${words}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
    },
  });
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

async function count({ store, now, countBackups }: MetricsDeps): Promise<Counts> {
  const at = now();
  const due = sql<number | null>`min(case when "state" = 'queued' and "runAt" <= ${at} then "runAt" end)`;
  const [rows, backups] = await Promise.all([
    store.reader
      .selectFrom("jobs")
      .select(["kind", "state", (eb) => eb.fn.countAll<number>().as("count"), due.as("oldest")])
      .where("state", "in", ["queued", "running"])
      .groupBy(["kind", "state"])
      .execute(),
    countBackups(),
  ]);
  return {
    backups,
    jobs: rows.map(({ kind, state, count: jobs, oldest }) => ({
      ...{ kind, state, count: jobs, oldestDueMs: oldest === null ? null : at - oldest },
    })),
  };
}
