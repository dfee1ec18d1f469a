import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listVisitorMessages, retryAnswer } from "../../../shared/contract/conversations/conversations.ts";
import {
  createModelKey,
  getModelDefaults,
  setModelDefaults,
} from "../../../shared/contract/models/modelKeys.ts";
import { listSpeechModels } from "../../../shared/contract/models/models.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { maxMessageCharacters } from "../../../shared/domain/limits.ts";
import { recording, uploadAsVisitor } from "../../kit/conversations/files/attachments.ts";
import { hear, say as answerWith } from "../../kit/models/modelProvider.ts";
import type { ModelProvider, Reply } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { Heard, TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

const speechPath = "/v1/audio/transcriptions";
const said = "How long do refunds take?";

/** Answers a recording as a provider does that goes wrong: with this status, its own words for it, and these headers. */
const answer =
  (status: number, body: string, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);

/** How OpenAI tells a fault, and how a server does that runs Transient event itself. */
const openai = (message: string) =>
  JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: null } });
const whisperServer = (detail: string) => JSON.stringify({ detail });

function answerAll(provider: ModelProvider, replies: Reply[]): void {
  const left = [...replies];
  provider.script((response, body, request) => {
    const reply = request.url === speechPath ? (left.length > 1 ? left.shift() : left[0]) : undefined;
    const chat = request.url?.endsWith("/responses") ? "responses" : "chat";
    (reply ?? answerWith(chat, ["Five days."]))(response, body, request);
  });
}

async function speak(talk: TalkingServer, visitor: TestVisitor): Promise<Heard> {
  const attachments = [await uploadAsVisitor(talk.server, visitor, recording)];
  return listen(say(talk.server, visitor, { content: "", attachments }));
}

/** A day's budget that one recording and one answer use up. */
const budget = { agentPerDay: null, visitorPerDay: 2 };

describe.each(stores())("speech by the installation's key on $name", (store) => {
  it.each([
    ["OpenAI's own address", { openaiApiKey: "key-1" }, ["whisper-1"]],
    [
      "an OpenAI-compatible server",
      { openaiApiKey: "key-1", openaiBaseUrl: "http://provider.test/v1" },
      ["whisper-1", "whisper-large-v3"],
    ],
  ])("is offered, chosen, charged and reported like a language model: %s", async (_, models, names) => {
    const talk = await startTalkingServer(store, { models });
    const provider = await talk.useProvider();
    answerAll(provider, [hear(said)]);
    const owner = talk.server.as(talk.owner);
    const { items } = await owner.call(listSpeechModels);
    const usable = items.filter(({ isAvailable }) => isAvailable).map(({ value }) => value);
    for (const name of ["whisper-1", "whisper-large-v3"])
      expect(usable.includes(name)).toBe(names.includes(name));
    for (const speech of names) {
      await owner.call(setModelDefaults, { body: { data: { speech } } });
      const agent = await talk.createAgent("gpt-4o-mini", { budget });
      const visitor = await talk.openVisitor(agent);
      const voice = await speak(talk, visitor);
      expect(voice.end).toMatchObject({ status: "sent" });
      const request = provider.requests.findLast(({ path }) => path === speechPath);
      expect(request?.headers.authorization).toBe("Bearer key-1");
      expect(request?.body.model).toBe(speech);
      const params = { productId: agent.id, threadId: voice.threadId, messageId: voice.end?.id ?? "" };
      const { data: receipt } = await owner.call(getReceipt, { params });
      expect(receipt).toMatchObject({ question: said, credits: 2, speech: { model: speech, credits: 1 } });
      const next = await speak(talk, visitor);
      expect(next.end?.error?.message).toContain("budget for today is used up");
    }
  });

  it("is available only with a key for it, an organization's own before the installation's", async () => {
    const talk = await startTalkingServer(store, { models: {} });
    const provider = await talk.useProvider();
    answerAll(provider, [hear(said)]);
    const owner = talk.server.as(talk.owner);
    const choose = () => owner.call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
    await expect(choose()).rejects.toThrow(/input/);
    expect((await owner.call(getModelDefaults)).data.speech).toBeNull();
    provider.script((response) => response.end(JSON.stringify({ data: [{ id: "gpt-4o" }] })));
    const body = { data: { provider: "openai" as const, key: "sk-own-0123456789" } };
    await owner.call(createModelKey, { body });
    answerAll(provider, [hear(said)]);
    expect((await choose()).data.speech).toBe("whisper-1");
    await speak(talk, await talk.openVisitor(await talk.createAgent()));
    const request = provider.requests.find(({ path }) => path === speechPath);
    expect(request?.headers.authorization).toBe("Bearer sk-own-0123456789");
  });
});

