import { describe, expect, it } from "vitest";
import { getPublicConfiguration, getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  deleteVideoAvatar,
  getVideoAvatar,
  testVideoAvatar,
  updateVideoAvatar,
} from "../../../shared/contract/voice/avatar.ts";
import { setVoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import { startCall } from "../../../shared/contract/voice/voice.ts";
import { rateLimits } from "../../../shared/domain/rateLimits.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { beginCall, listenForCalls } from "../../kit/voice/callClient.ts";
import { offerCalls } from "../../kit/voice/offerCalls.ts";
import { startVoiceServices } from "../../kit/voice/voiceServices.ts";

const anna = { avatarId: "r1", avatarName: "Anna", voiceId: "v1", voiceName: "Alessandra" };

describe.each(stores())("a video avatar on $name", (store) => {
  it("is set up by key, avatar and voice, tried at once without a cost, and says why it can't", async () => {
    const { owner, params, fake, connect, isShown } = await begin();
    const { data: fresh } = await owner.call(getVideoAvatar, { params });
    expect(fresh).toMatchObject({ state: "off", enabled: false, revision: 0 });
    const save = (revision: number, enabled = true, avatarId = anna.avatarId) =>
      owner.call(updateVideoAvatar, {
        params,
        body: { data: { ...anna, avatarId, revision, enabled } },
      });
    expect((await save(0)).data).toMatchObject({
      ...{ state: "broken", problem: "Connect Tavus first: add its key.", revision: 1 },
    });
    expect(await isShown()).toBe(false);
    await connect();
    expect((await owner.call(testVideoAvatar, { params })).data).toMatchObject({
      state: "connected",
      problem: null,
    });
    expect(await isShown()).toBe(true);
    const made = fake.requests.find(({ path }) => path === "/v2/personas");
    expect(made?.body).toMatchObject({
      ...{ pipeline_mode: "echo", default_replica_id: "r1", layers: { tts: { voice_id: "v1" } } },
    });
    const tried = fake.requests.filter(({ path }) => path === "/v2/conversations");
    expect(tried.map(({ body }) => body["test_mode"])).toEqual([true]);
    await expect(save(0)).rejects.toMatchObject({ code: "conflict" });
    expect((await save(1, true, "r2")).data).toMatchObject({ state: "broken" });
    expect((await save(2, false)).data).toMatchObject({ state: "off", problem: null });
    expect((await save(3)).data.state).toBe("connected");
    await owner.call(deleteVideoAvatar, { params, query: { confirmed: "true" } });
    expect(await isShown()).toBe(false);
  });

  it("says in a call what the agent answers, sentence by sentence, and its room is ended with the call", async () => {
    const { talk, fake, visitor, address, setUp } = await begin();
    await setUp();
    const call = await beginCall(talk.server, visitor, { address, wantsAvatar: true });
    expect(call.avatarUrl).toBe("https://tavus.daily.co/c0ffee?t=token-1");
    call.hearAll();
    call.send({ type: "typed", text: "Hello" });
    await call.next("turn");
    const { text } = await call.next("say");
    const told = () => fake.requests.filter(({ path }) => path.endsWith("/send-app-message"));
    await expect.poll(() => told().length).toBeGreaterThan(0);
    expect(told()[0]?.body).toEqual({
      ...{ message_type: "conversation", event_type: "conversation.echo", conversation_id: "c0ffee" },
      properties: { modality: "text", text, done: true },
    });
    call.send({ type: "end" });
    await call.next("over");
    await expect.poll(() => fake.requests.at(-1)?.path).toBe("/v2/conversations/c0ffee/end");
  });

  it("is left out of a call where the service gives none, and the team sees why", async () => {
    const { talk, owner, params, fake, visitor, address, setUp, isShown } = await begin();
    await setUp();
    fake.world.refusesRooms = 402;
    const call = await beginCall(talk.server, visitor, { address, wantsAvatar: true });
    expect(call.avatarUrl).toBeNull();
    await call.next("state");
    expect((await owner.call(getVideoAvatar, { params })).data).toMatchObject({
      ...{ state: "broken", problem: "The account of this key has no credit left." },
    });
    expect(await isShown()).toBe(false);
  });

  it("is shown to nobody who did not ask for it, and so often only", async () => {
    const { talk, fake, params, visitor, address, setUp } = await begin();
    await setUp();
    const rooms = () => fake.requests.filter(({ body }) => body["require_auth"] === true).length;
    expect((await beginCall(talk.server, visitor, { address })).avatarUrl).toBeNull();
    expect(rooms()).toBe(0);
    const ask = async () => {
      const body = { data: { language: "en", wantsAvatar: true } };
      return (await talk.server.as(visitor).call(startCall, { params, body })).data.avatarUrl;
    };
    const { burst } = rateLimits.avatarByAgent;
    const urls: (string | null)[] = [];
    while (urls.length <= burst) urls.push(await ask());
    expect([urls.at(-2) === null, urls.at(-1), rooms()]).toEqual([false, null, burst]);
  });

  it("is framed by a document of its own, which no app and no other site can open, and the chat's frames nothing but the server", async () => {
    const { talk, token, setUp } = await begin();
    await setUp();
    const chat = await talk.server.request(`/embed/${token}`);
    expect(listPolicy(chat)).toContain("frame-src 'self'");
    const load = (url: string, site = "same-origin", dest = "iframe") =>
      talk.server.request(`/avatar?${new URLSearchParams({ url })}`, {
        headers: { "sec-fetch-site": site, "sec-fetch-dest": dest },
      });
    const room = "https://tavus.daily.co/c0ffee?t=token-1&a=1";
    const page = await load(room);
    expect(await page.text()).toContain(`<iframe src="${room.replace("&", "&#38;")}"`);
    expect(listPolicy(page).filter((line) => !line.startsWith("style-src 'sha256-"))).toEqual([
      ...["default-src 'none'", "frame-src https://*.daily.co", "base-uri 'none'", "form-action 'none'"],
    ]);
    // An app's frame has no origin, so that the browser calls what it asks for cross-site.
    const refused = [load(room, "cross-site"), load(room, "none", "document"), load(room, "same-site")];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 403, 403]);
    const others = ["https://daily.co.evil.test/", "http://tavus.daily.co/", "javascript:alert(1)", ""];
    for (const other of others) expect((await load(other)).status, other).toBe(404);
  });

  const listPolicy = ({ headers }: Response) => (headers.get("content-security-policy") ?? "").split("; ");

  async function begin() {
    const fake = await startVoiceServices({ tavusFaces: [{ face_id: "r1", face_name: "Anna" }] });
    const talk = await startTalkingServer(store, { fetch: fake.fetch });
    const owner = talk.server.as(talk.owner);
    const agent = await talk.createAgent("pilothouse-builtin");
    const params = { productId: agent.id };
    await offerCalls(talk, agent);
    const visitor = await talk.openVisitor(agent);
    const address = await listenForCalls(talk.server);
    const connect = () =>
      owner.call(setVoiceKey, {
        params: { service: "tavus" },
        body: { data: { key: fake.world.key } },
      });
    const { token } = (await owner.call(getWidget, { params })).data;
    const isShown = async () =>
      (await talk.server.anyone().call(getPublicConfiguration, { query: { surface: "widget", token } }))
        .hasAvatar;
    const setUp = async () => {
      await connect();
      await owner.call(updateVideoAvatar, {
        params,
        body: { data: { ...anna, revision: 0, enabled: true } },
      });
    };
    return { fake, talk, token, owner, params, visitor, address, connect, isShown, setUp };
  }
});
