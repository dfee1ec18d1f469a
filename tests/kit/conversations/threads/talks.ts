import { onTestFinished } from "vitest";
import { AsyncLocalStorage } from "node:async_hooks";
import { createPreviewTicket, openChatWidget } from "../../../../shared/contract/surfaces/surfaces.ts";
import { updateAgent } from "../../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { sendMessage } from "../../../../shared/contract/conversations/conversations.ts";
import type { AnswerEvent, Message } from "../../../../shared/contract/conversations/conversations.ts";
import { publishAgent } from "../../../../shared/contract/agents/agents.ts";
import { nextAddress } from "../../client.ts";
import type { Actor } from "../../client.ts";
import type { Member } from "../../factories.ts";
import type { FormValues } from "../../../../shared/domain/forms.ts";
import { holdReply, startModelProvider } from "../../models/modelProvider.ts";
import type { ModelProvider, ProviderOptions } from "../../models/modelProvider.ts";
import { startTestServer } from "../../server.ts";
import type { TestServer, TestServerOptions } from "../../server.ts";
import type { StoreKind } from "../../database/stores.ts";

/** A visitor with a session of one agent. */
export interface TestVisitor extends Actor {
  agentId: string;
  contactId: string;
}

/** A server with an owner, and ways to talk on it. */
export interface TalkingServer {
  server: TestServer;
  owner: Member;
  /** Starts a provider for this test, which all models of the server then speak to. */
  useProvider(options?: ProviderOptions): Promise<ModelProvider>;
  /** An agent of the owner's, by default with a model of the provider's. */
  createAgent(model?: string, changes?: Partial<Agent["configuration"]>): Promise<Agent>;
  openVisitor(agent: Agent, options?: { preview?: boolean }): Promise<TestVisitor>;
  /** Gives `count` visitors of an agent, each with an address of their own. */
  openVisitors(agent: Agent, count: number): Promise<TestVisitor[]>;
}

/** Starts a server whose models are all spoken to at one provider, a new one for each test that asks for it. */
export async function startTalkingServer(
  store: StoreKind,
  options: Omit<TestServerOptions, "store"> = {},
): Promise<TalkingServer> {
  let provider: ModelProvider | undefined;
  // An answer that outlives its test asks again at that test's provider, which is gone, and not at the next one's.
  const providerOfAsker = new AsyncLocalStorage<ModelProvider | undefined>();
  const ask: typeof fetch = (input, init) => {
    const asked = providerOfAsker.getStore() ?? provider;
    if (!asked) throw new Error("This test has no provider: call useProvider first.");
    return asked.fetch(input, init);
  };
  const models = { openaiApiKey: "key-1", openaiBaseUrl: "http://provider.test/v1" };
  const around = <T>(send: () => T) => providerOfAsker.run(provider, send);
  const server = await startTestServer({ store, models, fetch: ask, around, ...options });
  const owner = await server.createOwner();
  const giveTicket = async (agent: Agent) => {
    const params = { productId: agent.id };
    return (await server.as(owner).call(createPreviewTicket, { params })).data.ticket;
  };
  const open = async (ticket: string, preview: boolean): Promise<TestVisitor> => {
    const address = nextAddress();
    const { data } = await server.anyone(address).call(openChatWidget, { body: { data: { ticket } } });
    // A ticket for visitors stands in the frame's document, which needs a build.
    if (!preview) {
      const { db } = server.store;
      await db.updateTable("visitorSessions").set({ preview: 0 }).where("id", "=", data.session.id).execute();
      await db.updateTable("contacts").set({ preview: 0 }).where("id", "=", data.contactId).execute();
    }
    const { session, agentId, contactId } = data;
    return { address, session: { ...session, offsetMs: 0 } as Actor["session"], agentId, contactId };
  };
  return {
    server,
    owner,
    useProvider: async (options) => (provider = await startModelProvider(onTestFinished, options)),
    createAgent: async (model = "gpt-4o", changes = {}) => {
      const agent = await server.createAgent(owner);
      const params = { productId: agent.id };
      const configuration = { ...agent.configuration, model, ...changes };
      const body = { data: { revision: agent.revision, configuration } };
      await server.as(owner).call(updateAgent, { params, body });
      return (await server.as(owner).call(publishAgent, { params })).data;
    },
    openVisitor: async (agent, { preview = false } = {}) => open(await giveTicket(agent), preview),
    openVisitors: async (agent, count) => {
      const ticket = await giveTicket(agent);
      return Promise.all(Array.from({ length: count }, () => open(ticket, false)));
    },
  };
}

