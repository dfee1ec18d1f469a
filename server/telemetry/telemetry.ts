import type { Log } from "../requests/log.ts";
import type { Scrape } from "./metrics.ts";
import type { Sink, Statement, Told, Work } from "./sink.ts";

export interface Telemetry {
  /** Does a piece of work and tells how it went. */
  run<Result>(work: Work, act: (told: Told) => Promise<Result>): Promise<Result>;
  /** Is told of every statement; undefined where nobody wants to know. */
  statement: ((statement: Statement) => void) | undefined;
  /** A stream of events is open; gives what to call when it ends. */
  streamOpened(): () => void;
  /** Writes what `/metrics` answers; null where no token is set. */
  scrape: Scrape | null;
  token: string | null;
  stop(): Promise<void>;
}

export interface TelemetrySettings {
  /** By which `/metrics` is asked; null for none. */
  metricsToken: string | null;
  /** What takes longer is logged; null for nothing. */
  slowMs: number | null;
  /** Whether the environment names a collector. */
  hasTraces: boolean;
}

/** Tells nobody, at no cost. */
export const noTelemetry: Telemetry = {
  run: (_work, act) => act({}),
  statement: undefined,
  streamOpened: () => () => {},
  scrape: null,
  token: null,
  stop: async () => {},
};

/** Loads what the settings ask for, and nothing else. */
export async function createTelemetry(
  settings: TelemetrySettings,
  { log, version }: { log: Log; version: string },
): Promise<Telemetry> {
  const { metricsToken, slowMs, hasTraces } = settings;
  const metrics = metricsToken === null ? null : (await import("./metrics.ts")).createMetrics(version);
  const tracing = hasTraces ? (await import("./tracing.ts")).createTracing({ version, log }) : null;
  const slow = slowMs === null ? null : createSlowLog(slowMs, log);
  const sinks = [metrics, tracing, slow].filter((sink) => sink !== null);
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

/** A line for each request and statement that takes longer; a model and a job may take what they take. */
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
