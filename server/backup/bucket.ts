import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../../shared/errors/errors.ts";
import { CannotStart } from "../database/cannotStart.ts";
import { createAskS3, listObjects } from "../storage/s3/requests.ts";
import type { S3Deps, S3Request } from "../storage/s3/requests.ts";
import type { BackupPlace } from "./listManifests.ts";
import { backupName } from "./makeBackup.ts";
import { putInParts, usualParts } from "./putInParts.ts";
import type { Parts } from "./putInParts.ts";
import { parseManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

/** A bucket's objects below a prefix. */
export interface Bucket extends BackupPlace {
  address: string;
  /** Writes an object. `open` is called again where the store was busy. */
  put(key: string, sizeBytes: number, open: () => Promise<ReadableStream<Uint8Array>>): Promise<void>;
  /** Writes a small object only if there is none. False where there is one. */
  claim(key: string): Promise<boolean>;
  /** Gives an object, or null where there is none. */
  get(key: string): Promise<ReadableStream<Uint8Array> | null>;
  remove(key: string): Promise<void>;
  /** The objects below a key, with when they were written. */
  listBelow(key: string): Promise<{ key: string; at: number }[]>;
}

/** Keys below the prefix. A backup is complete once its manifest is there. */
export const keys = {
  manifests: "manifests/",
  manifest: (name: string) => `manifests/${name}.json`,
  rows: (name: string) => `rows/${name}/`,
  files: "files/",
  file: (id: string) => `files/${id}`,
  started: (name: string) => `started/${name}`,
};

const tries = 3;
const againAfterMs = 500;
/** A large object over a slow line. */
const withinMs = 2 * 60 * 60 * 1000;

/** Opens a bucket of backups. */
export function openBucket(
  deps: S3Deps,
  { address, prefix, parts = usualParts }: { address: string; prefix: string; parts?: Parts | undefined },
): Bucket {
  const askS3 = createAskS3(deps);
  const pathOf = (key: string) => `${prefix}/${key}`;
  const ask = async (request: S3Request) => {
    try {
      return await askS3({ withinMs, ...request });
    } catch (error) {
      if (error instanceof AppError) throw new CannotStart(`${address}: ${error.message}`, { cause: error });
      throw error;
    }
  };
  const listBelow = async (key: string) => {
    const found: { key: string; at: number }[] = [];
    for await (const object of listObjects(ask, pathOf(key)))
      found.push({ key: object.key.slice(prefix.length + 1), at: object.at });
    return found;
  };
  const get = async (key: string) => {
    const answer = await ask({ method: "GET", key: pathOf(key) });
    return answer.status === 404 ? null : (answer.body ?? new Blob().stream());
  };
  const send = async (path: string, sizeBytes: number, body: ReadableStream<Uint8Array>) => {
    const { aboveBytes, partBytes } = parts;
    if (sizeBytes > aboveBytes) return putInParts(ask, { key: path, sizeBytes, partBytes, body });
    const headers = { "content-length": String(sizeBytes) };
    return (await ask({ method: "PUT", key: path, headers, body })).ok;
  };
  return {
    address,
    listBelow,
    get,
    async list() {
      const names = (await listBelow(keys.manifests)).map(({ key }) =>
        key.slice(keys.manifests.length, -".json".length),
      );
      return names.filter((name) => backupName.test(name)).toSorted();
    },
    async readManifest(name): Promise<Manifest> {
      const body = await get(keys.manifest(name));
      if (body === null) throw new CannotStart(`There is no backup ${address}/${name}.`);
      return parseManifest(await new Response(body).text(), `${address}/${name}`);
    },
    async put(key, sizeBytes, open) {
      for (let count = 1; ; count += 1) {
        try {
          if (await send(pathOf(key), sizeBytes, await open())) return;
          throw new CannotStart(`${address}: there is no such bucket.`);
        } catch (error) {
          const isGone = error instanceof AppError && error.code === "not_found";
          if (isGone || count === tries) throw error;
          await wait(againAfterMs * count);
        }
      }
    },
    async claim(key) {
      const request = { method: "PUT", key: pathOf(key), mayBeUnknown: true } as const;
      const answer = await ask({ ...request, headers: { "if-none-match": "*" } });
      if (answer.status === 404) throw new CannotStart(`${address}: there is no such bucket.`);
      // Stores that know no conditions can't tell; two backups at once then are two complete ones.
      return answer.status !== 412;
    },
    async remove(key) {
      await ask({ method: "DELETE", key: pathOf(key) });
    },
  };
}

/** Writes a file of this machine. */
export async function putFile(bucket: Bucket, key: string, path: string): Promise<void> {
  const { size } = await stat(path);
  // Node's own type of stream for the web differs from the global one in name only.
  await bucket.put(
    key,
    size,
    async () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
  );
}

/** Reads an object into a file of this machine. False where there is none. */
export async function getFile(bucket: Bucket, key: string, path: string): Promise<boolean> {
  const body = await bucket.get(key);
  if (body === null) return false;
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]); // as above
  await pipeline(source, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return true;
}
