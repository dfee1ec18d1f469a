import { setTimeout as wait } from "node:timers/promises";
import {
  createDataSource,
  getDataSource,
  listSyncHistory,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { scheduleSync } from "../../../shared/contract/knowledge/sync.ts";
import type { RunningServer } from "../../kit/processes/runServer.ts";
import { htmlPage, serveWebsite } from "../../kit/knowledge/website.ts";
import type { Row } from "../printRows.ts";
import type { BenchApp } from "../visitor.ts";

/** Sources of one page each, whose website counts how often each was asked for. */
export interface FetchedSources {
  /** Waits until the schedules have fired, and counts what ran more or less than once. */
  measure(): Promise<Row[]>;
  stop(): Promise<void>;
}

const lookEveryMs = 500;
/** The schedules fire at a full minute, which leaves at least this much time for the first syncs. */
const firstSyncsMs = 30_000;
/** In which every process has looked for what is due several times. */
const settleMs = 15_000;

/** Makes sources at both processes in turn, each of which syncs at once and, by its schedule, at the next minute but one at most. */
export async function startFetchedSources(
  app: BenchApp,
  pair: [RunningServer, RunningServer],
  count: number,
): Promise<FetchedSources> {
  const paths = Array.from({ length: count }, (_, index) => `/page-${index}`);
  const site = await serveWebsite(
    Object.fromEntries(paths.map((path) => [path, htmlPage(path, `<p>This is the text of ${path}.</p>`)])),
  );
  const clients = pair.map(({ url }) => app.at(url));
  const clientOf = (index: number) => clients[index % clients.length] ?? app.client;
  const params = { productId: app.agentId };
  const dueAt = Math.ceil((Date.now() + firstSyncsMs) / 60_000) * 60_000;
  const sourceIds = await Promise.all(
    paths.map(async (path, index) => {
      const body = {
        data: {
          config: { kind: "website" as const, scope: "pages" as const, urls: [`${site.origin}${path}`] },
        },
      };
      const { data } = await clientOf(index).call(createDataSource, { params, body });
      await clientOf(index + 1).call(scheduleSync, {
        params: { ...params, datasourceId: data.id },
        body: { data: { every: "hourly", minute: new Date(dueAt).getUTCMinutes(), timeZone: "UTC" } },
      });
      return data.id;
    }),
  );

  async function listRuns(index: number) {
    const at = { ...params, datasourceId: sourceIds[index] ?? "" };
    return (await clientOf(index).call(listSyncHistory, { params: at })).items;
  }

  /** Waits until nothing runs any more, and for what should not come. */
  async function settle(): Promise<void> {
    await wait(Math.max(0, dueAt - Date.now()) + settleMs);
    for (const [index, datasourceId] of sourceIds.entries()) {
      for (;;) {
        const { data } = await clientOf(index).call(getDataSource, { params: { ...params, datasourceId } });
        if (data.lastRun?.endedAt) break;
        await wait(lookEveryMs);
      }
    }
  }

  return {
    async measure() {
      console.error(`The schedules fire at ${new Date(dueAt).toISOString()}.`);
      await settle();
      let [ranAgain, fired, firedAgain, askedAgain] = [0, 0, 0, 0];
      for (const index of sourceIds.keys()) {
        const runs = await listRuns(index);
        const bySchedule = runs.filter(({ trigger }) => trigger === "schedule").length;
        const hits = site.hits.filter((hit) => hit.endsWith(paths[index] ?? "")).length;
        ranAgain += Math.abs(runs.length - bySchedule - 1);
        fired += bySchedule;
        firedAgain += Math.abs(bySchedule - 1);
        askedAgain += Math.abs(hits - runs.length);
      }
      return [
        { what: "schedules that fired", measured: fired, budget: null, outOf: count, unit: "" },
        { what: "syncs that ran not once", measured: ranAgain, budget: 0, outOf: count, unit: "" },
        { what: "schedules that fired not once", measured: firedAgain, budget: 0, outOf: count, unit: "" },
        {
          what: "pages asked for not once a sync",
          measured: askedAgain,
          budget: 0,
          outOf: 2 * count,
          unit: "",
        },
      ];
    },
    stop: () => site.stop(),
  };
}
