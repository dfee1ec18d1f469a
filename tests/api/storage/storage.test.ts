import { beforeAll, describe, expect, it } from "vitest";
import { getSignedUrl, initUpload } from "../../../shared/contract/storage/storage.ts";
import type { Storage } from "../../../server/storage/storage.ts";
import type { Member } from "../../kit/factories.ts";
import { fileStores } from "../../kit/storage/fileStores.ts";
import type { FilesServer, FileStoreKind } from "../../kit/storage/fileStores.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { createStorage } from "../../../server/storage/createStorage.ts";

const text = "price,name\n12,chair\n";
const places = stores().flatMap((store) =>
  fileStores().map((files): [string, FileStoreKind, typeof store] => [
    `${files.name} and ${store.name}`,
    files,
    store,
  ]),
);

describe.each(places)("uploads in %s", (_, files, store) => {
  let place: FilesServer;
  let server: TestServer;
  let owner: Member;
  let storage: Storage;
  beforeAll(async () => {
    place = await files.open(store);
    server = place.server;
    owner = await server.createOwner();
    storage = createStorage({
      ...{ store: server.store, dataDir: server.dataDir, now: server.clock.now },
      ...{
        s3: place.objects && { ...place.objects.settings, publicUrl: null },
        uploadKey: new Uint8Array(32),
      },
    });
  });

  type Given = Partial<{ name: string; contentType: string; sizeBytes: number }>;
  const announce = (given: Given = {}, query: { method?: "PUT" | "POST" } = {}) =>
    server.as(owner).call(initUpload, {
      body: { data: { name: "prices.csv", contentType: "text/csv", sizeBytes: text.length, ...given } },
      query,
    });
  const send = (
    url: string,
    body: BodyInit = text,
    headers: Record<string, string> = { "content-type": "text/csv" },
  ) => server.request(url, { method: "PUT", body, headers, duplex: "half" } as RequestInit);
  const codeOf = async (response: Response) => (await response.json()).error.code;
  const open = (fileId: string) => storage.openFile(owner.organizationId, fileId);
  const readAll = async (fileId: string) => new Response(await (await open(fileId)).read()).text();

  it("are accepted once at the given address, and stored only under their id", async () => {
    const { fileId, method, url, fields, cdn_path, storage_type } = await announce({
      name: "../../etc/passwd",
    });
    expect({ method, fields }).toEqual({ method: "PUT", fields: { "content-type": "text/csv" } });
    expect({ cdn_path, storage_type }).toEqual({
      cdn_path: `files/${fileId}`,
      storage_type: place.objects ? "s3" : "local",
    });
    await expect(open(fileId)).rejects.toMatchObject({ code: "not_found" });
    expect((await send(url)).status).toBe(204);
    expect(await open(fileId)).toMatchObject({
      ...{ name: "../../etc/passwd", contentType: "text/csv", sizeBytes: text.length },
    });
    expect(await readAll(fileId)).toBe(text);
    expect(Buffer.from(await (await open(fileId)).readStart(5)).toString()).toBe("price");
    expect(await place.list(fileId)).toEqual([place.objects ? `files/${fileId}` : fileId]);

    const again = await send(url, text.replace("12", "99"));
    expect([again.status, await codeOf(again)]).toEqual([409, "conflict"]);
    expect(await readAll(fileId)).toBe(text);
  });

  it("E2: are refused at a changed or expired address, or another file's", async () => {
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

  it("E2: are refused with another type or size than announced, and can be sent again correctly", async () => {
    const { url, fileId } = await announce();
    expect((await send(url, text, { "content-type": "text/html" })).status).toBe(415);
    expect((await send(url, `${text}more`)).status).toBe(413);
    expect((await send(url, text.slice(1))).status).toBe(400);
    expect(await place.list(fileId)).toEqual([]);
    expect((await send(url)).status).toBe(204);
  });

  it("E7: end when a body is endless or understates its size", async () => {
    const { url, fileId } = await announce();
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(to) {
        pulled += 1;
        to.enqueue(new Uint8Array(65_536));
      },
    });
    expect((await send(url, endless)).status).toBe(413);
    expect(pulled).toBeLessThan(8);
    const lying = { "content-type": "text/csv", "content-length": String(text.length) };
    expect((await send(url, `${text}more`, lying)).status).toBe(413);
    expect(await place.list(fileId)).toEqual([]);
  });

  it("are stored once when they are sent twice at once", async () => {
    const { url, fileId } = await announce();
    const statuses = await Promise.all(
      [send(url), send(url), send(url)].map(async (sent) => (await sent).status),
    );
    expect(statuses.toSorted()).toEqual([204, 409, 409]);
    expect(await readAll(fileId)).toBe(text);
  });

  it("leave nothing when they are cut off", async () => {
    const { url, fileId } = await announce({ sizeBytes: 10_000_000 });
    let chunks = 0;
    const cut = new ReadableStream<Uint8Array>({
      pull(to) {
        if ((chunks += 1) > 5) to.error(new Error("gone"));
        else to.enqueue(new Uint8Array(65_536));
      },
    });
    expect((await send(url, cut)).status).toBe(408);
    expect(await place.list(fileId)).toEqual([]);
  });

  it("fault 48: that were cut before their last byte are sent again to the same address, in full", async () => {
    const { url, fileId } = await announce();
    const bytes = Buffer.from(text);
    let pulled = 0;
    const cut = new ReadableStream<Uint8Array>({
      pull(to) {
        if ((pulled += 1) > 1) to.error(new Error("gone"));
        else to.enqueue(bytes.subarray(0, -1));
      },
    });
    expect((await send(url, cut)).status).toBe(408);
    expect(await place.list(fileId)).toEqual([]);
    expect((await send(url)).status).toBe(204);
    expect(await readAll(fileId)).toBe(text);
  });

  it("that arrived in full are available even when the server was killed before it recorded that", async () => {
    const { url, fileId } = await announce();
    await send(url);
    const { db } = server.store;
    await db.updateTable("files").set({ status: "pending" }).where("id", "=", fileId).execute();
    expect((await send(url)).status).toBe(409);
    expect(await readAll(fileId)).toBe(text);
    await db.updateTable("files").set({ status: "pending" }).where("id", "=", fileId).execute();
    await storage.settleFiles(owner.organizationId, [fileId]);
    const row = await db.selectFrom("files").select("status").where("id", "=", fileId).executeTakeFirst();
    expect(row?.status).toBe("stored");
  });

  it("E1: can have any name, which is data, and no part of a path, a key or a header", async () => {
    const names = [
      ...["../../etc/passwd", "..\\..\\secret.key", "%2e%2e%2fsecret.key", "/etc/passwd", "C:\\boot.ini"],
      ...[
        "\u0000.png",
        "a\u0000b",
        "x\r\nSet-Cookie: a=b",
        '"; filename="b.html',
        "CON",
        "NUL.txt",
        ".",
        "..",
      ],
      ...[
        "\ud800",
        "\u202egnp.exe",
        "a".repeat(255),
        "ü/é",
        "<script>alert(1)</script>",
        "'; DROP TABLE files;--",
      ],
      ...[
        "..%c0%af..%c0%afpasswd",
        "file:///etc/passwd",
        "\\\\server\\share",
        "~/.ssh/id_rsa",
        "$(id)",
        "${7*7}",
      ],
    ];
    for (const name of names) {
      const { fileId, url } = await announce({ name });
      expect((await send(url)).status, name).toBe(204);
      expect(await place.list(fileId), name).toEqual([place.objects ? `files/${fileId}` : fileId]);
      const { data } = await server.as(owner).call(getSignedUrl, { query: { fileId } });
      const { status, headers } = await server.request(data.url);
      expect(status, name).toBe(200);
      expect(headers.get("content-disposition"), name).toMatch(/^attachment; filename\*=UTF-8''[\w.%~!-]+$/);
      expect(headers.get("set-cookie"), name).toBeNull();
    }
  });

  it.each([
    ["empty", { sizeBytes: 0 }],
    ["over 21 MB", { sizeBytes: 21_000_001 }],
    ["of half a byte", { sizeBytes: 1.5 }],
    ["without a name", { name: " " }],
    ["of a type that ends a header", { contentType: "text/csv\r\nx: 1" }],
    ["of no type", { contentType: "csv" }],
  ])("that are %s are refused before the upload", async (_, given) => {
    await expect(announce(given)).rejects.toMatchObject({ status: 400, code: "invalid_input" });
  });

  describe("by a form", () => {
    const formOf = (fields: Record<string, string>, file = text) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append("file", new Blob([file], { type: "text/html" }), "x.html");
      return form;
    };
    const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
      server.request(url, { method: "POST", body, headers, duplex: "half" } as RequestInit);

    it("are accepted once too, by the given fields and not by the form's own description", async () => {
      const { fileId, method, url, fields } = await announce({}, { method: "POST" });
      expect(method).toBe("POST");
      expect((await post(url, formOf({ "content-type": "text/html" }))).status).toBe(415);
      expect((await post(url, formOf({}))).status).toBe(415);
      expect((await post(url, formOf(fields, `${text}more`))).status).toBe(413);
      expect((await post(url, formOf(fields, text.slice(1)))).status).toBe(400);
      expect(await place.list(fileId)).toEqual([]);
      expect((await post(url, formOf(fields))).status).toBe(204);
      expect(await readAll(fileId)).toBe(text);
      expect((await post(url, formOf(fields))).status).toBe(409);
    });

    it("keep every byte, with any chunks and any content", async () => {
      const tricky = `--x\r\n--boundar\r\n\r\n\n--boundary\r\n-\r\n\r\n--boundar\u0000`;
      const body = Buffer.from(
        `--boundary\r\ncontent-disposition: form-data; name="Content-Type"\r\n\r\ntext/csv\r\n` +
          `--boundary\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${tricky}\r\n--boundary--\r\n`,
      );
      const type = { "content-type": "multipart/form-data; boundary=boundary" };
      for (const size of [1, 2, 7, body.length]) {
        const { fileId, url } = await announce({ sizeBytes: Buffer.byteLength(tricky) }, { method: "POST" });
        let at = 0;
        const pieces = new ReadableStream<Uint8Array>({
          pull(to) {
            if (at >= body.length) return to.close();
            to.enqueue(new Uint8Array(body.subarray(at, at + size)));
            at += size;
          },
        });
        expect((await post(url, pieces, type)).status).toBe(204);
        expect(await readAll(fileId)).toBe(tricky);
      }
    });

    it("E7: are refused with ten thousand parts, an endless part, no file, or no boundary", async () => {
      const { fileId, url } = await announce({}, { method: "POST" });
      const type = { "content-type": "multipart/form-data; boundary=b" };
      const part = `--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n`;
      const typed = part.replace('"x"', '"content-type"').replace("\r\n1", "\r\ntext/csv");
      const bodies: [string, Record<string, string>][] = [
        [part.repeat(10_000), type],
        [`--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${"x".repeat(20_000)}`, type],
        [`--b\r\n${"x: 1\r\n".repeat(5000)}`, type],
        [`${part}--b--\r\n`, type],
        [`${typed}--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n${text}`, type],
        ["\r\n", type],
      ];
      for (const [body, headers] of bodies) expect((await post(url, body, headers)).status).toBe(400);
      expect((await post(url, text, { "content-type": "text/csv" })).status).toBe(415);
      expect((await post(url, text, { "content-type": "multipart/form-data" })).status).toBe(415);
      expect(await place.list(fileId)).toEqual([]);
    });
  });

  it("B12: of another organization are missing", async () => {
    const { url, fileId } = await announce();
    await send(url);
    const other = await server.createOwner();
    await expect(storage.openFile(other.organizationId, fileId)).rejects.toMatchObject({ code: "not_found" });
    await storage.removeFile(other.organizationId, fileId);
    const file = await open(fileId);
    await storage.removeFile(owner.organizationId, fileId);
    expect(await place.list(fileId)).toEqual([]);
    await expect(file.read()).rejects.toMatchObject({ code: "not_found" });
    await expect(file.readStart(5)).rejects.toMatchObject({ code: "not_found" });
    await expect(open(fileId)).rejects.toMatchObject({ code: "not_found" });
  });

  it("that never arrived are dropped after a day, and arrived ones stay", async () => {
    const [never, came] = [await announce(), await announce()];
    await send(came.url);
    await storage.sweep();
    server.clock.advance(24 * 3600_000 + 1);
    expect(await storage.sweep()).toBeGreaterThan(0);
    const rows = await server.store.db.selectFrom("files").select("id").execute();
    const ids = rows.map(({ id }) => id);
    expect([ids.includes(never.fileId), ids.includes(came.fileId)]).toEqual([false, true]);
    expect(await readAll(came.fileId)).toBe(text);
  });

  describe("B12: by a signed address", () => {
    const ask = (member: Member, fileId: string) =>
      server.as(member).call(getSignedUrl, { query: { fileId } });

    it("are readable for at most a quarter of an hour, by anyone who has it, and run nothing", async () => {
      const html = "<!doctype html><script>alert(1)</script>";
      const { url, fileId } = await announce({
        ...{ name: 'a"; x.html', contentType: "text/html", sizeBytes: html.length },
      });
      await expect(ask(owner, fileId)).rejects.toMatchObject({ status: 404 });
      await send(url, html, { "content-type": "text/html" });
      const { data } = await ask(owner, fileId);
      expect(data.expiresAt - server.clock.now()).toBeLessThanOrEqual(15 * 60_000);
      const response = await server.request(data.url);
      expect([response.status, await response.text()]).toEqual([200, html]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "content-disposition": "attachment; filename*=UTF-8''a%22%3B%20x.html",
        "content-security-policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
      });
      server.clock.advance(data.expiresAt - server.clock.now() + 1);
      expect((await server.request(data.url)).status).toBe(403);
    });

    it("are refused at a changed address, another file's or an upload's, or for other members", async () => {
      const [one, other] = [await announce(), await announce()];
      await send(one.url);
      await send(other.url);
      const { url } = (await ask(owner, one.fileId)).data;
      const changed = [
        url.replace(one.fileId, other.fileId),
        url.replace(/expires=\d+/, `expires=${server.clock.now() + 9e9}`),
        url.replace(owner.organizationId, "01m000000000000000000000aa"),
        url.replace(/signature=.*/, "signature="),
        url.split("?")[0] ?? "",
        one.url.replace("storage/files", "storage/read"),
      ];
      for (const address of changed) expect((await server.request(address)).status, address).toBe(403);
      expect((await send(url.replace("storage/read", "storage/files"))).status).toBe(403);
      const [stranger, support] = [
        await server.createOwner(),
        await server.createMember(owner.organizationId, "support"),
      ];
      await expect(ask(stranger, one.fileId)).rejects.toMatchObject({ status: 404, code: "not_found" });
      await expect(ask(support, one.fileId)).rejects.toMatchObject({ status: 403, code: "forbidden" });
    });
  });
});
