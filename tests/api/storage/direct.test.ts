import { beforeAll, describe, expect, it } from "vitest";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { initAttachment } from "../../../shared/contract/conversations/conversations.ts";
import { getSignedUrl, initUpload } from "../../../shared/contract/storage/storage.ts";
import { getHostedWeb, getWidget, updateHostedWeb } from "../../../shared/contract/surfaces/surfaces.ts";
import type { Storage } from "../../../server/storage/storage.ts";
import type { Member } from "../../kit/factories.ts";
import { openWithObjects } from "../../kit/storage/fileStores.ts";
import type { FilesServer } from "../../kit/storage/fileStores.ts";
import { startObjectStore } from "../../kit/storage/objectStore.ts";
import type { ObjectStore } from "../../kit/storage/objectStore.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { createStorage } from "../../../server/storage/createStorage.ts";

const text = "price,name\n12,chair\n";
type Target = Pick<Awaited<ReturnType<typeof announceAs>>, "url" | "fields">;

/** Sends as the shared client does: as it is with the fields as headers, or as a form. */
function put({ url, fields }: Target, body: BodyInit = text): Promise<Response> {
  return fetch(url, { method: "PUT", headers: fields, body });
}
function post({ url, fields }: Target, file = text): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([file]), "x");
  return fetch(url, { method: "POST", body: form });
}

type Given = Partial<{ name: string; contentType: string; sizeBytes: number }>;
function announceAs(
  { server }: FilesServer,
  owner: Member,
  { method, ...given }: Given & { method?: "PUT" | "POST" } = {},
) {
  const data = { name: "prices.csv", contentType: "text/csv", sizeBytes: text.length, ...given };
  return server.as(owner).call(initUpload, { body: { data }, query: method ? { method } : {} });
}

