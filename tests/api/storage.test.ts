import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { initUpload } from "../../shared/contract/storage.ts";
import { createStorage } from "../../server/storage/storage.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { removeOrphans } from "../../server/storage/sweep.ts";
import { openFileFolder } from "../../server/storage/files.ts";
import type { Member } from "../kit/factories.ts";
import { startTestServer } from "../kit/server.ts";
import type { TestServer } from "../kit/server.ts";
import { stores } from "../kit/stores.ts";

const text = "price,name\n12,chair\n";

describe.each(stores())("uploads on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let storage: Storage;
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
    const { store: rows, dataDir, clock } = server;
    storage = createStorage({ store: rows, dataDir, uploadKey: new Uint8Array(32), now: clock.now });
  });

  const announce = (given: Partial<{ name: string; contentType: string; sizeBytes: number }> = {}) =>
    server.as(owner).call(initUpload, {
      body: { data: { name: "prices.csv", contentType: "text/csv", sizeBytes: text.length, ...given } },
    });
  const send = (
    url: string,
    body: BodyInit = text,
    headers: Record<string, string> = { "content-type": "text/csv" },
  ) => server.request(url, { method: "PUT", body, headers, duplex: "half" } as RequestInit);
  const codeOf = async (response: Response) => (await response.json()).error.code;

  it("are taken once at the address that was given, and lie under their id alone", async () => {
    const { fileId, method, url, fields } = await announce({ name: "../../etc/passwd" });
    expect({ method, fields }).toEqual({ method: "PUT", fields: { "content-type": "text/csv" } });
    await expect(storage.openFile(owner.organizationId, fileId)).rejects.toMatchObject({ code: "not_found" });
    expect((await send(url)).status).toBe(204);
    const file = await storage.openFile(owner.organizationId, fileId);
    expect(file).toMatchObject({ name: "../../etc/passwd", contentType: "text/csv", sizeBytes: text.length });
    expect(await readFile(file.path, "utf8")).toBe(text);
    expect(await new Response(file.read()).text()).toBe(text);
    expect(file.path.startsWith(join(server.dataDir, "files"))).toBe(true);

    const again = await send(url, text.replace("12", "99"));
    expect([again.status, await codeOf(again)]).toEqual([409, "conflict"]);
    expect(await readFile(file.path, "utf8")).toBe(text);
  });

  it("E2: are refused at an address that was changed, is of another file, or is old", async () => {
    const [one, other] = [await announce(), await announce()];
    const changed = [
      one.url.replace(one.fileId, other.fileId),
      one.url.replace(/expires=\d+/, `expires=${server.clock.now() + 9e9}`),
      one.url.replace(owner.organizationId, "01m000000000000000000000aa"),
      one.url.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      one.url.replace(/signature=.*/, "signature="),
      one.url.split("?")[0] ?? "",
      one.url.replace(one.fileId, "..%2f..%2fsecret.key"),
    ];
    for (const url of changed) expect([403, 404], url).toContain((await send(url)).status);
    server.clock.advance(15 * 60_000 + 1);
    const late = await send(one.url);
    expect([late.status, await codeOf(late)]).toEqual([403, "signature_refused"]);
  });

  it("E2: are refused with another type or size than announced, and may be sent again rightly", async () => {
    const { url, fileId } = await announce();
    expect((await send(url, text, { "content-type": "text/html" })).status).toBe(415);
    expect((await send(url, `${text}more`)).status).toBe(413);
    expect((await send(url, text.slice(1))).status).toBe(400);
    const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)) });
    expect((await send(url, endless)).status).toBe(413);
    expect(await leftovers(fileId)).toEqual([]);
    expect((await send(url)).status).toBe(204);
  });

  it("are stored once when they are sent twice at once", async () => {
    const { url } = await announce();
    const statuses = await Promise.all(
      [send(url), send(url), send(url)].map(async (sent) => (await sent).status),
    );
    expect(statuses.toSorted()).toEqual([204, 409, 409]);
  });

  it("leave nothing when they are cut on their way", async () => {
    const { url, fileId } = await announce({ sizeBytes: 10_000_000 });
    let chunks = 0;
    const cut = new ReadableStream<Uint8Array>({
      pull(to) {
        if ((chunks += 1) > 5) to.error(new Error("gone"));
        else to.enqueue(new Uint8Array(65_536));
      },
    });
    expect((await send(url, cut)).status).toBe(408);
    expect(await leftovers(fileId)).toEqual([]);
  });

  it.each([
    ["empty", { sizeBytes: 0 }],
    ["over 21 MB", { sizeBytes: 21_000_001 }],
    ["of half a byte", { sizeBytes: 1.5 }],
    ["without a name", { name: " " }],
  ])("that are %s are not even announced", async (_, given) => {
    await expect(announce(given)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });

  it("B12: are another organisation's as little as if they were not there", async () => {
    const { url, fileId } = await announce();
    await send(url);
    const other = await server.createOwner();
    await expect(storage.openFile(other.organizationId, fileId)).rejects.toMatchObject({ code: "not_found" });
    await storage.removeFile(other.organizationId, fileId);
    const { path } = await storage.openFile(owner.organizationId, fileId);
    await storage.removeFile(owner.organizationId, fileId);
    expect(existsSync(path)).toBe(false);
    await expect(storage.openFile(owner.organizationId, fileId)).rejects.toMatchObject({ code: "not_found" });
  });

  it("that never came are forgotten after a day, those that came stay", async () => {
    const [never, came] = [await announce(), await announce()];
    await send(came.url);
    const folder = openFileFolder(join(server.dataDir, "files"));
    const sweep = () => removeOrphans(server.store.db, folder, server.clock.now());
    await sweep();
    server.clock.advance(24 * 3600_000 + 1);
    expect(await sweep()).toBeGreaterThan(0);
    const rows = await server.store.db.selectFrom("files").select("id").execute();
    const ids = rows.map(({ id }) => id);
    expect([ids.includes(never.fileId), ids.includes(came.fileId)]).toEqual([false, true]);
  });

  async function leftovers(fileId: string): Promise<string[]> {
    const folder = join(server.dataDir, "files", fileId.slice(-2));
    const names = existsSync(folder) ? await readdir(folder) : [];
    return names.filter((name) => name.startsWith(fileId));
  }
});
