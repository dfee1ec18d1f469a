import { unzipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishAgent } from "../../../../shared/contract/agents/agents.ts";
import { summarizeThread } from "../../../../shared/contract/conversations/messages/assist.ts";
import { listGaps } from "../../../../shared/contract/evaluation/evaluation.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { exportContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import {
  initAttachment,
  listVisitorMessages,
  retryAnswer,
} from "../../../../shared/contract/conversations/conversations.ts";
import {
  createModelKey,
  getModelDefaults,
  listModelKeys,
  removeModelKey,
  setModelDefaults,
} from "../../../../shared/contract/models/modelKeys.ts";
import {
  getPublicConfiguration,
  getWidget,
  updateWidget,
} from "../../../../shared/contract/surfaces/surfaces.ts";
import {
  getReceipt,
  getThread,
  listMessages,
  searchThreads,
  sendReply,
} from "../../../../shared/contract/conversations/threads/threads.ts";
import { csv, putFile, recording, uploadAsMember } from "../../../kit/conversations/files/attachments.ts";
import type { Sample } from "../../../kit/conversations/files/attachments.ts";
import { hear, refuse, say as answerWith } from "../../../kit/models/modelProvider.ts";
import type { ModelProvider, Reply } from "../../../kit/models/modelProvider.ts";
import { stores } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";
import type { Heard, Saying, TalkingServer, TestVisitor } from "../../../kit/conversations/threads/talks.ts";

const speechPath = "/v1/audio/transcriptions";
const said = "How long do refunds take?";

