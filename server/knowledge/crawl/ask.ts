import { EgressError, isPassing } from "../../egress/EgressError.ts";
import type { Egress } from "../../egress/egress.ts";
import type { EgressAnswer, EgressRequest } from "../../egress/EgressRequest.ts";
import type { Clock } from "./clock.ts";
import type { Pacer } from "./pacer.ts";
import type { CrawlSettings } from "./settings.ts";

/** What every request of a crawl needs. */
export type Asking = {
  egress: Egress;
  settings: CrawlSettings;
  clock: Clock;
  pacer: Pacer;
  signal: AbortSignal;
  /** How many addresses in a row failed, by host. */
  faults: Map<string, number>;
  /** Tries after the first; a crawl's usual ones where it is left out. */
  retries?: number;
};

/** Thrown when a site asks to be left alone for longer than a crawl waits; what is queued stays queued. */
export class AskedToWait extends Error {
  override readonly name = "AskedToWait";
  readonly waitMs: number;

  constructor(host: string, waitMs: number) {
    super(`${host} asks us to come back in ${Math.ceil(waitMs / 60_000)} minutes`);
    this.waitMs = waitMs;
  }
}

/**
 * Asks a site for one address when its turn has come: no redirect is followed, network faults and "later" answers are
 * tried again twice, and a Retry-After is kept by all requests to that host.
 */
export async function ask(url: URL, asking: Asking, own: Partial<EgressRequest> = {}): Promise<EgressAnswer> {
  const { hostname } = url;
  const faults = asking.faults.get(hostname) ?? 0;
  if (faults >= maxFaultsInARow) throw new EgressError("unreachable", stoppedAnswering);
  for (let attempt = 0; ; attempt++) {
    await asking.pacer.turn(hostname, asking.signal);
    const isLast = attempt === (asking.retries ?? maxRetries);
    const answer = await askOnce(url, asking, own).catch((error: unknown) => {
      asking.signal.throwIfAborted();
      if (!(error instanceof EgressError) || !isPassing(error)) throw error;
      if (!isLast) return undefined;
      asking.faults.set(hostname, faults + 1);
      throw error;
    });
    if (answer) asking.faults.delete(hostname);
    if (answer && !later.has(answer.status)) return answer;
    const waitMs = answer ? readRetryAfter(answer, asking.clock.now()) : undefined;
    if (waitMs !== undefined && waitMs > maxWaitMs) throw new AskedToWait(hostname, waitMs);
    if (answer && isLast) return answer;
    asking.pacer.pause(hostname, waitMs ?? firstPauseMs * 4 ** attempt);
  }
}

const maxRetries = 2;
const maxFaultsInARow = 5;
const firstPauseMs = 1000;
const maxWaitMs = 2 * 60 * 1000;
const later = new Set([429, 502, 503, 504]);

const stoppedAnswering = {
  message: "The site stopped answering, so its other pages were not tried. Sync again later.",
  log: `${maxFaultsInARow} addresses in a row failed`,
};

function askOnce(url: URL, { egress, settings, signal }: Asking, own: Partial<EgressRequest>) {
  const { maxBytes, timeoutMs, userAgent } = settings;
  const headers = { "user-agent": userAgent, ...own.headers };
  const usual = { maxBytes, timeoutMs, minBytesPerSecond: 100, signal, onRedirect: () => false };
  return egress.fetch(url.href, { ...usual, ...own, headers });
}

/** Reads Retry-After in milliseconds, which is a number of seconds or a date. */
export function readRetryAfter({ headers }: Pick<EgressAnswer, "headers">, now: number): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
