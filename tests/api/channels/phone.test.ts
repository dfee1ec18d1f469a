import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { getThreadChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import { initiatePhoneCall, listPhoneCalls } from "../../../shared/contract/channels/phoneCalls.ts";
import { eraseContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  listMessages,
  listThreads,
  sendReply,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { callWords } from "../../../shared/words/call.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import {
  attributeOf,
  listenForPhones,
  newCallSid,
  openTalk,
  phoneNumber,
  phoneSettings,
  post,
  ring,
  signForm,
  startPhoneServer,
} from "../../kit/channels/phoneServer.ts";
import type { Line, PhoneProviderName, PhoneServer, PhoneTalk } from "../../kit/channels/phoneServer.ts";
import { newClientId, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { holdReply, say } from "../../kit/models/modelProvider.ts";

const within = { interval: 50 };
const dayMs = 24 * 60 * 60_000;
const origin = "https://agents.example.com";

describe.each(stores())("phone on $name", (store) => {
  let phones: PhoneServer;
  let talk: TalkingServer;
  let agent: Agent;
  beforeAll(async () => {
    phones = await startPhoneServer();
    talk = await startTalkingServer(store, {
      channels: { ...channelAddresses, ...phones.addresses },
      publicOrigin: origin,
    });
  });
  afterAll(() => phones.stop());
  beforeEach(async () => {
    phones.taken.length = 0;
    agent = await talk.createAgent();
  });

  const team = () => talk.server.as(talk.owner);
  /** Calls of earlier tests are summed up while later ones run. */
  const useProvider = () => talk.useProvider({ summary: say("chat", ["They called."]) });

  async function connect(
    provider: PhoneProviderName = "twilio",
    settings: Record<string, string> = {},
  ): Promise<Line> {
    const known = phoneSettings[provider];
    const { data } = await team().call(updateChannel, {
      params: { productId: agent.id, surfaceType: "call" },
      body: { data: { revision: 0, enabled: true, ...known, settings: { ...known.settings, ...settings } } },
    });
    expect(data).toMatchObject({ state: "connected", account: phoneNumber, problem: null });
    return { server: talk.server, provider, webhookUrl: data.webhookUrl ?? "" };
  }

  /** Somebody calls, and the provider opens the call's socket. */
  async function answer(line: Line, from?: string): Promise<PhoneTalk & { callSid: string }> {
    const port = await listenForPhones(talk.server);
    const call = await ring(line, from === undefined ? {} : { from });
    return { ...(await openTalk(port, call)), callSid: call.callSid };
  }

  async function findThread() {
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    const [thread] = items;
    if (!thread) throw new Error("No conversation has begun.");
    return { thread, at: { productId: agent.id, threadId: thread.id } };
  }

  async function readTexts() {
    const { at } = await findThread();
    const { items } = await team().call(listMessages, { params: at });
    return items.filter(({ kind }) => kind === "text").map(({ role, content }) => [role, content]);
  }

  /** Lets time pass by seconds, as in a call in which nobody says anything. */
  const passUntil = (isThere: () => boolean) =>
    vi.waitFor(() => {
      talk.server.clock.advance(1000);
      expect(isThere()).toBe(true);
    }, within);

  const calls = async () => (await team().call(listPhoneCalls, { params: { productId: agent.id } })).items;

  describe.each(["twilio", "telnyx"] as const)("by %s", (provider) => {
    it("G1, G2: answers a signed call with one ticket, however often it is asked", async () => {
      const line = await connect(provider, { greeting: 'Hello & "welcome"' });
      const callSid = newCallSid();
      const body = new URLSearchParams({ CallSid: callSid, From: "+4930123456", To: phoneNumber }).toString();
      const { pathname } = new URL(line.webhookUrl);
      const send = (text: string, headers: Record<string, string>) =>
        talk.server.request(pathname, { method: "POST", body: text, headers });
      const headers = signForm(provider, { url: line.webhookUrl, body, at: talk.server.clock.now() });
      expect((await send(body, { "content-type": "application/x-www-form-urlencoded" })).status).toBe(401);
      expect((await send(body.replace("3456", "3457"), headers)).status).toBe(401);
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(body, headers)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await calls()).toMatchObject([
        { direction: "inbound", number: "+4930123456", state: "ringing" },
      ]);
      const document = (await answers[0]?.text()) ?? "";
      const relay = attributeOf(document, "ConversationRelay", "url");
      expect(relay).toBe(`${line.webhookUrl.replace("https:", "wss:")}/relay`);
      expect(attributeOf(document, "ConversationRelay", "welcomeGreeting")).toBe('Hello & "welcome"');
      expect(attributeOf(document, "Connect", "action")).toBe(`${line.webhookUrl}/action`);
      if (provider === "twilio") return;
      talk.server.clock.advance(6 * 60_000);
      expect((await send(body, headers)).status).toBe(401);
    });

    it("calls somebody, and reports forward only how that goes", async () => {
      const line = await connect(provider);
      const clientId = newClientId();
      const asked = {
        params: { productId: agent.id },
        body: { data: { clientId, number: "+1 500 555 0009", greeting: "Your bike is ready." } },
      };
      const { data } = await team().call(initiatePhoneCall, asked);
      expect(data).toMatchObject({ direction: "outbound", number: "+15005550009", state: "queued" });
      expect((await team().call(initiatePhoneCall, asked)).data.id).toBe(data.id);
      expect(phones.taken).toHaveLength(1);
      const fields = phones.taken[0]?.fields ?? {};
      expect(fields["Url"]).toEqual([`${line.webhookUrl}?call=${data.id}`]);
      const callSid = phones.taken[0]?.id ?? "";
      const status = async (CallStatus: string) => {
        const path = `/status?call=${data.id}`;
        expect((await post(line, path, { CallSid: callSid, CallStatus })).status).toBe(204);
        return (await calls())[0]?.state;
      };
      expect(await status("ringing")).toBe("ringing");
      const document = await (
        await post(line, `?call=${data.id}`, { CallSid: callSid, Direction: "outbound-api" })
      ).text();
      expect(attributeOf(document, "ConversationRelay", "welcomeGreeting")).toBe("Your bike is ready.");
      expect(await status("in-progress")).toBe("answered");
      expect(await status("ringing")).toBe("answered");
      expect(await status("completed")).toBe("completed");
      expect(await status("busy")).toBe("completed");
    });
  });

  it("talks: the answer goes out word by word, and the transcript is a conversation", async () => {
    const provider = await useProvider();
    provider.script(say("chat", ["Refunds take **five** ", "days. See our page."]));
    const line = await connect();
    const call = await answer(line);
    call.say("How long do refunds take?");
    expect(await call.heard()).toBe("Refunds take five days. See our page.");
    const tokens = call.frames.filter(({ type }) => type === "text");
    expect(tokens.length).toBeGreaterThan(2);
    expect(await readTexts()).toEqual([
      ["user", "How long do refunds take?"],
      ["assistant", "Refunds take **five** days. See our page."],
    ]);
    const { thread } = await findThread();
    expect(thread).toMatchObject({ surface: "call", contact: { phone: "+4930123456" } });
    expect(await calls()).toMatchObject([{ state: "answered", threadId: thread.id }]);
    call.hangUp();
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ state: "completed" }]), within);
    const row = await talk.server.store.db
      .selectFrom("calls")
      .selectAll()
      .where("threadId", "=", thread.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: "ended", ending: "visitor" });
    expect(JSON.parse(row.turns)).toMatchObject([{ wordMs: expect.any(Number) as number }]);
    const { at } = await findThread();
    const { items: marked } = await team().call(listMessages, { params: at });
    const marks = marked.filter((one) => one.kind === "event").map((one) => one.content);
    expect(marks).toEqual(["callBegan", "callEnded"]);
    // Whoever calls again is the same contact, in another conversation.
    const again = await answer(line);
    again.say("Hello again");
    await again.heard();
    const { items } = await team().call(listThreads, { params: { productId: agent.id } });
    expect(new Set(items.map(({ contact }) => contact.id)).size).toBe(1);
    expect(items).toHaveLength(2);
  });

  it("keeps of an answer that was interrupted what was heard", async () => {
    const provider = await useProvider();
    const held = holdReply();
    provider.script(held.reply, say("chat", ["Ten days."]));
    const call = await answer(await connect());
    call.say("How long do refunds take?");
    await held.asked;
    held.say("Refunds take five days. **Express refunds take two days.** They cost more. ");
    const said = () => call.frames.map(({ token = "" }) => token).join("");
    await vi.waitFor(() => expect(said()).toMatch(/more/), within);
    call.interrupt("Refunds take five days. Express refunds");
    call.say("And to Norway?");
    expect(await call.heard()).toBe("Ten days.");
    expect((await readTexts()).slice(0, 3)).toEqual([
      ["user", "How long do refunds take?"],
      ["assistant", "Refunds take five days. **Express refunds**"],
      ["user", "And to Norway?"],
    ]);
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages)).not.toContain("two days");
    // The voice was reckoned to be done, and was not.
    talk.server.clock.advance(6000);
    call.interrupt("Ten");
    await vi.waitFor(async () => expect((await readTexts()).at(-1)).toEqual(["assistant", "Ten"]), within);
  });

  it("asks after silence whether somebody is there, and says goodbye", async () => {
    await useProvider();
    const call = await answer(await connect("twilio", { greeting: "Hello" }));
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ state: "answered" }]), within);
    await passUntil(() => call.frames.some(({ last }) => last));
    expect(await call.heard()).toBe(callWords.stillThere);
    await passUntil(() => call.frames.some(({ type }) => type === "end"));
    expect(await call.heard()).toBe(callWords.goodbye);
    expect(await call.ended()).toEqual({ reason: "silence" });
  });

  it("ends an endless call with words", async () => {
    await useProvider();
    const line = await connect();
    const call = await answer(line);
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ state: "answered" }]), within);
    call.send({ type: "prompt", voicePrompt: "I", last: false });
    talk.server.clock.advance(60 * 60_000);
    await vi.waitFor(
      () => expect(call.frames.map(({ token }) => token).join("")).toMatch(/longest length/),
      within,
    );
    talk.server.clock.advance(10_000);
    expect(await call.ended()).toEqual({ reason: "limit" });
    const next = await post(line, "/action", { CallSid: call.callSid, HandoffData: '{"reason":"limit"}' });
    expect(await next.text()).toContain("<Response><Hangup/></Response>");
  });

  it("puts a caller through who asks for a person, and takes a message where nobody answers", async () => {
    await useProvider();
    const line = await connect("twilio", { transferTo: "+15005550010" });
    const call = await answer(line);
    call.send({ type: "dtmf", digit: "0" });
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ state: "answered" }]), within);
    await vi.waitFor(() => {
      talk.server.clock.advance(2000);
      expect(call.frames.map(({ token }) => token).join("")).toMatch(/putting you through/);
    }, within);
    talk.server.clock.advance(8000);
    const handoff = await call.ended();
    expect(handoff).toEqual({ reason: "handover", goesTo: "transfer" });
    const ask = async (path: string, form: Record<string, string>) =>
      (await post(line, path, { CallSid: call.callSid, ...form })).text();
    const dial = await ask("/action", { SessionStatus: "ended", HandoffData: JSON.stringify(handoff) });
    expect(dial).toContain("<Number>+15005550010</Number>");
    expect(attributeOf(dial, "Dial", "action")).toBe(`${line.webhookUrl}/dialed`);
    const record = await ask("/dialed", { DialCallStatus: "no-answer" });
    expect(record).toContain("Please leave a message after the tone.");
    expect(attributeOf(record, "Record", "recordingStatusCallback")).toBe(`${line.webhookUrl}/recording`);
    expect(await ask("/recorded", {})).toContain("Thank you.");
    const bytes = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0, ...new Array<number>(90).fill(1)]);
    phones.recordings.set("RE1", bytes);
    const recording = {
      RecordingSid: "RE1",
      RecordingUrl: "http://169.254.169.254/",
      RecordingStatus: "completed",
    };
    await Promise.all([1, 2, 3].map(() => ask("/recording", recording)));
    await ask("/transcript", { RecordingSid: "RE1", TranscriptionText: "Please call me back." });
    const { thread, at } = await findThread();
    expect(thread).toMatchObject({ handledBy: "human", surface: "call" });
    await vi.waitFor(async () => {
      const { items } = await team().call(listMessages, { params: at });
      const left = items.filter(({ role }) => role === "user");
      expect(left.map(({ content }) => content).sort()).toEqual(["", "Please call me back."]);
      expect(left.flatMap(({ attachments }) => attachments)).toMatchObject([
        { name: "voicemail.mp3", contentType: "audio/mpeg", sizeBytes: 100 },
      ]);
      // One copy is left, the one that is erased with its contact.
      expect(phones.recordings.size).toBe(0);
    }, within);
    await team().call(eraseContact, {
      params: { productId: agent.id, contactId: thread.contact.id },
      query: { confirmed: "true" },
    });
    const { db } = talk.server.store;
    await vi.waitFor(async () => {
      talk.server.clock.advance(2000);
      for (const table of ["phoneCalls", "calls", "channelThreads", "attachments"] as const) {
        const rows = await db.selectFrom(table).select("agentId").where("agentId", "=", agent.id).execute();
        expect([table, rows]).toEqual([table, []]);
      }
    }, within);
  });

  it("takes a message outside opening hours, and where the agent is gone", async () => {
    await useProvider();
    const closed = { timeZone: "UTC", week: [null, null, null, null, null, null, null] };
    agent = await talk.createAgent("gpt-4o", { hours: closed });
    const line = await connect("twilio", { transferTo: "+15005550010" });
    const { callSid } = await ring(line);
    const failed = { CallSid: callSid, SessionStatus: "failed", ErrorCode: "64105" };
    const record = await (await post(line, "/action", failed)).text();
    expect(record).toContain("something went wrong");
    expect(record).toContain("<Record ");
  });

  it("says what the team types while the call lasts, and not after it", async () => {
    const provider = await useProvider();
    provider.script(say("chat", ["Five days."]));
    const call = await answer(await connect());
    call.say("How long do refunds take?");
    await call.heard();
    const { at } = await findThread();
    const reply = (content: string) =>
      team().call(sendReply, { params: at, body: { data: { clientId: newClientId(), content } } });
    await reply("This is **Mara**. It is on its way.");
    expect(await call.heard()).toBe("This is Mara. It is on its way.");
    call.say("Thank you, Mara");
    await vi.waitFor(
      async () => expect((await readTexts()).at(-1)).toEqual(["user", "Thank you, Mara"]),
      within,
    );
    const state = async () => (await team().call(getThreadChannel, { params: at })).data?.deliveries.at(-1);
    await vi.waitFor(async () => expect(await state()).toMatchObject({ state: "sent" }), within);
    // Given back, the agent goes on.
    await team().call(updateThread, { params: at, body: { data: { handledBy: "ai" } } });
    call.say("And by express?");
    expect(await call.heard()).toBe("Five days.");
    call.hangUp();
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ state: "completed" }]), within);
    await reply("Are you there?");
    await vi.waitFor(
      async () =>
        expect(await state()).toMatchObject({
          state: "failed",
          problem: expect.stringMatching(/^The call is over/) as string,
        }),
      within,
    );
    // What the agent said was said already.
    expect((await team().call(getThreadChannel, { params: at })).data?.deliveries).toHaveLength(2);
  });

  it("opens a socket once, to the provider, with the ticket of its call", async () => {
    await useProvider();
    const line = await connect();
    const port = await listenForPhones(talk.server);
    const call = await ring(line);
    await expect(openTalk(port, { ...call, signature: "" })).rejects.toThrow("refused with 401");
    await expect(openTalk(port, { ...call, signature: "AAAA" })).rejects.toThrow("refused with 401");
    const refused = async (dialed: Partial<Parameters<typeof openTalk>[1]>) =>
      (await openTalk(port, { ...call, ...dialed })).closed;
    expect(await refused({ ticket: "s1.x" })).toBe(4003);
    expect(await refused({ callSid: "CA2" })).toBe(4003);
    expect(await refused({ first: JSON.stringify({ type: "prompt", voicePrompt: "Hi", last: true }) })).toBe(
      4000,
    );
    expect(await refused({ first: "{" })).toBe(4007);
    expect(await refused({ first: JSON.stringify({ type: "setup" }) })).toBe(4007);
    expect(await refused({ first: new Uint8Array(25_000_000) })).toBe(1009);
    // Of another agent's call, and of another organization's.
    const stranger = await talk.server.createOwner();
    for (const [owner, { id }] of [
      [talk.owner, await talk.createAgent()],
      [stranger, await talk.server.createAgent(stranger)],
    ] as const) {
      const { data } = await talk.server.as(owner).call(updateChannel, {
        params: { productId: id, surfaceType: "call" },
        body: { data: { revision: 0, enabled: true, ...phoneSettings.twilio } },
      });
      const { document } = await ring({ ...line, webhookUrl: data.webhookUrl ?? "" });
      const foreign = attributeOf(document, "Parameter", "value");
      expect(foreign).toBeTruthy();
      expect(await refused({ ticket: foreign ?? "" })).toBe(4003);
    }
    const first = await openTalk(port, call);
    first.send({ type: "info", name: "agentSpeaking", value: "off" });
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ state: "answered" }]), within);
    expect(await refused({})).toBe(4003);
  });

  it("leaves an answering machine politely, and calls nobody who does not want it or is asleep", async () => {
    await useProvider();
    const line = await connect();
    const port = await listenForPhones(talk.server);
    const dial = async (number: string) =>
      team().call(initiatePhoneCall, {
        params: { productId: agent.id },
        body: { data: { clientId: newClientId(), number } },
      });
    const { data } = await dial("+15005550009");
    const callSid = phones.taken[0]?.id ?? "";
    const document = await (await post(line, `?call=${data.id}`, { CallSid: callSid })).text();
    const machine = await openTalk(port, { document, callSid });
    await vi.waitFor(async () => expect(await calls()).toMatchObject([{ state: "answered" }]), within);
    await post(line, "/machine", { CallSid: callSid, AnsweredBy: "machine_start" });
    expect(await machine.heard()).toBe("Sorry we missed you. Goodbye.");
    await passUntil(() => machine.frames.some(({ type }) => type === "end"));
    expect(await machine.ended()).toEqual({ reason: "machine" });
    expect((await calls())[0]?.state).toBe("machine");

    // They say so themselves.
    const again = (await dial("+15005550009")).data;
    const second = phones.taken[1]?.id ?? "";
    const opened = await openTalk(port, {
      document: await (await post(line, `?call=${again.id}`, { CallSid: second })).text(),
      callSid: second,
    });
    opened.say("Please stop calling me.");
    expect(await opened.heard()).toBe("We won’t call you again. Goodbye.");
    await vi.waitFor(
      () =>
        expect(dial("+15005550009")).rejects.toMatchObject({
          code: "contact_unreachable",
          body: { error: { message: "They asked not to be contacted." } },
        }),
      within,
    );
    // The provider's own word where it refuses.
    expect((await dial("+15005550001")).data).toMatchObject({
      state: "failed",
      problem: "This number can’t be called.",
    });
    const clock = talk.server.clock.now() % dayMs;
    const night = (dayMs + (22 * 60 + 40) * 60_000 - clock) % dayMs;
    talk.server.clock.advance(night);
    await expect(dial("+4930999999")).rejects.toMatchObject({
      code: "surface_refused",
      body: {
        error: {
          message: expect.stringMatching(
            /^It is \d\d:40 where they are\. Call between 8:00 and 21:00 there\.$/,
          ) as string,
        },
      },
    });
    talk.server.clock.advance(-night);
  });

  it("knows nobody by a withheld number", async () => {
    await useProvider();
    const line = await connect();
    await ring(line, { from: "anonymous" });
    await ring(line, { from: "anonymous" });
    const both = await calls();
    expect(both.map(({ number }) => number)).toEqual([null, null]);
    expect(new Set(both.map(({ contactId }) => contactId)).size).toBe(2);
  });
});