describe.each(stores())("files sent straight to an object store, on $name", (store) => {
  let place: FilesServer & { objects: ObjectStore };
  let owner: Member;
  let storage: Storage;
  beforeAll(async () => {
    place = await openWithObjects(store, { isDirect: true });
    owner = await place.server.createOwner();
    storage = openStorage(place);
  });

  const announce = (given: Parameters<typeof announceAs>[2] = {}) => announceAs(place, owner, given);
  const readAll = async (fileId: string, from = storage) =>
    new Response(await (await from.openFile(owner.organizationId, fileId)).read()).text();

  it("by PUT are available to the first reader, and cost this server nothing before", async () => {
    const target = await announce();
    const { origin } = new URL(place.objects.settings.publicUrl);
    expect(target).toMatchObject({ method: "PUT", storage_type: "s3", cdn_path: `files/${target.fileId}` });
    expect(new URL(target.url).origin).toBe(origin);
    await expect(readAll(target.fileId)).rejects.toMatchObject({ code: "not_found" });
    expect((await put(target)).status).toBe(200);
    expect(await readAll(target.fileId)).toBe(text);
  });

  it("by POST are accepted as a form whose policy limits the file", async () => {
    const target = await announce({ method: "POST" });
    expect(target.method).toBe("POST");
    expect((await post(target)).status).toBe(204);
    expect(await readAll(target.fileId)).toBe(text);
  });

  it("E2: are refused with another size, type or key than signed, and after the time limit", async () => {
    const [one, other] = [await announce(), await announce()];
    const html = { ...one, fields: { ...one.fields, "content-type": "text/html" } };
    const { "if-none-match": _, ...unconditional } = one.fields;
    const refused: [Target, string?][] = [
      [one, `${text}more`],
      [one, text.slice(1)],
      [html],
      [{ ...one, fields: unconditional }],
      [{ ...one, url: one.url.replace(one.fileId, other.fileId) }],
      [{ ...one, url: one.url.replace("incoming/", "files/") }],
      [{ ...one, url: one.url.replace(/X-Amz-Expires=\d+/, "X-Amz-Expires=604800") }],
    ];
    for (const [target, body] of refused) expect((await put(target, body)).status).toBe(403);

    const form = await announce({ method: "POST" });
    const withField = (name: string, value: string) => ({
      ...form,
      fields: { ...form.fields, [name]: value },
    });
    const forms: [Target, string?][] = [
      [form, `${text}more`],
      [form, text.slice(1)],
      [withField("Content-Type", "text/html")],
      [withField("key", `incoming/${other.fileId}`)],
      [withField("acl", "public-read")],
    ];
    for (const [target, body] of forms) expect([400, 403]).toContain((await post(target, body)).status);
    place.server.clock.advance(15 * 60_000 + 1000);
    expect([(await put(one)).status, (await post(form)).status]).toEqual([403, 403]);
    expect(await place.list(one.fileId)).toEqual([]);
    expect(await place.list(form.fileId)).toEqual([]);
  });

  it("E2: are refused a second time", async () => {
    const target = await announce();
    await put(target);
    expect((await put(target, text.replace("12", "99"))).status).toBe(412);
    expect(await readAll(target.fileId)).toBe(text);
    expect((await put(target, text.replace("12", "99"))).status).toBe(412);
    expect(await readAll(target.fileId)).toBe(text);
  });

  it("E2: keep their first content when a store accepts a second one, or the form is sent again", async () => {
    const old = await openWithObjects(store, { isDirect: true, ignoresConditions: true });
    const person = await old.server.createOwner();
    const from = openStorage(old);
    for (const method of ["PUT", "POST"] as const) {
      const target = await announceAs(old, person, { method });
      const send = method === "PUT" ? put : post;
      await send(target);
      const read = async () =>
        new Response(await (await from.openFile(person.organizationId, target.fileId)).read()).text();
      expect(await read()).toBe(text);
      expect((await send(target, text.replace("12", "99"))).ok).toBe(true);
      expect(await read()).toBe(text);
    }
  });

  it("are accepted by a store that refuses conditional writes (B2)", async () => {
    const strict = await openWithObjects(store, { isDirect: true, refusesConditions: true });
    const person = await strict.server.createOwner();
    const target = await announceAs(strict, person, { method: "PUT" });
    expect(target.fields).not.toHaveProperty("if-none-match");
    expect((await put(target)).status).toBe(200);
    const file = await openStorage(strict).openFile(person.organizationId, target.fileId);
    expect(await new Response(await file.read()).text()).toBe(text);
  });

  it("are accepted from another process as from this one", async () => {
    const target = await announce();
    await put(target);
    const [one, other] = [openStorage(place), openStorage(place)];
    expect(await Promise.all([readAll(target.fileId, one), readAll(target.fileId, other)])).toEqual([
      text,
      text,
    ]);
  });

  it("are removed with their rows when nobody claims them within a day, and claimed ones stay", async () => {
    const targets = await Promise.all([announce(), announce(), announce(), announce()]);
    for (const target of targets) await put(target);
    const [taken, ...left] = targets.map(({ fileId }) => fileId);
    expect(await readAll(taken ?? "")).toBe(text);
    place.server.clock.advance(24 * 3600_000 + 1);
    const fresh = await announce();
    await put(fresh);
    await storage.sweep();
    expect(await place.list(taken ?? "")).toEqual([`files/${taken}`]);
    for (const fileId of left) {
      expect(await place.list(fileId)).toEqual([]);
      await expect(readAll(fileId)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await readAll(fresh.fileId)).toBe(text);
  });

  it("wait for a busy store, and report that it can't be reached when it stays so", async () => {
    const target = await announce();
    await put(target);
    place.objects.failNext(2);
    expect(await readAll(target.fileId)).toBe(text);
    place.objects.failNext(3);
    const { data } = await place.server.as(owner).call(getSignedUrl, { query: { fileId: target.fileId } });
    const answer = await place.server.request(data.url);
    expect([answer.status, (await answer.json()).error.code]).toEqual([503, "unavailable"]);
    expect(place.server.readLog()).toContain("SlowDown");
    expect(place.server.readLog()).not.toContain(place.objects.settings.secretAccessKey);
  });

  it("are read by data sources and by hosted pages", async () => {
    const agent = await place.server.createAgent(owner);
    const params = { productId: agent.id };
    const client = place.server.as(owner);
    const target = await announce();
    const body = { data: { name: "Prices", config: { kind: "files" as const, fileIds: [target.fileId] } } };
    await expect(client.call(createDataSource, { params, body })).rejects.toMatchObject({ status: 400 });
    await put(target);
    const { data: source } = await client.call(createDataSource, { params, body });
    const read = () => client.call(getDataSource, { params: { ...params, datasourceId: source.id } });
    await expect.poll(async () => (await read()).data.status).toBe("ready");
    expect((await read()).data.counts).toMatchObject({ pages: 1, failed: 0 });

    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const image = await announce({ name: "card.png", contentType: "image/png", sizeBytes: png.length });
    await put(image, new Uint8Array(png));
    const { revision, slug, settings } = (await client.call(getHostedWeb, { params })).data;
    const changed = { revision, slug, enabled: true, settings: { ...settings, imageFileId: image.fileId } };
    await client.call(updateHostedWeb, { params, body: { data: changed } });
    const shown = await place.server.request(`/p/${slug}/image`);
    expect([shown.headers.get("content-type"), Buffer.from(await shown.arrayBuffer())]).toEqual([
      "image/png",
      png,
    ]);
  });

  it("are allowed by the policies of console and chat, which name no store without one", async () => {
    const findFrameScript = () => ({ file: "/assets/widget/frame.js", preload: [] });
    const { settings } = place.objects;
    for (const s3 of [settings, { ...settings, publicUrl: null }, null]) {
      const talk = await startTalkingServer(store, { s3, findFrameScript });
      const expected = s3?.publicUrl ? `connect-src 'self' ${settings.publicUrl};` : "connect-src 'self';";
      const { id: productId } = await talk.createAgent();
      const { data } = await talk.server.as(talk.owner).call(getWidget, { params: { productId } });
      for (const path of ["/", "/accounts/x/dashboard", `/embed/${data.token}`]) {
        const { headers } = await talk.server.request(path);
        expect(headers.get("content-security-policy")).toContain(expected);
      }
    }
  });

  it("are sent with a visitor's message", async () => {
    const { settings } = await startObjectStore();
    const talk = await startTalkingServer(store, { s3: settings });
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["A lamp."]));
    const agent = await talk.createAgent();
    const visitor = await talk.openVisitor(agent);
    const png = Buffer.from("\x89PNG\r\n\x1a\n and so on", "latin1");
    const { data } = await talk.server.as(visitor).call(initAttachment, {
      params: { productId: agent.id },
      body: { data: { name: "lamp.png", contentType: "image/png", sizeBytes: png.length } },
    });
    expect((await put(data, new Uint8Array(png))).status).toBe(200);
    const attachments = [data.attachmentId];
    const heard = await listen(say(talk.server, visitor, { content: "What is this?", attachments }));
    expect(heard.text.trim()).toBe("A lamp.");
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain(png.toString("base64"));
    const seen = await talk.server.request(heard.message?.attachments[0]?.url ?? "");
    expect(Buffer.from(await seen.arrayBuffer())).toEqual(png);
  });
});

function openStorage({ server, objects }: FilesServer): Storage {
  const { store, dataDir, clock } = server;
  const s3 = objects?.settings ?? null;
  return createStorage({ store, dataDir, s3, uploadKey: new Uint8Array(32), now: clock.now });
}
