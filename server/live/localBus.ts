import type { Bus } from "./bus.ts";

/** A bus within this process, which also tells all its subscribers that something was missed. */
export interface LocalBus extends Bus {
  /** Hands a text to the subscribers of a channel. */
  deliver(channel: string, text: string): void;
  /** Calls every subscriber with null. */
  tellMissed(): void;
}

/** Postgres refuses notifications from 8000 bytes on; held on both stores, so that a text too long shows in any test. */
const longestMessageBytes = 7000;

/** Opens a bus for one process. A subscriber is called after the publisher's own code has run, never within it. */
export function openLocalBus(report: (error: unknown) => void): LocalBus {
  const subscribers = new Map<string, Set<Hear>>();

  function call(hear: Hear, text: string | null): void {
    try {
      hear(text);
    } catch (error) {
      report(error);
    }
  }

  function deliver(channel: string, text: string): void {
    setImmediate(() => subscribers.get(channel)?.forEach((hear) => call(hear, text)));
  }

  return {
    publish: (channel, text) => {
      refuseTooLong(channel, text);
      deliver(channel, text);
    },
    subscribe: (channel, hear) => {
      const others = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, others.add(hear));
      return () => {
        others.delete(hear);
        if (others.size === 0 && subscribers.get(channel) === others) subscribers.delete(channel);
      };
    },
    deliver,
    tellMissed: () => subscribers.forEach((hears) => hears.forEach((hear) => call(hear, null))),
    close: async () => subscribers.clear(),
  };
}

type Hear = (text: string | null) => void;

function refuseTooLong(channel: string, text: string): void {
  if (Buffer.byteLength(channel) + Buffer.byteLength(text) <= longestMessageBytes) return;
  throw new Error(`A message on ${channel} is too long: send keys and let the reader read the rows.`);
}