describe.each(stores())("voice on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  let provider: ModelProvider;
  /** What the provider's model for speech answers. */
  let heard: Reply;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent();
  });
  beforeEach(async () => {
    visitor = await talk.openVisitor(agent);
    provider = await talk.useProvider();
    heard = hear(said);
    provider.script((response, body, request) => {
      const list = { object: "list", data: ["gpt-4o", "whisper-1"].map((id) => ({ id, object: "model" })) };
      if (request.url?.endsWith("/models")) return void response.end(JSON.stringify(list));
      const reply = request.url === speechPath ? heard : answerWith("responses", ["Five days."]);
      reply(response, body, request);
    });
    await chooseSpeech();
  });

  const owner = () => talk.server.as(talk.owner);

  /** The organization has one key that works, whose model writes down what is said. */
  async function chooseSpeech(): Promise<void> {
    const { items } = await owner().call(listModelKeys);
    const known = items.find(({ refusal }) => refusal === null);
    for (const { id } of items.filter((key) => key !== known)) {
      await owner().call(removeModelKey, { params: { keyId: id } });
    }
    const body = { data: { provider: "openai" as const, key: "sk-test-0123456789", name: "Shop" } };
    const key = known ?? (await owner().call(createModelKey, { body })).data;
    await owner().call(setModelDefaults, { body: { data: { speech: `own/${key.id}/whisper-1` } } });
  }

  const announce = (given: Partial<Sample & { sizeBytes: number }> = {}, by = visitor) => {
    const { name, contentType, bytes, sizeBytes = bytes.length } = { ...recording, ...given };
    const params = { productId: by.agentId };
    return talk.server
      .as(by)
      .call(initAttachment, { params, body: { data: { name, contentType, sizeBytes } } });
  };
  async function upload(sample: Sample = recording, by = visitor): Promise<string> {
    const { data } = await announce(sample, by);
    const told = { ...sample, url: data.url, contentType: data.fields["content-type"] ?? "" };
    expect(await putFile(talk.server, told)).toBe(204);
    return data.attachmentId;
  }
  async function speak(saying: Partial<Saying> = {}, by = visitor): Promise<Heard> {
    const attachments = saying.attachments ?? [await upload(recording, by)];
    return listen(say(talk.server, by, { content: "", ...saying, attachments }));
  }
  const asked = (path: string) => provider.requests.filter((request) => request.path === path);
  const transcriptOf = ({ message }: Heard) => message?.attachments[0]?.transcript;
  async function readMessages({ threadId }: Pick<Heard, "threadId">, by = visitor) {
    const params = { productId: by.agentId, threadId };
    return (await talk.server.as(by).call(listVisitorMessages, { params })).items;
  }
  async function readOffer(of: Agent) {
    const { data } = await owner().call(getWidget, { params: { productId: of.id } });
    const query = { surface: "widget" as const, token: data.token };
    return talk.server.anyone().call(getPublicConfiguration, { query });
  }

  it("is transcribed only by a model that a key offers for it", async () => {
    const { items } = await owner().call(listModelKeys);
    expect(items[0]).toMatchObject({
      models: [{ id: "gpt-4o", type: "completion" }],
      speechModels: ["whisper-1"],
    });
    const key = items[0]?.id ?? "";
    for (const [speech, reason] of [
      [`own/${key}/gpt-4o`, "does not write down what is said"],
      [`own/${key}/whisper-9`, "offers no such model"],
      ["own/01j0none/whisper-1", "No key of this organization"],
      ["whisper-9", "Choose a model of the list."],
    ] as const) {
      const refused = owner().call(setModelDefaults, { body: { data: { speech } } });
      await expect(refused, speech).rejects.toMatchObject({
        body: {
          error: {
            fields: [{ path: "body.data.speech", message: expect.stringContaining(reason) as string }],
          },
        },
      });
    }
    const chat = owner().call(setModelDefaults, { body: { data: { chat: `own/${key}/whisper-1` } } });
    await expect(chat).rejects.toMatchObject({ code: "invalid_input" });
    expect((await owner().call(getModelDefaults)).data.speech).toBe(`own/${key}/whisper-1`);
    await owner().call(removeModelKey, { params: { keyId: key } });
    expect((await owner().call(getModelDefaults)).data.speech).toBeNull();
  });

  it("is used as the visitor's question: by the model, the search, the receipt and the inbox", async () => {
    const voice = await speak();
    expect(voice.end).toMatchObject({ status: "sent" });
    expect(voice.text.trim()).toBe("Five days.");
    const [request] = asked(speechPath);
    expect(request?.headers.authorization).toBe("Bearer sk-test-0123456789");
    const { form } = request?.body ?? {};
    expect([form?.get("model"), form?.get("response_format")]).toEqual(["whisper-1", "json"]);
    const sent = form?.get("file") as File; // as the form was sent
    expect([sent.name, sent.type]).toEqual(["recording.webm", "audio/webm"]);
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(recording.bytes);
    const [question] = asked("/v1/responses");
    expect(JSON.stringify(question?.body)).toContain(said);
    expect(JSON.stringify(question?.body)).not.toContain("<file");

    const params = { productId: agent.id, threadId: voice.threadId };
    for (const items of [await readMessages(voice), (await owner().call(listMessages, { params })).items]) {
      expect(items[0]).toMatchObject({
        content: "",
        attachments: [{ ...nameOf(recording), transcript: said }],
      });
    }
    expect((await owner().call(getThread, { params })).data.title).toBe(said);
    const messageId = voice.end?.id ?? "";
    const { data: receipt } = await owner().call(getReceipt, { params: { ...params, messageId } });
    expect(receipt).toMatchObject({ question: said, credits: 6, speech: { model: "whisper-1", credits: 1 } });
    expect(receipt.speech?.ms).toBeGreaterThanOrEqual(0);
    const found = await owner().call(searchThreads, { params, query: { search: "refunds" } });
    expect(found.items.map(({ thread }) => thread.id)).toContain(voice.threadId);
  });

  it("counts for summaries and knowledge gaps like typed text", async () => {
    const plain = await talk.createAgent("pilothouse-builtin");
    heard = hear("Do you repair umbrellas?");
    const voice = await speak({}, await talk.openVisitor(plain));
    const params = { productId: plain.id, threadId: voice.threadId };
    const { data } = await owner().call(summarizeThread, { params, body: { data: { language: "en" } } });
    expect(data.content).toMatchObject({ asked: { by: "visitor", text: "Do you repair umbrellas?" } });
    const gaps = await owner().call(listGaps, { params });
    expect(gaps.items.map(({ question }) => question)).toEqual(["Do you repair umbrellas?"]);
  });

  it("is transcribed once, and appears in the conversation like typed text", async () => {
    const voice = await speak();
    await listen(say(talk.server, visitor, { content: "And to Norway?", threadId: voice.threadId }));
    expect(asked(speechPath)).toHaveLength(1);
    const last = JSON.stringify(asked("/v1/responses").at(-1)?.body);
    expect(last).toContain(said);
    expect(last).not.toContain("<file");
  });

  it("can be sent together with text and files", async () => {
    const attachments = [await upload(), await upload(csv)];
    await speak({ content: "See the list.", attachments });
    const body = JSON.stringify(asked("/v1/responses")[0]?.body);
    expect(body).toContain(`See the list.\\n\\n${said}`);
    expect(body).toContain("lamp,12");
  });

  it.each<[string, Reply]>([
    ["refuses the key", refuse(401)],
    ["does not take the recording", refuse(400)],
    ["answers nonsense", (response) => response.end("<html>")],
  ])(
    "that couldn't be transcribed is reported to the visitor when the provider %s, stored, and tried again",
    async (_, reply) => {
      heard = reply;
      const voice = await speak();
      expect(voice.end).toMatchObject({ status: "failed", error: { code: "speech_failed" }, content: "" });
      expect(voice.end?.error?.message).toContain("write instead");
      expect(asked("/v1/responses")).toHaveLength(0);
      const [message] = await readMessages(voice);
      const file = await talk.server.request(message?.attachments[0]?.url ?? "");
      expect(Buffer.from(await file.arrayBuffer())).toEqual(recording.bytes);
      heard = hear(said);
      await chooseSpeech();
      const params = { productId: agent.id, threadId: voice.threadId, messageId: voice.end?.id ?? "" };
      const again = await listen(talk.server.as(visitor).stream(retryAnswer, { params }));
      expect(again.end).toMatchObject({ status: "sent" });
      expect((await readMessages(voice))[0]?.attachments[0]?.transcript).toBe(said);
    },
  );

  it("without words gets an answer that says so", async () => {
    heard = hear(" \n");
    const voice = await speak();
    expect(voice.end?.error?.message).toContain("Nothing could be heard");
    expect(transcriptOf(voice)).toBeUndefined();
  });

  it("counts against the budgets, and is not transcribed once one is used up (C8)", async () => {
    const budget = { agentPerDay: null, visitorPerDay: 2 };
    const thrifty = await talk.createAgent("gpt-4o-mini", { budget });
    const by = await talk.openVisitor(thrifty);
    const voices = await Promise.all(Array.from({ length: 4 }, () => speak({}, by)));
    expect(asked(speechPath).length).toBeLessThanOrEqual(2);
    const refused = voices.filter(({ end }) => end?.status === "failed");
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.end?.error?.message).toBe(
      "This visitor's budget for today is used up. Please write instead.",
    );
  });

  it("hides personal data from the model like typed text", async () => {
    const guardrails = { ...agent.configuration.guardrails, hidesPersonalData: true };
    const discreet = await talk.createAgent("gpt-4o", { guardrails });
    heard = hear("Write to ana.souza@example.com please.");
    const by = await talk.openVisitor(discreet);
    await speak({}, by);
    const body = JSON.stringify(asked("/v1/responses")[0]?.body);
    expect(body).toContain("⟦email 1⟧");
    expect(body).not.toContain("ana.souza");
  });

  it("is answered by the built-in model too, which takes no other files", async () => {
    const plain = await talk.createAgent("pilothouse-builtin");
    expect(await readOffer(plain)).toMatchObject({ attachments: null, voice: { maxBytes: 5_000_000 } });
    const by = await talk.openVisitor(plain);
    const voice = await speak({}, by);
    expect(voice.end).toMatchObject({ status: "sent" });
    await expect(announce(csv, by)).rejects.toMatchObject({ code: "attachments_refused" });
  });

  it("is offered when a model can transcribe it and the published chat allows it", async () => {
    const other = await talk.createAgent();
    const by = await talk.openVisitor(other);
    expect((await readOffer(other)).attachments?.types).toContain("audio/webm");
    const params = { productId: other.id };
    const { data } = await owner().call(getWidget, { params });
    const { type: _, token: __, lastSeen: ___, savedBy: ____, ...rest } = data;
    const settings = { ...data.settings, hasVoice: false };
    await owner().call(updateWidget, { params, body: { data: { ...rest, settings } } });
    await owner().call(publishAgent, { params });
    expect(await readOffer(other)).toMatchObject({ voice: null });
    await expect(announce({}, by)).rejects.toThrow("This agent does not accept recordings.");
    await owner().call(setModelDefaults, { body: { data: { speech: null } } });
    expect((await readOffer(agent)).voice).toBeNull();
    await expect(announce()).rejects.toMatchObject({ status: 422, code: "attachments_refused" });
  });

  it.each<[string, Partial<Sample & { sizeBytes: number }>]>([
    ["too large", { sizeBytes: 5_000_001 }],
    ["a video", { name: "a.mov", contentType: "video/quicktime" }],
  ])("is refused when it is %s", async (_, given) => {
    await expect(announce(given)).rejects.toMatchObject({ code: "attachments_refused" });
  });

  it.each<[string, string, Buffer]>([
    ["audio/webm", "audio/webm", recording.bytes],
    ["audio/webm;codecs=opus", "audio/ogg", Buffer.from("OggS and so on")],
    ["audio/x-m4a", "audio/mp4", Buffer.from("\0\0\0\x20ftypM4A and so on", "latin1")],
    ["audio/mpeg", "audio/mpeg", Buffer.from("ID3 and so on")],
    ["audio/mpeg", "audio/mpeg", Buffer.from("\xff\xfb and so on", "latin1")],
    ["audio/wav", "audio/wav", Buffer.from("RIFF\0\0\0\0WAVE and so on", "latin1")],
    ["audio/webm", "application/octet-stream", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ])("declared as %s counts as %s, by its bytes", async (contentType, type, bytes) => {
    const voice = await speak({
      content: "Hear",
      attachments: [await upload({ ...recording, contentType, bytes })],
    });
    expect(voice.message?.attachments[0]?.contentType).toBe(type);
    expect(asked(speechPath)).toHaveLength(type.startsWith("audio/") ? 1 : 0);
  });

  it("can be played from any position, is saved as a download, and never runs", async () => {
    const voice = await speak();
    const url = voice.message?.attachments[0]?.url ?? "";
    const whole = await talk.server.request(url);
    const head = (name: string) => whole.headers.get(name);
    expect([head("content-type"), head("accept-ranges")]).toEqual(["audio/webm", "bytes"]);
    expect(head("content-security-policy")).toContain("sandbox");
    const size = recording.bytes.length;
    for (const [range, status, from, to] of [
      ["bytes=0-1", 206, 0, 2],
      ["bytes=4-", 206, 4, size],
      ["bytes=-3", 206, size - 3, size],
      [`bytes=2-${size + 100}`, 206, 2, size],
    ] as const) {
      const part = await talk.server.request(url, { headers: { range } });
      expect([part.status, part.headers.get("content-range")]).toEqual([
        status,
        `bytes ${from}-${to - 1}/${size}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(recording.bytes.subarray(from, to));
    }
    expect((await talk.server.request(url, { headers: { range: `bytes=${size}-` } })).status).toBe(416);
  });

  it("can be sent by the team too, and is not transcribed then", async () => {
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const id = await uploadAsMember(talk.server, { member: talk.owner, productId: agent.id }, recording);
    const params = { productId: agent.id, threadId };
    const data = { content: "", clientId: newClientId(), attachments: [id] };
    await owner().call(sendReply, { params, body: { data } });
    const last = (await readMessages({ threadId })).at(-1);
    expect(last?.attachments).toMatchObject([nameOf(recording)]);
    expect(asked(speechPath)).toHaveLength(0);
  });

  it("is exported with its transcript as part of its visitor's data", async () => {
    await speak();
    const params = { productId: agent.id, contactId: visitor.contactId };
    const { data } = await owner().call(exportContact, { params });
    const file = await talk.server.request(data.url);
    const { "data.json": json } = unzipSync(new Uint8Array(await file.arrayBuffer()));
    expect(JSON.stringify(JSON.parse(Buffer.from(json ?? []).toString()))).toContain(
      `"transcript":"${said}"`,
    );
  });
});

function nameOf({ name, contentType, bytes }: Sample) {
  return { name, contentType, sizeBytes: bytes.length };
}
