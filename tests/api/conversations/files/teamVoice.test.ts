import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getCreditsToday } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { transcribeMessage } from "../../../../shared/contract/conversations/messages/assist.ts";
import { initTeamAttachment } from "../../../../shared/contract/conversations/files/attachments.ts";
import { listVisitorMessages } from "../../../../shared/contract/conversations/conversations.ts";
import { setModelDefaults } from "../../../../shared/contract/models/modelKeys.ts";
import { removeMessage } from "../../../../shared/contract/conversations/threads/removals.ts";
import {
  getThread,
  searchThreads,
  sendReply,
  updateThread,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { recording, uploadAsMember, uploadAsVisitor } from "../../../kit/conversations/files/attachments.ts";
import type { Sample } from "../../../kit/conversations/files/attachments.ts";
import type { Actor } from "../../../kit/client.ts";
import type { Member } from "../../../kit/factories.ts";
import { hear, holdReply, refuse, say as answerWith } from "../../../kit/models/modelProvider.ts";
import type { ModelProvider, Reply } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import {
  listen,
  listenUntil,
  newClientId,
  newEar,
  say,
  startTalkingServer,
} from "../../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const speechPath = "/v1/audio/transcriptions";
const said = "How long do refunds take?";

/** Here a person has taken the conversation over: no agent listens to what its visitor says. */
describe.each(stores())("a recording transcribed for the team on $name", (store) => {
  let talk: TalkingServer;
  let colleague: Member;
  let agent: Agent;
  let visitor: TestVisitor;
  let provider: ModelProvider;
  let heard: Reply;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    colleague = await talk.server.createMember(talk.owner.organizationId, "support");
  });
  beforeEach(async () => {
    await chooseSpeech("whisper-1");
    agent = await talk.createAgent("gpt-4o", { budget: { agentPerDay: 2, visitorPerDay: 1 } });
    visitor = await talk.openVisitor(agent);
    provider = await talk.useProvider();
    heard = hear(said);
    provider.script((response, body, request) =>
      (request.url === speechPath ? heard : answerWith("chat", ["Hello."]))(response, body, request),
    );
  });

  const as = (actor: Actor = talk.owner) => talk.server.as(actor);
  const chooseSpeech = (speech: string | null) => as().call(setModelDefaults, { body: { data: { speech } } });
  const asked = () => provider.requests.filter(({ path }) => path === speechPath).length;
  const readCredits = async () =>
    (await as().call(getCreditsToday, { params: { productId: agent.id } })).data.credits;

  interface Place {
    params: { productId: string; threadId: string; messageId: string };
  }
  /** A person takes a new conversation over, and its visitor says something; gives where that stands. */
  async function speakToPerson(): Promise<Place> {
    await chooseSpeech(null);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const params = { productId: agent.id, threadId };
    await as().call(updateThread, { params, body: { data: { handledBy: "human" } } });
    await chooseSpeech("whisper-1");
    const attachments = [await uploadAsVisitor(talk.server, visitor, recording)];
    const { message } = await listen(say(talk.server, visitor, { content: "", threadId, attachments }));
    return { params: { ...params, messageId: message?.id ?? "" } };
  }
  const writeDown = (place: Place, actor?: Actor) => as(actor).call(transcribeMessage, place);

  it("is transcribed on request, stored with its message for everyone, and found by search", async () => {
    const place = await speakToPerson();
    const { params } = place;
    expect(asked()).toBe(0);
    const { data } = await writeDown(place);
    expect(data.attachments).toMatchObject([{ transcript: said }]);
    const { items } = await as(visitor).call(listVisitorMessages, { params });
    expect(items.at(-1)?.attachments).toMatchObject([{ transcript: said }]);
    expect((await as().call(getThread, { params })).data.lastMessage).toMatchObject({ text: said });
    const found = await as().call(searchThreads, { params, query: { search: "refunds" } });
    expect(found.items.map(({ thread }) => thread.id)).toContain(params.threadId);
  });

  it("is charged once, to the agent and to no visitor, no matter how many ask and how often", async () => {
    const place = await speakToPerson();
    const before = await readCredits();
    const all = await Promise.all([writeDown(place), writeDown(place, colleague), writeDown(place)]);
    for (const { data } of all) expect(data.attachments).toMatchObject([{ transcript: said }]);
    await writeDown(place, colleague);
    expect(asked()).toBe(1);
    expect((await readCredits()) - before).toBe(1);
  });

  it("reports why the transcript is missing, costs nothing then, and can be requested again", async () => {
    const place = await speakToPerson();
    const before = await readCredits();
    for (const [fault, message] of [
      [refuse(400), "The recording could not be read."],
      [refuse(401), "Recordings can't be understood here at the moment."],
      [hear(" "), "Nothing could be heard in the recording."],
    ] as const) {
      heard = fault;
      const told = { status: 502, body: { error: { code: "speech_failed", message } } };
      await expect(writeDown(place)).rejects.toMatchObject(told);
    }
    expect(await readCredits()).toBe(before);
    await chooseSpeech(null);
    await expect(writeDown(place)).rejects.toMatchObject({ code: "speech_failed" });
    await chooseSpeech("whisper-1");
    heard = hear(said);
    expect((await writeDown(place)).data.attachments).toMatchObject([{ transcript: said }]);
  });

  it("costs nothing when its message is deleted meanwhile, and reports that once", async () => {
    const place = await speakToPerson();
    const before = await readCredits();
    const [recordingHeard, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = heard;
    heard = (...request) => {
      recordingHeard.resolve();
      void gone.promise.then(() => late(...request));
    };
    const writing = writeDown(place);
    const refused = expect(writing).rejects.toMatchObject({ status: 404 });
    await recordingHeard.promise;
    await as().call(removeMessage, place);
    gone.resolve();
    await refused;
    expect(await readCredits()).toBe(before);
    const told = await talk.server.store.db
      .selectFrom("liveEvents")
      .select("number")
      .where("threadId", "=", place.params.threadId)
      .where("payload", "like", '%"message.deleted"%')
      .execute();
    expect(told).toHaveLength(1);
  });

  it("is a visitor's, and never one that the agent is transcribing", async () => {
    const { params } = await speakToPerson();
    const id = await uploadAsMember(talk.server, { member: talk.owner, productId: agent.id }, recording);
    const data = { content: "", clientId: newClientId(), attachments: [id] };
    const reply = await as().call(sendReply, { params, body: { data } });
    const own = { params: { ...params, messageId: reply.data.id } };
    await expect(writeDown(own)).rejects.toThrow("Only visitors’ recordings are transcribed.");

    const held = holdReply();
    heard = held.reply;
    const other = await talk.openVisitor(agent);
    const attachments = [await uploadAsVisitor(talk.server, other, recording)];
    const ear = newEar();
    const stream = say(talk.server, other, { content: "", attachments });
    await listenUntil(stream, ear, ({ message }) => message !== undefined);
    await held.asked;
    const place = { params: { ...params, threadId: ear.threadId, messageId: ear.message?.id ?? "" } };
    await expect(writeDown(place)).rejects.toThrow("The agent is transcribing it.");
    held.cut();
    heard = hear(said);
    await listen(stream);
  });

  it.each<[string, Partial<Sample> & { sizeBytes?: number }, string]>([
    ["a recording that is too large", { sizeBytes: 5_000_001 }, "A recording may have 5 MB at most."],
    ["a sound file of another kind", { name: "a.flac", contentType: "audio/flac" }, "recordings (WebM, M4A"],
    ["a video", { name: "a.mov", contentType: "video/quicktime" }, "recordings (WebM, M4A"],
  ])("is refused with the reason when it is no file that the team may send: %s", async (_, given, reason) => {
    const { name, contentType, bytes, sizeBytes = bytes.length } = { ...recording, ...given };
    const announced = as().call(initTeamAttachment, {
      ...{ params: { productId: agent.id }, body: { data: { name, contentType, sizeBytes } } },
    });
    await expect(announced).rejects.toThrow(reason);
  });

  it("is not found from another conversation", async () => {
    const place = await speakToPerson();
    const { threadId } = await listen(say(talk.server, await talk.openVisitor(agent), { content: "Hello?" }));
    const elsewhere = { params: { ...place.params, threadId } };
    await expect(writeDown(elsewhere)).rejects.toMatchObject({ status: 404 });
    expect(asked()).toBe(0);
  });
});