export interface Saying {
  content: string;
  attachments?: string[];
  clientId?: string;
  newThreadId?: string;
  threadId?: string;
  page?: { url: string; title: string };
  context?: Record<string, unknown>;
  form?: { skillId: string; values: FormValues };
  signal?: AbortSignal;
}

let messages = 0;

/** Gives a client id that no other message of this process has. */
export function newClientId(): string {
  messages += 1;
  return `client-${String(messages).padStart(6, "0")}`;
}

/** Sends a visitor's message and gives the events of its answer as they come. */
export function say(server: TestServer, visitor: TestVisitor, saying: Saying): AsyncGenerator<AnswerEvent> {
  const { signal, ...data } = saying;
  return server.as(visitor).stream(sendMessage, {
    params: { productId: visitor.agentId },
    body: { data: { clientId: newClientId(), ...data } },
    ...(signal && { signal }),
  });
}

/** Everything that a stream said, taken together. */
export interface Heard {
  events: AnswerEvent[];
  message: Message | undefined;
  answer: Message | null | undefined;
  threadId: string;
  /** The deltas put together as a client does. */
  text: string;
  end: Message | undefined;
}

/** Reads a stream to its end, putting the text together by generation and offset. */
export async function listen(stream: AsyncIterable<AnswerEvent>, start = ""): Promise<Heard> {
  const heard: Heard = {
    events: [],
    message: undefined,
    answer: undefined,
    threadId: "",
    text: start,
    end: undefined,
  };
  for await (const event of stream) hear(heard, event);
  return heard;
}

/** Takes one event as a client does; a gap in the text throws. */
export function hear(heard: Heard, event: AnswerEvent): void {
  heard.events.push(event);
  if (event.type === "accepted") {
    heard.message = event.message;
    heard.answer = event.answer;
    heard.threadId = event.thread.id;
  }
  if (event.type === "restart") heard.text = "";
  if (event.type === "delta") {
    if (event.offset > heard.text.length) throw new Error(`a gap before ${event.offset}`);
    heard.text = heard.text.slice(0, event.offset) + event.text;
  }
  if (event.type === "done" || event.type === "failed") heard.end = event.message;
}

/** Reads a stream until something holds of what was heard; the stream goes on from there when it is read further. */
export async function listenUntil(
  stream: AsyncGenerator<AnswerEvent>,
  heard: Heard,
  holds: (heard: Heard) => boolean,
): Promise<Heard> {
  while (!holds(heard)) {
    const { done, value } = await stream.next();
    if (done) throw new Error("The stream ended before that.");
    hear(heard, value);
  }
  return heard;
}

/** Gives an ear that heard nothing yet. */
export function newEar(): Heard {
  return { events: [], message: undefined, answer: undefined, threadId: "", text: "", end: undefined };
}

/** Has a new visitor ask, and gives the answer where it has said this much; `held` says how it goes on. */
export async function beginAnswer(talk: TalkingServer, agent: Agent, text: string) {
  const provider = await talk.useProvider();
  const visitor = await talk.openVisitor(agent);
  const held = holdReply();
  provider.script(held.reply);
  const ear = newEar();
  const stream = say(talk.server, visitor, { content: "Tell me" });
  await listenUntil(stream, ear, ({ events }) => events.length > 0);
  await held.asked;
  if (text) held.say(text);
  await listenUntil(stream, ear, (heard) => heard.text === text);
  const params = { productId: agent.id, threadId: ear.threadId };
  return { provider, visitor, held, ear, stream, thread: { params } };
}
