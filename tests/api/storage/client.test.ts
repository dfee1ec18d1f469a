// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Window } from "happy-dom";
import { beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../shared/client/createClient.ts";
import { upload } from "../../../shared/client/upload.ts";
import { initPublicUpload } from "../../../shared/contract/storage/storage.ts";
import { startObjectStore } from "../../kit/storage/objectStore.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

/** Where the bytes of a file came to lie. */
type Look = (fileId: string) => Buffer | undefined;

async function startLocal(): Promise<{ url: string; look: Look }> {
  const { url, dataDir } = await spawnServer();
  return { url, look: (fileId) => readFileSync(join(dataDir, "files", fileId.slice(-2), fileId)) };
}

async function startWithStore(): Promise<{ url: string; look: Look }> {
  const { settings, objects } = await startObjectStore();
  const { url } = await spawnServer({
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_REGION: settings.region,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
  });
  return { url, look: (fileId) => objects.get(`files/${fileId}`)?.bytes };
}

// Straight to a store a real browser sends, in tests/journeys/upload.test.ts.
describe.each([
  ["to the data folder", startLocal],
  ["through the server to an object store", startWithStore],
])("the shared client sending a file %s", (_, start) => {
  let look: Look;
  let origin: string;
  beforeAll(async () => {
    const started = await start();
    look = started.look;
    origin = new URL(started.url).origin;
    // vitest's environment hands the window out as itself.
    (globalThis as unknown as { happyDOM: Window["happyDOM"] }).happyDOM.setURL(`${origin}/`);
  });

  it.each(["PUT", "POST"] as const)("works by %s", async (method) => {
    const client = createClient({ session: { read: () => null } });
    const target = await client.call(initPublicUpload, {
      query: { method },
      body: { data: { name: "logo.png", contentType: "image/png", sizeBytes: png.length } },
    });
    expect(target.method).toBe(method);
    const shares: number[] = [];
    const file = new File([new Uint8Array(png)], "logo.png", { type: "image/png" });
    await upload(target, file, { onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(look(target.fileId)).toEqual(png);
  });
});
