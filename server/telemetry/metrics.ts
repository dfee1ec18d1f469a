import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Ended, Sink } from "./sink.ts";

/** Figures that are counted when Prometheus asks. */
export interface Counts {
  /** Jobs by kind and state, with how long the oldest due one has waited. */
  jobs: { kind: string; state: string; count: number; oldestDueMs: number | null }[];
  /** The number of backups, and when the newest was made. Null where none are configured. */
  backups: { count: number; newestAt: number | null } | null;
}

/** Writes all figures in Prometheus's format. The counts are null where the database did not answer. */
export type Scrape = (counts: Counts | null) => Promise<{ text: string; contentType: string }>;

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const jobLabels: ("kind" | "outcome")[] = ["kind", "outcome"];
/** Figures that need other buckets. */
const otherBuckets: Partial<Record<string, number[]>> = {
  job_duration_seconds: [0.1, 1, 5, 15, 60, 300, 1800, 7200],
  database_statement_duration_seconds: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
};

/** Default metrics of prom-client that promtool refuses: they end in `_total` but are not counters. */
const refused = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** Creates the metrics of this process. */
export function createMetrics(version: string): Sink & { scrape: Scrape } {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  collectDefaultMetrics({ register: registry });
  refused.forEach((name) => registry.removeSingleMetric(name));
  const histogram = <Label extends string>(name: string, help: string, labels: Label[]) =>
    new Histogram({
      name: `pilothouse_${name}`,
      help,
      labelNames: labels,
      buckets: otherBuckets[name] ?? seconds,
      registers,
    });
  const counter = <Label extends string>(name: string, help: string, labels: Label[]) =>
    new Counter({ name: `pilothouse_${name}`, help, labelNames: labels, registers });
  const gauge = <Label extends string>(name: string, help: string, labels: Label[]) =>
    new Gauge({ name: `pilothouse_${name}`, help, labelNames: labels, registers });

  gauge("build_info", "The version that runs.", ["version"]).set({ version }, 1);
  const requests = histogram("http_request_duration_seconds", "Time to the head of an answer.", [
    "family",
    "method",
    "status",
  ]);
  const answers = histogram("answer_duration_seconds", "Time that the agent's answers took.", [
    "provider",
    "outcome",
  ]);
  const firstTokens = histogram("answer_first_token_seconds", "Time to an answer's first word.", [
    "provider",
  ]);
  const models = histogram("model_request_duration_seconds", "Time that model providers took.", [
    "provider",
    "outcome",
  ]);
  const tokens = counter("model_tokens_total", "Tokens that model providers counted.", [
    "provider",
    "direction",
  ]);
  const jobs = histogram("job_duration_seconds", "Time that background jobs took.", jobLabels);
  const statements = histogram("database_statement_duration_seconds", "Time in the database.", ["way"]);
  const streams = gauge("live_connections", "Open streams of live events.", []);
  const queue = gauge("jobs", "Background jobs that wait or run.", ["kind", "state"]);
  const oldest = gauge("jobs_oldest_due_seconds", "How long the oldest due job waits.", ["kind"]);
  const database = gauge("database_up", "Whether the database answered this scrape.", []);
  const backups = gauge("backups", "Whole backups in BACKUP_DIR.", []);
  const newestBackup = gauge("backup_newest_timestamp_seconds", "When the newest backup was made.", []);

  const tell: { [Kind in Ended["work"]["kind"]]: (ended: Ended) => void } = {
    request: ({ work, told, ms }) =>
      requests.observe(
        {
          family: familyOf(told.route),
          method: work.kind === "request" ? work.method : "",
          status: `${Math.floor((told.status ?? 500) / 100)}xx`,
        },
        ms / 1000,
      ),
    answer: ({ told, ms, hasFailed }) => {
      const provider = told.provider ?? "none";
      answers.observe({ provider, outcome: outcomeOf(told.outcome, hasFailed) }, ms / 1000);
      if (told.firstMs != null) firstTokens.observe({ provider }, told.firstMs / 1000);
    },
    model: ({ work, told, ms, hasFailed }) => {
      const provider = work.kind === "model" ? work.provider : "";
      models.observe({ provider, outcome: outcomeOf(told.outcome, hasFailed) }, ms / 1000);
      tokens.inc({ provider, direction: "in" }, told.tokensIn ?? 0);
      tokens.inc({ provider, direction: "out" }, told.tokensOut ?? 0);
    },
    job: ({ work, told, ms, hasFailed }) =>
      jobs.observe(
        { kind: work.kind === "job" ? work.name : "", outcome: outcomeOf(told.outcome, hasFailed) },
        ms / 1000,
      ),
  };

  return {
    ended: (ended) => tell[ended.work.kind](ended),
    statement: ({ ms, way }) => statements.observe({ way }, ms / 1000),
    streams: (change) => streams.inc(change),
    async scrape(counts) {
      database.set(counts === null ? 0 : 1);
      queue.reset();
      oldest.reset();
      for (const { kind, state, count, oldestDueMs } of counts?.jobs ?? []) {
        queue.set({ kind, state }, count);
        if (oldestDueMs !== null) oldest.set({ kind }, oldestDueMs / 1000);
      }
      if (counts?.backups) {
        backups.set(counts.backups.count);
        newestBackup.set((counts.backups.newestAt ?? 0) / 1000);
      }
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

function outcomeOf(outcome: string | undefined, hasFailed: boolean): string {
  return outcome ?? (hasFailed ? "failed" : "ok");
}

/** The family of a route in the contract, or the first word of a page's path. */
function familyOf(route = "-"): string {
  const [, first = "", second = ""] = route.split("/");
  if (first === "api") return second.startsWith("{") ? "api" : second;
  return route === "-" ? "console" : first;
}
