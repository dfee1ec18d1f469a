import { join } from "node:path";
import { CannotStart } from "../database/cannotStart.ts";
import { operatorFetch } from "../egress/operatorFetch.ts";
import type { S3Settings } from "../storage/s3/settings.ts";
import { openBucket } from "./bucket.ts";
import type { Bucket } from "./bucket.ts";
import { countBackups } from "./listManifests.ts";
import type { BackupPlace } from "./listManifests.ts";
import type { Parts } from "./putInParts.ts";
import { listBackups } from "./makeBackup.ts";
import { readManifest } from "./manifest.ts";

/** The object store of backups, without its bucket, which is part of the address. */
export type BackupStore = Omit<S3Settings, "bucket" | "publicUrl">;

interface PlaceDeps {
  /** Null where none is set. */
  s3?: BackupStore | null | undefined;
  now?: () => number;
  fetch?: typeof fetch;
  /** How large objects are sent, where it is not as usual. */
  parts?: Parts;
}

/** Opens the place that a setting or a command names. */
export function openPlace(address: string, deps: PlaceDeps): BackupPlace {
  if (!isBucketAddress(address))
    return {
      list: () => listBackups(address),
      readManifest: (name) => readManifest(join(address, name)),
    };
  return openBucketAt(address, deps);
}

type Counted = Awaited<ReturnType<typeof countBackups>>;

const countEveryMs = 10 * 60 * 1000;

/** Counts for `/metrics`. A bucket, which costs by the request, is asked every ten minutes; null where it does not answer. */
export function countRarely(
  settings: { dir: string; s3?: BackupStore | null } | null,
  now: () => number,
): () => Promise<Counted | null> {
  if (settings === null) return async () => null;
  const place = openPlace(settings.dir, settings);
  if (!isBucketAddress(settings.dir)) return () => countBackups(place);
  let last: { at: number; counted: Promise<Counted | null> } | null = null;
  return () => {
    if (last === null || now() - last.at >= countEveryMs)
      last = { at: now(), counted: countBackups(place).catch(() => null) };
    return last.counted;
  };
}

/** Whether an address names a bucket. */
export function isBucketAddress(address: string): boolean {
  return address.startsWith("s3://");
}

/** Opens the bucket of an address such as `s3://BUCKET/PREFIX`. Throws CannotStart where the address or settings are missing. */
export function openBucketAt(
  address: string,
  { s3, now = Date.now, fetch = operatorFetch, parts }: PlaceDeps,
): Bucket {
  const [, bucket, prefix] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/((?:[\w.-]+\/)*[\w.-]+)\/?$/.exec(address) ?? [];
  if (bucket === undefined || prefix === undefined)
    throw new CannotStart(`${address} is not an address of backups. Write s3://BUCKET/PREFIX.`);
  if (!s3)
    throw new CannotStart(
      "Set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY for backups in a bucket.",
    );
  return openBucket({ settings: { ...s3, bucket, publicUrl: null }, now, fetch }, { address, prefix, parts });
}
