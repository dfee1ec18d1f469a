import { randomUUID } from "node:crypto";
import { AppError } from "../../shared/errors/errors.ts";
import { rateLimits } from "../../shared/domain/rateLimits.ts";
import type { Counted, RateLimit } from "../../shared/domain/rateLimits.ts";

/**
 * A provider gives one customer a whole /48 of IPv6, which is 65,536 networks of the size that is counted: together they get
 * this many times what one gets.
 */
const wideFactor = 16;
/** A /64 as limitKeyOf writes it, at the end of whatever else the key names. */
const network = /(^| )([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):[0-9a-f]+::\/64$/;

/** Beyond this many keys those that are full again are forgotten, and if that is not enough the oldest. */
const keysKept = 100_000;

export interface Limits {
  /**
   * Takes one; throws `too_many` with when to come again. What it gives puts back that one, once, where what was counted
   * turned out to be none of those that the limit is for: nobody can put back what they never took.
   */
  take(counted: Counted, key: string): GiveBack;
  /** How many are left of how many at once, and in how many seconds all are there again. */
  look(counted: Counted, key: string): { limit: number; left: number; resetSeconds: number };
}

export type GiveBack = () => void;

interface Bucket {
  left: number;
  at: number;
  limit: RateLimit;
}

/** What one organization may use of the installation. */
export interface OrganizationLimits {
  /** Of all its files together; null for no bound. */
  bytes: number | null;
  /** Of its members and keys together, and as many of its visitors, in all processes; null for no bound. */
  requestsPerMinute: number | null;
}

/** The other processes of the installation, which are told what was taken; live/bus.ts lies above this folder. */
interface Peers {
  publish(channel: string, text: string): void;
  subscribe(channel: string, hear: (text: string | null) => void): () => void;
}

const sharedChannel = "limits";

/**
 * Token buckets in this process's memory. Of limits that are shared, each process takes what it hears that others took: an
 * attempt counts everywhere a moment after it was made. `requestsPerMinute` bounds each organization.
 */
export function createLimits(
  now: () => number,
  peers?: Peers,
  requestsPerMinute: number | null = null,
): Limits {
  const owner = randomUUID();
  const limits: Record<Counted, RateLimit> = { ...rateLimits };
  if (requestsPerMinute !== null)
    limits.organization = {
      burst: requestsPerMinute,
      oneMoreEveryMs: 60_000 / requestsPerMinute,
      isShared: true,
    };
  const buckets = new Map<string, Bucket>();

  function find(counted: Counted, key: string): Bucket {
    return findBucket(`${counted} ${key}`, limits[counted]);
  }

  function findBucket(name: string, limit: RateLimit): Bucket {
    const bucket = buckets.get(name) ?? { left: limit.burst, at: now(), limit };
    fill(bucket, now());
    if (!buckets.has(name)) {
      if (buckets.size >= keysKept) forgetSome(buckets, now());
      buckets.set(name, bucket);
    }
    return bucket;
  }

  /** The key's own bucket, and that of its wider network where it names one. */
  function findAll(counted: Counted, key: string): Bucket[] {
    const wide = network.exec(key);
    if (!wide) return [find(counted, key)];
    const name = `${counted} ${key.slice(0, wide.index)} ${wide[2]}::/48`;
    return [find(counted, key), findBucket(name, widen(limits[counted]))];
  }

  function tell(counted: Counted, key: string, left: 1 | -1): void {
    if (limits[counted].isShared) peers?.publish(sharedChannel, JSON.stringify([owner, counted, key, left]));
  }

  peers?.subscribe(sharedChannel, (text) => {
    if (text === null) return;
    // Written by `tell` of another process; a limit that only a newer version knows is none here.
    const [from, counted, key, left] = JSON.parse(text) as [string, Counted, string, 1 | -1];
    if (from === owner || !Object.hasOwn(limits, counted)) return;
    for (const bucket of findAll(counted, key)) add(bucket, left);
  });

  return {
    take(counted, key) {
      const taken = findAll(counted, key);
      for (const { left, limit } of taken) {
        if (left >= 1) continue;
        const waitMs = (1 - left) * limit.oneMoreEveryMs;
        throw new AppError("too_many", {
          retryAfterSeconds: Math.max(1, Math.ceil(Math.round(waitMs) / 1000)),
        });
      }
      for (const bucket of taken) add(bucket, -1);
      tell(counted, key, -1);
      return () => {
        if (taken.length > 0) tell(counted, key, 1);
        for (const bucket of taken.splice(0)) add(bucket, 1);
      };
    },
    look(counted, key) {
      const { left } = find(counted, key);
      const { burst, oneMoreEveryMs } = limits[counted];
      const resetSeconds = Math.ceil(((burst - left) * oneMoreEveryMs) / 1000);
      return { limit: burst, left: Math.floor(left), resetSeconds };
    },
  };
}

function add(bucket: Bucket, left: 1 | -1): void {
  bucket.left = Math.max(0, Math.min(bucket.limit.burst, bucket.left + left));
}

function widen({ burst, oneMoreEveryMs }: RateLimit): RateLimit {
  return { burst: burst * wideFactor, oneMoreEveryMs: oneMoreEveryMs / wideFactor };
}

function fill(bucket: Bucket, now: number): void {
  const { burst, oneMoreEveryMs } = bucket.limit;
  bucket.left = Math.min(burst, bucket.left + Math.max(0, now - bucket.at) / oneMoreEveryMs);
  bucket.at = now;
}

function forgetSome(buckets: Map<string, Bucket>, now: number): void {
  const oldest = Math.ceil(keysKept / 10);
  for (const [name, bucket] of buckets) {
    fill(bucket, now);
    if (bucket.left >= bucket.limit.burst) buckets.delete(name);
  }
  if (buckets.size < keysKept) return;
  for (const name of [...buckets.keys()].slice(0, oldest)) buckets.delete(name);
}
