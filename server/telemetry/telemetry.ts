import type { Log } from "../requests/log.ts";
import type { Scrape } from "./metrics.ts";
import { guardSink } from "./guardSink.ts";
import type { Sink, Statement, Told, Work } from "./sink.ts";

export interface Telemetry {
  /** Runs a piece of work and reports how it went. */
  run<Result>(work: Work, act: (told: Told) => Promise<Result>): Promise<Result>;
  /** Receives every statement. Undefined where no sink wants them. */
  statement: ((statement: Statement) => void) | undefined;
  /** Counts an open stream of events. Call the result when it ends. */
  streamOpened(): () => void;
  /** Writes the answer of `/metrics`. Null where no token is set. */
  scrape: Scrape | null;
  token: string | null;
  stop(): Promise<void>;
}

export interface TelemetrySettings {
  /** The bearer token of `/metrics`. Null: off. */
  metricsToken: string | null;
  /** Requests and statements that take longer are logged. Null: off. */
  slowMs: number | null;
  /** Whether the environment sets a collector. */
  hasTraces: boolean;
}

/** Telemetry that is off. */
export const noTelemetry: Telemetry = {
  run: (_work, act) => act({}),
  statement: undefined,
  streamOpened: () => () => {},
  scrape: null,
  token: null,
  stop: async () => {},
};

/** Loads only the sinks that the settings ask for. */
export async function createTelemetry(
  settings: TelemetrySettings,
  { log, version }: { log: Log; version: string },
): Promise<Telemetry> {
  const { metricsToken, slowMs, hasTraces } = settings;
  const metrics = metricsToken === null ? null : (await import("./metrics.ts")).createMetrics(version);
  const tracing = hasTraces ? (await import("./tracing.ts")).createTracing({ version, log }) : null;
  const slow = slowMs === null ? null : createSlowLog(slowMs, log);
  const sinks = [metrics, tracing, slow]
    .filter((sink) => sink !== null)
    .map((sink) => guardSink(sink, (error) => log.error("telemetry failed", error)));
  if (sinks.length === 0) return noTelemetry;
  const hasStatements = sinks.some((sink) => sink.statement);

  return {
    async run(work, act) {
      const told: Told = {};
      const startedAt = performance.now();
      const tell = (hasFailed: boolean) => {
        const ms = performance.now() - startedAt;
        for (const sink of sinks) sink.ended?.({ work, told, ms, hasFailed });
      };
      const inside = sinks.reduce(
        (next, sink) => (sink.around ? () => sink.around?.(work, told, next) ?? next() : next),
        () => act(told),
      );
      try {
        const result = await inside();
        tell(false);
        return result;
      } catch (error) {
        tell(true);
        throw error;
      }
    },
    statement: hasStatements
      ? (statement) => sinks.forEach((sink) => sink.statement?.(statement))
      : undefined,
    streamOpened() {
      let isOpen = true;
      sinks.forEach((sink) => sink.streams?.(1));
      return () => {
        if (isOpen) sinks.forEach((sink) => sink.streams?.(-1));
        isOpen = false;
      };
    },
    scrape: metrics?.scrape ?? null,
    token: metricsToken,
    async stop() {
      for (const sink of sinks) await sink.stop?.();
    },
  };
}

const longestStatement = 1000;

/** Logs slow requests and statements. Models and jobs have no limit. */
function createSlowLog(slowMs: number, log: Log): Sink {
  return {
    ended({ work, told, ms }) {
      if (work.kind !== "request" || ms < slowMs) return;
      const { route, status, requestId } = told;
      log.warn("slow request", { method: work.method, path: route, status, ms: Math.round(ms), requestId });
    },
    statement({ sql, ms, way }) {
      if (ms >= slowMs)
        log.warn("slow statement", { ms: Math.round(ms), way, sql: sql.slice(0, longestStatement) });
    },
  };
}
