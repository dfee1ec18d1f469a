import { beforeAll, describe, expect, it } from "vitest";
import { getSignedUrl, initPublicUpload } from "../../../shared/contract/storage/storage.ts";
import { publicNamespace } from "../../../server/storage/publicFiles.ts";
import type { Storage } from "../../../server/storage/storage.ts";
import { newId } from "../../../server/database/ids.ts";
import type { Member } from "../../kit/factories.ts";
import { fileStores } from "../../kit/storage/fileStores.ts";
import type { FilesServer, FileStoreKind } from "../../kit/storage/fileStores.ts";
import { stores } from "../../kit/database/stores.ts";
import { createStorage } from "../../../server/storage/createStorage.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const places = stores().flatMap((store) =>
  fileStores().map((files): [string, FileStoreKind, typeof store] => [
    `${files.name} and ${store.name}`,
    files,
    store,
  ]),
);

describe.each(places)("the public namespace in %s", (_, files, store) => {
  let place: FilesServer;
  let owner: Member;
  let storage: Storage;
  beforeAll(async () => {
    place = await files.open(store);
    owner = await place.server.createOwner();
    const { store: rows, dataDir, clock } = place.server;
    const s3 = place.objects && { ...place.objects.settings, publicUrl: null };
    storage = createStorage({ store: rows, dataDir, s3, uploadKey: new Uint8Array(32), now: clock.now });
  });

  const picture = { name: "logo.png", contentType: "image/png" as const, sizeBytes: png.length };
  const announce = (given: Record<string, unknown> = {}, address?: string) =>
    place.server.anyone(address).call(initPublicUpload, { body: { data: { ...picture, ...given } } });
  const send = ({ url, fields }: { url: string; fields: Record<string, string> }, bytes = png) =>
    place.server.request(url, { method: "PUT", headers: fields, body: new Uint8Array(bytes) });
  const isThere = async (fileId: string) => (await place.list(fileId)).length > 0;

  it("accepts a small picture from somebody without an organization, which an organization can claim once", async () => {
    const target = await announce();
    expect(target).toMatchObject({ method: "PUT", cdn_path: `files/${target.fileId}` });
    expect((await send(target)).status).toBe(204);
    expect((await send(target)).status).toBe(409);
    const { fileId } = target;
    const other = await place.server.createOwner();
    const claims = await Promise.allSettled(
      [owner, other].map(({ organizationId }) => storage.claimFile(organizationId, fileId)),
    );
    expect(claims.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [holder, loser] = claims[0]?.status === "fulfilled" ? [owner, other] : [other, owner];
    const { data } = await place.server.as(holder).call(getSignedUrl, { query: { fileId } });
    expect(Buffer.from(await (await place.server.request(data.url)).arrayBuffer())).toEqual(png);
    await expect(place.server.as(loser).call(getSignedUrl, { query: { fileId } })).rejects.toMatchObject({
      status: 404,
    });
    place.server.clock.advance(25 * 3600_000);
    await storage.sweep();
    expect(await isThere(fileId)).toBe(true);
  });

  it.each([
    ["a web page", { contentType: "text/html" }],
    ["an SVG", { contentType: "image/svg+xml" }],
    ["more than 2 MB", { sizeBytes: 2_000_001 }],
    ["an empty file", { sizeBytes: 0 }],
    ["an organization", { organizationId: "x" }],
  ])("refuses %s", async (_, given) => {
    await expect(announce(given)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });

  it("E6: returns nothing that only claims to be a picture", async () => {
    const html = Buffer.from("<!doctype html><script>alert(1)</script>");
    const target = await announce({ sizeBytes: html.length });
    expect((await send(target, html)).status).toBe(204);
    await expect(storage.claimFile(owner.organizationId, target.fileId)).rejects.toMatchObject({
      code: "unsupported_media",
    });
  });

  it("B12: can't be read by anybody, before and after the upload", async () => {
    const target = await announce();
    const { fileId } = target;
    for (const isSent of [false, true]) {
      if (isSent) await send(target);
      await expect(place.server.as(owner).call(getSignedUrl, { query: { fileId } })).rejects.toMatchObject({
        status: 404,
      });
      const guesses = [target.url, target.url.replace("storage/files", "storage/read")];
      for (const guess of guesses) expect((await place.server.request(guess)).status).toBeGreaterThan(400);
    }
  });

  it("drops unclaimed files within a day", async () => {
    const [came, never] = [await announce(), await announce()];
    await send(came);
    place.server.clock.advance(23 * 3600_000);
    await storage.sweep();
    expect(await isThere(came.fileId)).toBe(true);
    place.server.clock.advance(3600_000 + 1);
    await storage.sweep();
    expect(await isThere(came.fileId)).toBe(false);
    const left = await place.server.store.db
      .selectFrom("files")
      .select("id")
      .where("id", "in", [came.fileId, never.fileId])
      .execute();
    expect(left).toEqual([]);
    await expect(storage.claimFile(owner.organizationId, came.fileId)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("limits uploads from one address, and the total", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const body = { data: picture };
      statuses.push((await place.server.anyone("198.51.100.7").send(initPublicUpload, { body })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);

    const { db } = place.server.store;
    const row = { organizationId: publicNamespace, name: "x", contentType: "image/png", createdBy: null };
    const { clock } = place.server;
    const stuffing = { ...row, id: newId(), sizeBytes: 500_000_000, status: "stored" as const };
    await db
      .insertInto("files")
      .values({ ...stuffing, createdAt: clock.now() })
      .execute();
    await expect(announce()).rejects.toMatchObject({ status: 429, code: "too_many" });
    clock.advance(24 * 3600_000 + 1);
    await storage.sweep();
    await announce();
  });
});
