import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

export const postgresChannel = "pilothouse";
const firstPauseMs = 100;
const longestPauseMs = 5000;
/** A dead connection that nobody closed is noticed by this question, within the two times together. */
const askEveryMs = 15_000;
const answerWithinMs = 10_000;

interface LineOptions {
  databaseUrl: string;
  report: (error: unknown) => void;
  hear(payload: string): void;
  /** A connection is there again: messages of the time between were missed. */
  reopened(): void;
}

/** The one connection over which this process listens and notifies. */
export interface PostgresLine {
  isOpen(): boolean;
  /** Notifies all processes. Throws where the connection breaks; it is made again. */
  notify(payloads: readonly string[]): Promise<void>;
  /** Ends it for good. */
  close(): Promise<void>;
}

/** Opens the line. It is made again when it is lost, however long that takes. */
export async function openPostgresLine(options: LineOptions): Promise<PostgresLine> {
  const { databaseUrl, report, hear, reopened } = options;
  const closing = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: "pilothouse bus",
      keepAlive: true,
    });
    let lost = false;
    const lose = (error?: unknown) => {
      if (lost) return;
      lost = true;
      if (client === next) client = undefined;
      next.end().catch(() => {});
      if (closing.signal.aborted) return;
      report(error ?? new Error("The bus lost its connection to Postgres; connecting again."));
      void reconnect();
    };
    next.on("error", lose);
    next.on("notification", ({ payload }) => payload && hear(payload));
    try {
      await next.connect();
      await next.query(`listen ${postgresChannel}`);
    } catch (error) {
      lost = true;
      next.end().catch(() => {});
      throw error;
    }
    next.on("end", () => lose());
    client = next;
    void keepAsking(next, lose);
  }

  async function reconnect(): Promise<void> {
    for (
      let pauseMs = firstPauseMs;
      !closing.signal.aborted;
      pauseMs = Math.min(longestPauseMs, pauseMs * 2)
    ) {
      try {
        await connect();
        return reopened();
      } catch {
        await wait(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  }

  async function keepAsking(asked: pg.Client, lose: (error: unknown) => void): Promise<void> {
    while (!closing.signal.aborted) {
      await wait(askEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (client !== asked) return;
      const silence = setTimeout(() => lose(new Error("Postgres does not answer the bus.")), answerWithinMs);
      await asked.query("select 1").catch(lose);
      clearTimeout(silence);
    }
  }

  await connect();
  return {
    isOpen: () => client !== undefined,
    async notify(payloads) {
      await client?.query("select pg_notify($1, text) from unnest($2::text[]) as text", [
        postgresChannel,
        payloads,
      ]);
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}
