import type { Capability } from "../agents/capability.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Limits } from "../requests/limits.ts";
import type { Egress } from "../egress/egress.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Events } from "../live/events.ts";
import { knowledgeRoutes } from "./calls.ts";
import { documentRoutes } from "./documents/documentCalls.ts";
import { changeRoutes, type CountTouched } from "./changes/changeCalls.ts";
import { createConnected } from "./connected/connected.ts";
import { connectRoutes } from "./connected/connectCalls.ts";
import type { ConnectDeps } from "./connected/connecting.ts";
import type { ConnectedSettings } from "./connected/settings.ts";
import { createHygieneEnded, createHygieneHandler, hygieneJob } from "./hygiene/checkHygiene.ts";
import { hygieneRoutes } from "./hygiene/hygieneCalls.ts";
import { createParser } from "./parsing/createParser.ts";
import type { Parser } from "./parsing/createParser.ts";
import { pageRoutes } from "./pageCalls.ts";
import { knowledgePart } from "./part.ts";
import { createPreprocessHandler, preprocessJob } from "./preprocess/preprocess.ts";
import { preprocessRoutes } from "./preprocessCalls.ts";
import { syncRoutes } from "./syncCalls.ts";
import { questionRoutes } from "./questionCalls.ts";
import { createTermsHandler, queueOldTerms, termsJob } from "./retrieval/renewTerms.ts";
import { alsoShared } from "./shared/alsoShared.ts";
import { sharedRoutes } from "./shared/sharedCalls.ts";
import { createSearchPool } from "./retrieval/searchPool.ts";
import type { Retrieve } from "./retrieve.ts";
import { scheduleRoutes } from "./schedule/scheduleCalls.ts";
import { startSchedules, type MayAutoSync } from "./schedule/startSchedules.ts";
import type { SettleFiles } from "./sources.ts";
import { createSourceWork } from "./sourceWork.ts";
import type { SourceWork } from "./sourceWork.ts";
import { createRetrieve } from "./retrievePassages.ts";
import type { OpenFile } from "./sync/reading.ts";
import type { RemoveFile } from "./sync/removeUnusedFile.ts";
import { crawlJob, syncJob } from "./sync/runs.ts";
import { createSweepHandler, sweepJob } from "./sync/sweepSource.ts";
import type { FindCharacterLimit } from "./usage/characterUsage.ts";
import { zoneRoutes } from "./zones/zoneCalls.ts";
import { tidyJob } from "./versions/queueTidy.ts";
import { createTidyHandler } from "./versions/tidyVersions.ts";
import { createSyncEnded } from "./sync/endRun.ts";
import { webhookRoutes } from "./sync/webhookCalls.ts";
import { createSyncHandler } from "./sync/syncSource.ts";
import type { Models } from "../models/models.ts";
import { createEmbedEnded, createEmbedHandler } from "./vectors/embedSource.ts";
import { embeddingRoutes } from "./vectors/calls.ts";
import { embedJob, queueAllEmbedding } from "./vectors/queueEmbedding.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import type { Clock } from "./crawl/clock.ts";

export interface Knowledge extends Capability {
  retrieve: Retrieve;
  /** Adds a source to an agent and has it read. */
  addSource: SourceWork["addSource"];
  /** Reads a file of rows in a process of its own. */
  readTable: Parser["readTable"];
  /** Draws an SVG in a process of its own. */
  drawPicture: Parser["drawPicture"];
  /** Makes the vectors that an organization's choice of a model asks for. */
  choseEmbedding(tx: Tx, organizationId: string): Promise<void>;
}

export interface KnowledgeOptions {
  store: Store;
  jobs: Jobs;
  events: Events;
  egress: Egress;
  /** How accounts at providers are connected. */
  connected: ConnectedSettings;
  seal: ConnectDeps["seal"];
  findMember: ConnectDeps["findMember"];
  hasSession: ConnectDeps["hasSession"];
  openFile: OpenFile;
  settleFiles: SettleFiles;
  removeFile: RemoveFile;
  mayAutoSync: MayAutoSync;
  limits: Limits;
  models: Pick<Models, "openEmbedder">;
  countTouched: CountTouched;
  publicUrl: string;
  crawlRate: number;
  crawlClock?: Clock;
  /** A parser that others share, and end; left out, knowledge has one of its own. */
  parser?: Parser;
  findCharacterLimit: FindCharacterLimit;
  now: () => number;
  scheduler: Scheduler;
  report: (error: unknown) => void;
}

/** Crawls mostly wait: for the pace that a site asks for, and for slow answers. */
const crawlsAtOnce = 8;
const looksAtOnce = 4;

/** Puts knowledge together, with its jobs: syncing a source, and clearing up after one. */
export function createKnowledge(options: KnowledgeOptions): Knowledge {
  const { store, jobs, models, now } = options;
  const { parser = createParser() } = options;
  const search = createSearchPool(store);
  const connected = createConnected({ ...options, settings: options.connected });
  const deps = { ...options, parser, search, connected };
  const sync = createSyncHandler(deps);
  const syncing = { maxAttempts: 5, yields: true, ended: createSyncEnded(deps) };
  let endSchedules = async () => {};
  return {
    name: "knowledge",
    routes: alsoShared([
      ...sharedRoutes(options),
      ...preprocessRoutes(options),
      ...knowledgeRoutes(options),
      ...documentRoutes(options),
      ...pageRoutes(deps),
      ...questionRoutes(options),
      ...scheduleRoutes(options),
      ...syncRoutes(options),
      ...webhookRoutes(options),
      ...embeddingRoutes(store.db),
      ...changeRoutes(options),
      ...connectRoutes(deps),
      ...hygieneRoutes(options),
      ...zoneRoutes(options),
    ]),
    part: knowledgePart(jobs),
    jobs: [
      { kind: crawlJob, handler: sync, ...syncing, concurrency: crawlsAtOnce },
      { kind: syncJob, handler: sync, ...syncing, concurrency: 2 },
      {
        ...{ kind: embedJob, handler: createEmbedHandler(deps), concurrency: 2, yields: true },
        ended: createEmbedEnded(options),
      },
      {
        ...{ kind: preprocessJob, handler: createPreprocessHandler(deps) },
        ...{ maxAttempts: 2, concurrency: looksAtOnce },
      },
      { kind: termsJob, handler: createTermsHandler(deps), yields: true },
      {
        ...{ kind: hygieneJob, handler: createHygieneHandler(deps) },
        ...{ concurrency: 1, ended: createHygieneEnded(jobs) },
      },
      { kind: tidyJob, handler: createTidyHandler(options) },
      { kind: sweepJob, handler: createSweepHandler(options), yields: true },
    ],
    readTable: parser.readTable,
    drawPicture: parser.drawPicture,
    addSource: createSourceWork(options).addSource,
    retrieve: createRetrieve({ store, search, models }),
    choseEmbedding: (tx, organizationId) => queueAllEmbedding(tx, jobs, { organizationId, now: now() }),
    // Syncs what has a schedule, and indexes again what an earlier program indexed.
    start: () => {
      endSchedules = startSchedules(options);
      queueOldTerms(store, jobs).catch(options.report);
    },
    // The jobs have stopped before, so the threads get no more requests.
    stop: async () => {
      await endSchedules();
      await Promise.all([options.parser ? undefined : parser.close(), search.close()]);
    },
  };
}
