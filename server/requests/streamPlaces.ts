import { AppError } from "../../shared/errors/errors.ts";
import { isLoopback, limitKeyOf } from "./address.ts";

/** An office's people, and a shop's visitors, may share an address. */
const mostByAddress = 1000;
/** One person has a few tabs and devices. */
const mostBySession = 50;
const comeAgainSeconds = 30;

export interface StreamPlace {
  address: string;
  sessionId: string;
}

/** Counts the event streams that are open in this process. */
export interface StreamPlaces {
  /** Takes a place; throws `too_many` where an address or a session has too many. Gives what frees it, once. */
  take(place: StreamPlace): () => void;
}

/**
 * Each open stream holds memory and a socket. What comes from this machine has no cap by its address: behind a proxy that is
 * not trusted everybody does.
 */
export function createStreamPlaces(): StreamPlaces {
  const open = new Map<string, number>();
  return {
    take({ address, sessionId }) {
      const caps: [key: string, most: number][] = [[`session ${sessionId}`, mostBySession]];
      if (!isLoopback(address)) caps.push([`address ${limitKeyOf(address)}`, mostByAddress]);
      if (caps.some(([key, most]) => (open.get(key) ?? 0) >= most))
        throw new AppError("too_many", { retryAfterSeconds: comeAgainSeconds });
      for (const [key] of caps) open.set(key, (open.get(key) ?? 0) + 1);
      return () => {
        for (const [key] of caps.splice(0)) {
          const left = (open.get(key) ?? 0) - 1;
          if (left > 0) open.set(key, left);
          else open.delete(key);
        }
      };
    },
  };
}
