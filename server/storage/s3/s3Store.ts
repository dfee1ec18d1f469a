import { Readable } from "node:stream";
import { AppError } from "../../../shared/errors/errors.ts";
import { countBytes } from "../countBytes.ts";
import type { FileStore } from "../fileStore.ts";
import { createAskS3, listObjects, readTag } from "./requests.ts";
import type { S3Deps } from "./requests.ts";
import { bucketUrl } from "./settings.ts";
import { signUpload } from "./signing.ts";

/** Where browsers put objects. No address that was handed out ends anywhere else. */
const incoming = "incoming/";
/** Where files lie for good; only this server writes there. */
const keyOf = (id: string) => `files/${checkId(id)}`;

/** Opens a bucket of an S3-compatible store. */
export function openS3Store(deps: S3Deps): FileStore {
  const { settings, now } = deps;
  const { publicUrl } = settings;
  const ask = createAskS3(deps);

  async function head(key: string) {
    const response = await ask({ method: "HEAD", key });
    if (response.status === 404) return null;
    const { headers } = response;
    return {
      size: Number(headers.get("content-length") ?? NaN),
      contentType: headers.get("content-type"),
      etag: headers.get("etag"),
    };
  }

  async function get(id: string, headers?: Record<string, string>): Promise<Response> {
    const response = await ask({ method: "GET", key: keyOf(id), ...(headers && { headers }) });
    if (response.status === 404) throw new AppError("not_found");
    return response;
  }

  let conditions: Promise<boolean> | undefined;

  /**
   * Whether the store writes only where there is nothing, if it is told to: Backblaze's refuses such requests. It is
   * asked beforehand, because a file that is sent as it comes can't be sent again.
   */
  function takesConditions(): Promise<boolean> {
    const request = { key: `${incoming}conditions`, headers: { "if-none-match": "*" }, mayBeUnknown: true };
    return (conditions ??= ask({ ...request, method: "PUT" }).then(
      ({ status }) => status !== 501,
      (error: unknown) => {
        conditions = undefined;
        throw error;
      },
    ));
  }

  const size = async (id: string) => (await head(keyOf(id)))?.size ?? null;

  /** What this process is writing where the store can't say that it is there: of two at once the first stays. */
  const underWay = new Set<string>();

  async function put(
    id: string,
    body: ReadableStream<Uint8Array>,
    { sizeBytes, isConditional }: { sizeBytes: number; isConditional: boolean },
  ): Promise<void> {
    let fault: unknown;
    async function* count() {
      try {
        yield* countBytes(body, sizeBytes);
      } catch (error) {
        fault = error;
        throw error;
      }
    }
    // Node's own type of stream for the web differs from the global one in name only.
    const counted = Readable.toWeb(Readable.from(count())) as ReadableStream<Uint8Array>;
    const headers = {
      "content-length": String(sizeBytes),
      ...(isConditional && { "if-none-match": "*" }),
    };
    const written = await ask({ method: "PUT", key: keyOf(id), headers, body: counted }).catch(
      (error: unknown) => {
        throw fault ?? error;
      },
    );
    if (written.status === 412) throw sentBefore();
    if (!written.ok) throw new AppError("unavailable", { message: "The file store has no such bucket." });
  }

  return {
    type: "s3",
    uploadOrigin: publicUrl && new URL(bucketUrl(settings, publicUrl)).origin,
    async presign({ id, sizeBytes, contentType }, { method, expiresAt }) {
      if (publicUrl === null) return null;
      const key = incoming + checkId(id);
      const isConditional = await takesConditions();
      const upload = { key, sizeBytes, contentType, method, expiresAt, isConditional, now: now() };
      return signUpload({ ...settings, publicUrl }, upload);
    },
    async settle({ id, sizeBytes, contentType }) {
      if ((await size(id)) === sizeBytes) return true;
      const came = await head(incoming + id);
      if (!came?.etag || came.size !== sizeBytes || came.contentType !== contentType) return false;
      // What was checked is what is copied, even where the address is used again at this moment.
      const source = `/${settings.bucket}/${incoming}${id}`;
      const headers = { "x-amz-copy-source": source, "x-amz-copy-source-if-match": came.etag };
      const request = { method: "PUT", key: keyOf(id), mayBeUnknown: true } as const;
      const tried = await ask({ ...request, headers });
      const copied =
        tried.status === 501 ? await ask({ ...request, headers: { "x-amz-copy-source": source } }) : tried;
      // A copy can begin well and end badly: then the answer is a 200 that holds an error.
      return copied.ok && readTag(await copied.text(), "ETag") !== null;
    },
    async write(id, body, sizeBytes) {
      if (await takesConditions()) return put(id, body, { sizeBytes, isConditional: true });
      if (underWay.has(id)) throw sentBefore();
      underWay.add(id);
      try {
        if ((await size(id)) !== null) throw sentBefore();
        await put(id, body, { sizeBytes, isConditional: false });
      } finally {
        underWay.delete(id);
      }
    },
    async read(id) {
      return (await get(id)).body ?? new Blob().stream();
    },
    async readStart(id, most) {
      const response = await get(id, { range: `bytes=0-${most - 1}` });
      return new Uint8Array(await response.arrayBuffer()).subarray(0, most);
    },
    size,
    async remove(id) {
      await ask({ method: "DELETE", key: keyOf(id) });
      await ask({ method: "DELETE", key: incoming + id });
    },
    async removeUntaken(before) {
      for await (const { key, at } of listObjects(ask, incoming))
        if (at < before) await ask({ method: "DELETE", key });
    },
  };
}

function checkId(id: string): string {
  if (!/^[0-9a-z]{8,64}$/.test(id)) throw new AppError("not_found");
  return id;
}

function sentBefore(): AppError {
  return new AppError("conflict", { message: "This file was sent already." });
}
