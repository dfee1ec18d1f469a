import { describe, expect, it } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { setModelDefaults } from "../../../shared/contract/models/modelKeys.ts";
import { listVoiceKeys, removeVoiceKey, setVoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import {
  listCallVoices,
  listVideoAvatars,
  listVideoVoices,
  listVoices,
  previewCatalogEntry,
  previewVoice,
} from "../../../shared/contract/voice/voices.ts";
import type { VoiceService } from "../../../shared/domain/voiceServices.ts";
import { stores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { makeVoice } from "../../kit/voice/speechProvider.ts";
import { startVoiceServices } from "../../kit/voice/voiceServices.ts";
import type { ServiceWorld, VoiceServicesFake } from "../../kit/voice/voiceServices.ts";

const key = "service-key-0001";

describe.each(stores())("services for voices and avatars on $name", (store) => {
  it("have their key checked before it is stored, and never return it", async () => {
    const { owner, fake, server } = await begin();
    await expect(setKey(owner, "elevenlabs", "wrong-key")).rejects.toMatchObject(
      refusal("key", "The service does not know this key. Copy it again."),
    );
    expect((await owner.call(listVoiceKeys)).items).toEqual([]);
    for (const service of ["elevenlabs", "liveavatar", "tavus"] as const) await setKey(owner, service);
    const { items } = await owner.call(listVoiceKeys);
    expect(items.map(({ service, lastFour, refusal }) => [service, lastFour, refusal])).toEqual([
      ["elevenlabs", "0001", null],
      ["liveavatar", "0001", null],
      ["tavus", "0001", null],
    ]);
    expect(JSON.stringify(items)).not.toContain(key);
    const kept = await server.store.db.selectFrom("voiceKeys").select("sealedKey").execute();
    expect(JSON.stringify(kept)).not.toContain(key);
    expect(fake.requests.map(({ host }) => host)).toContain("api.liveavatar.com");
    const stranger = server.as(await server.createOwner());
    expect((await stranger.call(listVoiceKeys)).items).toEqual([]);
    await owner.call(removeVoiceKey, { params: { service: "tavus" } });
    expect((await owner.call(listVoiceKeys)).items).toHaveLength(2);
    await expect(setKey(owner, "nobody" as VoiceService)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are reached at a typed address through the egress guard only", async () => {
    const { owner } = await begin();
    await expect(
      owner.call(setVoiceKey, {
        params: { service: "elevenlabs" },
        body: { data: { key, baseUrl: "http://127.0.0.1" } },
      }),
    ).rejects.toMatchObject(refusal("baseUrl", expect.any(String)));
  });

  it("are listed by page and search: video voices of all keys, and what to set without one", async () => {
    const { owner } = await begin({
      liveavatarVoices: Array.from({ length: 130 }, (_, at) => ({
        ...{ id: `la-${at}`, name: `Voice ${at}`, language: "English", gender: at % 2 ? "male" : "female" },
      })),
      tavusVoices: [{ voice_id: "tv-1", voice_name: "Alessandra" }],
    });
    expect(await owner.call(listVideoVoices)).toEqual({
      ...{ items: [], page: { page: 1, limit: 25, total: 0 }, problems: [] },
      missing: "Add a HeyGen LiveAvatar or Tavus key under Model keys.",
    });
    await setKey(owner, "liveavatar");
    await setKey(owner, "tavus");
    const first = await owner.call(listVideoVoices, { query: { page: 1, limit: 100 } });
    expect([first.items.length, first.page.total, first.missing]).toEqual([100, 131, null]);
    expect(first.items[0]).toEqual({
      ...{ service: "liveavatar", id: "la-0", name: "Voice 0", about: "English, female", hasPreview: true },
    });
    const second = await owner.call(listVideoVoices, { query: { page: 2, limit: 100 } });
    expect(second.items.at(-1)).toMatchObject({ service: "tavus", id: "tv-1", name: "Alessandra" });
    const found = await owner.call(listVideoVoices, { query: { search: "voice 12 female" } });
    expect(found.items.map(({ id }) => id)).toEqual([
      "la-12",
      "la-112",
      "la-120",
      "la-122",
      "la-124",
      "la-126",
      "la-128",
    ]);
  });

  it("are listed by page and search: avatars that can be used now", async () => {
    const { owner } = await begin({
      liveavatarAvatars: [
        { id: "av-1", name: "Ann", preview_url: "https://files.test/ann.webp" },
        { id: "av-2", name: "Not yet", status: "INIT" },
        { id: "av-3", name: "Gone", is_expired: true },
      ],
      tavusFaces: Array.from({ length: 105 }, (_, at) => ({ face_id: `r${at}`, face_name: `Face ${at}` })),
    });
    expect((await owner.call(listVideoAvatars)).missing).toMatch(/LiveAvatar or Tavus/);
    await setKey(owner, "liveavatar");
    await setKey(owner, "tavus");
    const { items, page } = await owner.call(listVideoAvatars, { query: { limit: 2 } });
    expect(page).toEqual({ page: 1, limit: 2, total: 106 });
    expect(items.map(({ id, hasPreview }) => [id, hasPreview])).toEqual([
      ["av-1", true],
      ["r0", false],
    ]);
    const { items: last } = await owner.call(listVideoAvatars, { query: { page: 53, limit: 2 } });
    expect(last.map(({ name }) => name)).toEqual(["Face 103", "Face 104"]);
    const { items: found } = await owner.call(listVideoAvatars, { query: { search: "ann" } });
    expect(found.map(({ id }) => id)).toEqual(["av-1"]);
  });

  it("are listed for one service only, with its own pages", async () => {
    const { owner, fake } = await begin({
      liveavatarAvatars: Array.from({ length: 30 }, (_, at) => ({ id: `av-${at}`, name: `Ann ${at}` })),
      tavusFaces: [{ face_id: "r1", face_name: "Anna" }],
    });
    await setKey(owner, "liveavatar");
    const query = { service: "tavus", limit: 25 } as const;
    const { missing } = await owner.call(listVideoAvatars, { query });
    expect(missing).toBe("Add a Tavus key under Model keys.");
    await setKey(owner, "tavus");
    fake.requests.length = 0;
    const { items, page } = await owner.call(listVideoAvatars, { query });
    expect([items.map(({ id }) => id), page.total]).toEqual([["r1"], 1]);
    expect(fake.requests.map(({ host }) => host)).toEqual(["tavusapi.com"]);
    const voices = await owner.call(listVoices, { query: { service: "model" } });
    expect(voices.missing).toBe("Choose a model for speech whose server lists its voices.");
  });

  it("are listed for calls: every page of ElevenLabs, with what it says of each voice", async () => {
    const { owner } = await begin({
      elevenlabs: Array.from({ length: 230 }, (_, at) => ({
        ...{ voice_id: `el-${at}`, name: `Speaker ${at}` },
        labels: { accent: "american", gender: "male" },
      })),
    });
    expect((await owner.call(listVoices)).missing).toMatch(/ElevenLabs/);
    await setKey(owner, "elevenlabs");
    const { items, page } = await owner.call(listVoices, { query: { page: 3, limit: 100 } });
    expect([items.length, page.total]).toEqual([30, 230]);
    expect(items.at(-1)).toMatchObject({ id: "el-229", about: "american, male" });
  });

  it("keep the others' entries if one of them fails, and mark a refused key", async () => {
    const { owner, fake, server } = await begin({
      tavusFaces: [{ face_id: "r1", face_name: "Anna" }],
    });
    await setKey(owner, "tavus");
    fake.world.refusesWith = 429;
    const busy = await owner.call(listVideoAvatars);
    expect([busy.items, busy.problems]).toEqual([
      [],
      [{ service: "tavus", message: "Tavus: The service asks to wait. Try again in a minute." }],
    ]);
    delete fake.world.refusesWith;
    expect((await owner.call(listVideoAvatars)).items).toHaveLength(1);
    fake.world.key = "another-key";
    // The list is kept for a while.
    expect((await owner.call(listVideoAvatars)).problems).toEqual([]);
    server.clock.advance(5 * 60_000);
    expect((await owner.call(listVideoAvatars)).problems[0]?.message).toMatch(/does not know this key/);
    expect((await owner.call(listVoiceKeys)).items[0]?.refusal).toMatch(/does not know this key/);
    fake.world.key = key;
    await owner.call(listVideoAvatars);
    expect((await owner.call(listVoiceKeys)).items[0]?.refusal).toBeNull();
  });

  it("return samples and pictures, but no web page in their place", async () => {
    const fake = await startVoiceServices();
    Object.assign(fake.world, {
      elevenlabs: [{ voice_id: "el-1", name: "George", preview_url: `${fake.url}/files/george.mp3` }],
      liveavatarVoices: [{ id: "la-1", name: "Ann", language: "English", gender: "female" }],
      liveavatarAvatars: [
        { id: "av-1", name: "Ann", preview_url: `${fake.url}/files/ann.webp` },
        { id: "av-2", name: "Page", preview_url: `${fake.url}/files/page.html` },
      ],
    } satisfies Partial<ServiceWorld>);
    const { owner } = await begin({}, fake, ["127.0.0.0/8"]);
    for (const service of ["elevenlabs", "liveavatar"] as const) await setKey(owner, service);
    const preview = (service: string, kind: "voice" | "avatar", id: string) =>
      owner.call(previewCatalogEntry, { params: { service }, query: { kind, id } });
    const george = (await preview("elevenlabs", "voice", "el-1")).data;
    expect([george.contentType, atob(george.content)]).toEqual(["audio/mpeg", "file of /files/george.mp3"]);
    const ann = (await preview("liveavatar", "voice", "la-1")).data;
    expect([ann.contentType, atob(ann.content)]).toEqual(["audio/wav", "RIFF 00 WAVE"]);
    expect((await preview("liveavatar", "avatar", "av-1")).data.contentType).toBe("image/webp");
    await expect(preview("liveavatar", "avatar", "av-2")).rejects.toMatchObject({ code: "speech_failed" });
    await expect(preview("liveavatar", "avatar", "nobody")).rejects.toMatchObject({ code: "not_found" });
  });

  it("speak in calls in the chosen voice, and say why if they can't", async () => {
    const { owner, fake, server, member } = await begin({
      elevenlabs: [{ voice_id: "el-1", name: "George" }],
    });
    const agent = await server.createAgent(member);
    const params = { productId: agent.id };
    await owner.call(publishAgent, { params });
    await owner.call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
    await setKey(owner, "elevenlabs");
    expect((await owner.call(listCallVoices)).data.elevenlabs).toEqual({
      voice: "JBFqnCBsd6RMkjVDRZzb",
      model: "eleven_flash_v2_5",
    });
    const say = (voice: string) =>
      owner.call(previewVoice, {
        params,
        body: { data: { text: "Hello there", service: "elevenlabs", voice, model: "" } },
      });
    const { data } = await say("el-1");
    expect(Buffer.from(data.sound, "base64").subarray(44)).toEqual(Buffer.from(makeVoice("Hello there")));
    expect(fake.requests.at(-1)).toMatchObject({
      path: "/v1/text-to-speech/el-1/stream?output_format=pcm_24000",
      body: { text: "Hello there", model_id: "eleven_flash_v2_5" },
    });
    await expect(say("el-2")).rejects.toThrow(/Nothing was said/);
  });

  async function begin(
    world: Partial<ServiceWorld> = {},
    given?: VoiceServicesFake,
    egressAllow: string[] = [],
  ) {
    const fake = given ?? (await startVoiceServices(world));
    const models = { openaiApiKey: "key-1" };
    const server: TestServer = await startTestServer({ store, fetch: fake.fetch, models, egressAllow });
    const member: Member = await server.createOwner();
    return { fake, server, member, owner: server.as(member) };
  }
});

function setKey(owner: ReturnType<TestServer["as"]>, service: VoiceService, secret = key) {
  return owner.call(setVoiceKey, { params: { service }, body: { data: { key: secret } } });
}

function refusal(field: string, message: unknown) {
  return { body: { error: { fields: [{ path: `body.data.${field}`, message }] } } };
}
