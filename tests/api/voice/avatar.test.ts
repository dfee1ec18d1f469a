import { describe, expect, it, onTestFinished, vi } from "vitest";
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
import { beginCall, listenForCalls, openCall } from "../../kit/voice/callClient.ts";
import type { TestCall } from "../../kit/voice/callClient.ts";
import { offerCalls } from "../../kit/voice/offerCalls.ts";
import { startVoiceServices } from "../../kit/voice/voiceServices.ts";
import type { VoiceServicesFake } from "../../kit/voice/voiceServices.ts";

const anna = { avatarId: "r1", avatarName: "Anna", voiceId: "v1", voiceName: "Alessandra" };

describe.each(stores())("a video avatar on $name", (store) => {
  it("is set up with key, avatar and voice, tested for free, and shows its problem", async () => {
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

  it("keeps the first of two saves at the same time, and refuses the other", async () => {
    const { owner, params } = await begin();
    const save = (avatarId: string, revision: number) =>
      owner.call(updateVideoAvatar, {
        params,
        body: { data: { ...anna, avatarId, revision, enabled: false } },
      });
    const saveBoth = async (revision: number) =>
      (await Promise.allSettled([save("r1", revision), save("r2", revision)]))
        .map(({ status }) => status)
        .toSorted();
    expect(await saveBoth(0)).toEqual(["fulfilled", "rejected"]);
    expect(await saveBoth(1)).toEqual(["fulfilled", "rejected"]);
  });

  it("speaks the agent's answer sentence by sentence, and its room ends with the call", async () => {
    const { talk, fake, visitor, address, setUp } = await begin();
    await setUp();
    const call = await beginCall(talk.server, visitor, { address, wantsAvatar: true });
    expect((await call.next("avatar")).url).toBe("https://tavus.daily.co/c0ffee?t=token-1");
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
    await expect.poll(() => ends(fake)).toBe(1);
    await expect.poll(() => roomsOf(talk)).toEqual([null]);
  });

  it("gets its room when the call begins, not before, and loses it when another call begins", async () => {
    const { talk, fake, params, visitor, address, setUp } = await begin();
    await setUp();
    const start = () =>
      talk.server.as(visitor).call(startCall, {
        params,
        body: { data: { language: "en", wantsAvatar: true } },
      });
    const { data } = await start();
    expect(JSON.stringify(data)).not.toContain("daily.co");
    expect(rooms(fake)).toBe(0);
    const call = await openCall(data.ticket, address);
    await call.next("avatar");
    expect([rooms(fake), await roomsOf(talk)]).toEqual([1, ["c0ffee"]]);
    await start();
    talk.server.clock.advance(5000);
    expect((await call.next("over")).reason).toBe("elsewhere");
    await expect.poll(() => ends(fake)).toBe(1);
  });

  it("has its room ended by another process if its own died", async () => {
    const { talk, fake, params, visitor, setUp } = await begin();
    await setUp();
    const body = { data: { language: "en", wantsAvatar: true } };
    await talk.server.as(visitor).call(startCall, { params, body });
    // As a process leaves it that died.
    const left = { state: "running", avatarRoomId: "c0ffee" } as const;
    await talk.server.store.db.updateTable("calls").set(left).execute();
    talk.server.clock.advance(180_000);
    await talk.server.app.scheduler.catchUp();
    expect([ends(fake), await roomsOf(talk)]).toEqual([1, [null]]);
  });

  it("is left out of a call if the service refuses it, and the team sees why", async () => {
    const { talk, owner, params, fake, visitor, address, setUp, isShown } = await begin();
    await setUp();
    fake.world.refusesRooms = 402;
    const call = await beginCall(talk.server, visitor, { address, wantsAvatar: true });
    await call.next("state");
    expect(shows(call)).toBe(false);
    expect((await owner.call(getVideoAvatar, { params })).data).toMatchObject({
      ...{ state: "broken", problem: "The account of this key has no credit left." },
    });
    expect(await isShown()).toBe(false);
  });

  it("is shown only to visitors who ask for it, within limits", async () => {
    const { talk, fake, agent, visitor, address, setUp } = await begin();
    await setUp();
    // Otherwise the limits would let another one through on a slow machine.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const ask = async (wanted: { address: string; wantsAvatar?: boolean }, from = visitor) => {
      const call = await beginCall(talk.server, from, wanted);
      await call.next("state");
      return shows(call);
    };
    expect([await ask({ address }), rooms(fake)]).toEqual([false, 0]);
    const { burst: own } = rateLimits.avatarBySession;
    const { burst: all } = rateLimits.avatarByAgent;
    const wanted = { address, wantsAvatar: true };
    for (let count = 0; count < own; count += 1) expect(await ask(wanted)).toBe(true);
    expect([await ask(wanted), rooms(fake)]).toEqual([false, own]);
    for (let count = own; count < all; count += own) {
      const other = await talk.openVisitor(agent);
      for (let again = 0; again < own; again += 1) expect(await ask(wanted, other)).toBe(true);
    }
    expect([await ask(wanted, await talk.openVisitor(agent)), rooms(fake)]).toEqual([false, all]);
  });

  it("is framed by its own document, which no app and no other site can open", async () => {
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
    return { fake, talk, token, agent, owner, params, visitor, address, connect, isShown, setUp };
  }

  /** The rooms that the calls keep until they are ended. */
  async function roomsOf({ server }: Awaited<ReturnType<typeof startTalkingServer>>) {
    return (await server.store.db.selectFrom("calls").select("avatarRoomId").execute()).map(
      ({ avatarRoomId }) => avatarRoomId,
    );
  }
});

/** How many rooms were opened that cost something. */
function rooms({ requests }: VoiceServicesFake): number {
  return requests.filter(({ body }) => body["require_auth"] === true).length;
}

/** How many times a room was ended. */
function ends({ requests }: VoiceServicesFake): number {
  return requests.filter(({ path }) => path === "/v2/conversations/c0ffee/end").length;
}

/** The avatar is told of before anything else of a call. */
function shows({ frames }: TestCall): boolean {
  return frames.some(({ type }) => type === "avatar");
}
