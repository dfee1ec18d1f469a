import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Bus } from "./bus.ts";
import { openLocalBus } from "./localBus.ts";
import { openPostgresLine, postgresChannel } from "./postgresLine.ts";

/** More waiting messages than this are dropped for one that says that some were missed. */
const mostWaiting = 10_000;
const mostAtOnce = 500;
/** A message to oneself that is not heard within this time goes nowhere. */
const heardWithinMs = 1500;
/** Without notices, checks run this often. */
const lookEveryMs = 1000;
const aboutDeafness =
  "Notifications of Postgres do not come back: DATABASE_URL leads to a pooler in transaction mode. What other processes write " +
  "is looked for every second, and typing is seen in one process only. Lead DATABASE_URL to Postgres itself, or set " +
  "pool_mode=session.";

const probePrefix = "probe ";
const probeOf = (sender: string) => probePrefix + sender;

interface PostgresBusOptions {
  databaseUrl: string;
  report: (error: unknown) => void;
  warn: (text: string) => void;
}

/**
 * Opens a bus over LISTEN and NOTIFY on a connection of its own, which is made again when it is lost; every subscriber
 * then hears null. This process's own messages take the short way and never wait for the connection.
 */
export async function openPostgresBus({ databaseUrl, report, warn }: PostgresBusOptions): Promise<Bus> {
  const local = openLocalBus(report);
  const sender = randomUUID();
  const closing = new AbortController();
  const outbox: string[] = [];
  let sending: Promise<void> | undefined;
  let isDeaf = false;
  let heardProbe = () => {};

  function hear(payload: string): void {
    // Written by `publish` of another process, so its shape is ours.
    const [from, channel, text] = JSON.parse(payload) as [string, string, string] | [string];
    if (from === probeOf(sender)) heardProbe();
    if (from.startsWith(probePrefix)) return;
    if (from === sender) return;
    if (channel === undefined || text === undefined) local.tellMissed();
    else local.deliver(channel, text);
  }

  /**
   * Finds whether messages come back, by one to oneself. It goes over a connection of its own: over the same one a pooler
   * hands it on by chance.
   */
  async function checkHearing(): Promise<void> {
    let silence: NodeJS.Timeout | undefined;
    const heard = new Promise<boolean>((resolve) => {
      heardProbe = () => resolve(true);
      silence = setTimeout(() => resolve(false), heardWithinMs);
    });
    const other = new pg.Client({ connectionString: databaseUrl, application_name: "pilothouse bus" });
    other.on("error", () => {});
    try {
      await other.connect();
      await other.query("select pg_notify($1, $2)", [postgresChannel, JSON.stringify([probeOf(sender)])]);
    } finally {
      await other.end().catch(() => {});
    }
    const isHeard = await heard;
    clearTimeout(silence);
    if (isHeard) return;
    isDeaf = true;
    warn(aboutDeafness);
    void keepLooking();
  }

  async function keepLooking(): Promise<void> {
    while (!closing.signal.aborted) {
      await wait(lookEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (!closing.signal.aborted) local.tellMissed();
    }
  }

  const line = await openPostgresLine({
    ...{ databaseUrl, report, hear },
    reopened() {
      void send();
      local.tellMissed();
    },
  });

  /** Sends what waits; asked again meanwhile, it gives the same end. */
  function send(): Promise<void> {
    return (sending ??= sendAll().finally(() => (sending = undefined)));
  }

  async function sendAll(): Promise<void> {
    while (line.isOpen() && outbox.length > 0) {
      const batch = outbox.slice(0, mostAtOnce);
      try {
        await line.notify(batch);
        outbox.splice(0, batch.length);
      } catch {
        // The connection's own listener starts it again, and sending continues from there.
        return;
      }
    }
  }

  await checkHearing();
  return {
    publish: (channel, text) => {
      local.publish(channel, text);
      if (isDeaf) return;
      if (outbox.length >= mostWaiting) outbox.splice(0, outbox.length, JSON.stringify([sender]));
      else outbox.push(JSON.stringify([sender, channel, text]));
      void send();
    },
    subscribe: local.subscribe,
    close: async () => {
      if (closing.signal.aborted) return;
      await send();
      closing.abort();
      await line.close();
      await local.close();
    },
  };
}
