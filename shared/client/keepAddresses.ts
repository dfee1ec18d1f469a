import type { Attachment } from "../contract/conversations/files/attachment.ts";
import { fileAddressMs } from "../domain/fileAddresses.ts";

/** What carries files: a message, or a reply to come. */
interface Shown {
  id: string;
  attachments: Attachment[];
}

interface Kept<One extends Shown> {
  /** What shows, in its order; its files get their fresh addresses there. */
  list: () => readonly One[];
  /** Whether somebody may see it now: for nobody else it is asked. */
  isLookedAt: () => boolean;
  /** Reads one again, and what stands near it. */
  read: (one: One) => Promise<readonly One[]>;
}

/** Keeps the addresses of files good, as long as somebody looks. */
export interface AddressKeeper {
  /** Something changed: what shows now, or whether somebody looks. Cheap: it may be told of each word. */
  look(): void;
  stop(): void;
}

/**
 * How often what shows is gone through. An address may be there for this long before it is noticed, and once more when
 * it is old.
 */
const lookEveryMs = 30_000;
const renewAfterMs = fileAddressMs.atLeast - 4 * lookEveryMs;

/** Makes a keeper of the files of a conversation. */
export function keepAddresses<One extends Shown>({ list, isLookedAt, read }: Kept<One>): AddressKeeper {
  /** Since when each address is here: the clock of a browser may be wrong, and knows all the same how much time passed. */
  const since = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasLookedAt = false;
  let isReading = false;
  let isStopped = false;

  function look(): void {
    if (timer !== undefined && wasLookedAt === isLookedAt()) return;
    goThrough();
  }

  function goThrough(): void {
    const shown = list();
    if (isStopped || shown.length === 0) return;
    wasLookedAt = isLookedAt();
    if (wasLookedAt) timer ??= setTimeout(goOn, lookEveryMs);
    else rest();
    const now = Date.now();
    const urls = new Set(shown.flatMap(urlsOf));
    for (const url of urls) if (!since.has(url)) since.set(url, now);
    for (const url of since.keys()) if (!urls.has(url)) since.delete(url);
    const isOld = (url: string) => now - (since.get(url) ?? now) >= renewAfterMs;
    const old = shown.findLast((one) => urlsOf(one).some(isOld));
    if (old && wasLookedAt && !isReading) void renew(old);
  }

  /** A tab that nobody sees has no timer: who comes back looks. */
  function rest(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function goOn(): void {
    timer = undefined;
    goThrough();
  }

  async function renew(old: One): Promise<void> {
    isReading = true;
    const urls = urlsOf(old);
    const fresh = await read(old).catch(() => null);
    isReading = false;
    // The server is out of reach: it is asked again in a while.
    if (!fresh) return;
    // Also what did not come: it is gone, and asking at once would say so again.
    for (const url of [...urls, ...fresh.flatMap(urlsOf)]) since.set(url, Date.now());
    for (const { id, attachments } of fresh) {
      const there = list().find((one) => one.id === id);
      if (there && attachments.length > 0) there.attachments = attachments;
    }
    goThrough();
  }

  return {
    look,
    stop() {
      isStopped = true;
      rest();
    },
  };
}

/** What is not sent yet, or was kept for a visit without a network, has none. */
function urlsOf({ attachments }: Shown): string[] {
  return attachments.flatMap(({ url }) => url || []);
}