describe.each(stores())("speech errors on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  let provider: ModelProvider;
  beforeAll(async () => {
    const modelLimits = { patienceMs: 1500, longestWaitMs: 1000 };
    talk = await startTalkingServer(store, { models: { openaiApiKey: "key-1" }, modelLimits });
    await talk.server.as(talk.owner).call(setModelDefaults, { body: { data: { speech: "whisper-1" } } });
    agent = await talk.createAgent("gpt-4o-mini", { budget });
  });
  beforeEach(async () => {
    visitor = await talk.openVisitor(agent);
    provider = await talk.useProvider();
  });

  const asked = () => provider.requests.filter(({ path }) => path === speechPath).length;
  async function readQuestion({ threadId }: Heard) {
    const params = { productId: agent.id, threadId };
    return (await talk.server.as(visitor).call(listVisitorMessages, { params })).items[0];
  }

  const later = "could not be understood";
  const nobody = "can't be understood here";
  const unread = "could not be read";
  it.each<[string, Reply, { tries: number; message: string }]>([
    [
      "refuses the key",
      answer(401, openai("Incorrect API key provided: key-1.")),
      { tries: 1, message: nobody },
    ],
    [
      "has no credit left",
      answer(429, openai("You exceeded your current quota").replace("null}", `"insufficient_quota"}`)),
      { tries: 1, message: nobody },
    ],
    [
      "runs Whisper itself, and does not have this model",
      answer(404, whisperServer("Model 'whisper-1' is not installed")),
      { tries: 1, message: nobody },
    ],
    [
      "asks to wait too long",
      answer(429, openai("Rate limit reached"), { "retry-after": "3600" }),
      { tries: 1, message: later },
    ],
    ["fails", answer(500, openai("The server had an error")), { tries: 2, message: later }],
    ["runs Whisper itself, and fails", answer(500, "Internal Server Error"), { tries: 2, message: later }],
    ["says nothing for too long", () => undefined, { tries: 1, message: later }],
    ["answers without JSON", answer(200, `{"text": "How lo`), { tries: 2, message: later }],
    ["answers without a text", answer(200, `{"segments": []}`), { tries: 2, message: later }],
    [
      "can't read the recording",
      answer(400, openai("Invalid file format. Supported formats: ['flac', 'm4a', 'mp3']")),
      { tries: 1, message: unread },
    ],
    [
      "runs Whisper itself, and can't read the recording",
      answer(422, whisperServer("Failed to decode audio.")),
      { tries: 1, message: unread },
    ],
    [
      "refuses the size",
      answer(413, openai("Maximum content size limit (26214400) exceeded")),
      { tries: 1, message: unread },
    ],
    ["runs Whisper itself, and refuses the size", answer(413, "<html>"), { tries: 1, message: unread }],
    ["hears nothing", hear(""), { tries: 1, message: "Nothing could be heard" }],
  ])(
    "are reported, cost nothing, and are over once it works: a provider that %s",
    async (_, fault, expected) => {
      answerAll(provider, [fault]);
      const voice = await speak(talk, visitor);
      expect(voice.end).toMatchObject({ status: "failed", error: { code: "speech_failed" }, content: "" });
      expect(voice.end?.error?.message).toContain(expected.message);
      expect(voice.end?.error?.message).not.toContain("key-1");
      expect(asked()).toBeGreaterThanOrEqual(expected.tries);
      if (expected.tries === 1) expect(asked()).toBe(1);
      expect((await readQuestion(voice))?.attachments[0]?.transcript).toBeUndefined();

      answerAll(provider, [hear(said)]);
      const params = { productId: agent.id, threadId: voice.threadId, messageId: voice.end?.id ?? "" };
      const again = await listen(talk.server.as(visitor).stream(retryAnswer, { params }));
      expect(again.end).toMatchObject({
        status: "sent",
        content: expect.stringContaining("Five days.") as string,
      });
      expect((await readQuestion(voice))?.attachments[0]?.transcript).toBe(said);
    },
  );

  it.each<[string, Reply]>([
    ["asks to wait a moment", answer(429, openai("Rate limit reached"), { "retry-after": "0.2" })],
    ["fails once", answer(503, whisperServer("Model is loading."))],
  ])("are retried when the provider %s", async (_, fault) => {
    answerAll(provider, [fault, hear(said)]);
    const voice = await speak(talk, visitor);
    expect(voice.end).toMatchObject({ status: "sent" });
    expect(asked()).toBe(2);
  });

  it("don't include a text longer than a message, which is cut", async () => {
    answerAll(provider, [hear("refund ".repeat(150_000))]);
    const voice = await speak(talk, visitor);
    expect(voice.end).toMatchObject({ status: "sent" });
    const { attachments = [] } = (await readQuestion(voice)) ?? {};
    expect(attachments[0]?.transcript).toHaveLength(maxMessageCharacters);
  });
});
