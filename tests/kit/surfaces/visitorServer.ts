import { launcherWords } from "../../../shared/words/embed.ts";
import { actOnThread } from "../conversations/visitors/visitorActions.ts";
import { makeMessage, makeVisitorThread, makeWidgetSettings } from "../samples.ts";
import type { Message, VisitorThread } from "../../../shared/contract/conversations/conversations.ts";
import type { FrameDocument, PublicConfiguration } from "../../../shared/contract/surfaces/surfaces.ts";
import { signatureHeaders } from "../../../shared/domain/signature.ts";

/** What answers a request in a test: a response, or nothing at all (`never`), or a cut connection (`cut`). */
export type Reply = Response | "never" | "cut";

/** A server as a visitor's frame meets it, at the far edge: `fetch`. It keeps what is sent, and answers when it is told to. */
export interface VisitorServer {
  fetch: typeof fetch;
  /** Every request: its method and path below `/api/public`, with the session that it came with. */
  requests: { method: string; path: string; search: string; body: unknown; session: string | null }[];
  messages: Message[];
  threads: VisitorThread[];
  validTickets: Set<string>;
  sessions: Set<string>;
  /** A sent message is told to the live streams at once, and answered only after this. */
  acceptsAfter: Promise<unknown>;
  /** The next request whose method and path match gets this instead; `hears`: the server does its work all the same. */
  replyOnce(match: RegExp, reply: Reply, options?: { hears?: boolean }): void;
  /** Every request from now on finds nobody, until the next call with false. */
  setDown(isDown: boolean): void;
  /** Adds text to the answer that is being written. */
  write(text: string): void;
  /** Begins the answer again, as after a killed process. */
  restart(): void;
  end(changes?: Partial<Message>): void;
  /** Breaks every open stream. */
  cut(): void;
  /** Leaves every open stream and request hanging for ever, as for a document that is gone. */
  abandon(): void;
  /** Stores a message of the team, or an event, and tells the live streams. */
  say(message: Partial<Message>): Message;
  /** A team member begins a conversation with the visitor of the newest session. */
  begin(content: string): VisitorThread;
  tell(event: { type: string; [field: string]: unknown }): void;
  openStreams(kind: "answer" | "live"): number;
}

interface Stream {
  kind: "answer" | "live";
  answerId: string | null;
  session: string | null;
  controller: ReadableStreamDefaultController<Uint8Array>;
}

const encoder = new TextEncoder();
/** Kept nowhere: who does not listen misses them. */
const whispers = ["typing", "place"];
/**
 * Counts the servers, so that what a document of an earlier test still asks, keeps or tells other tabs is told from what
 * this test's does.
 */
let servers = 0;
export const agentId = "agent-1";
const ownTicket = () => `ticket-${servers}.`;

/** Where a document that `makeFrame` wrote keeps a part in the browser. */
export const keptAt = (part: string) => `ph:token-${servers}:${part}`;

export function createVisitorServer(): VisitorServer {
  let streams: Stream[] = [];
  let replies: { match: RegExp; reply: Reply; hears: boolean }[] = [];
  let isDown = false;
  let count = 0;
  let eventNumber = 0;
  /** What was told, for streams that go on after a number. */
  const kept: { number: number }[] = [];
  const number = ++servers;
  const ownThreads = `thread-${number}-`;
  const ownSessions = `session-${number}-`;
  const threadOfSession = new Map<string, string>();
  const server: VisitorServer = {
    requests: [],
    messages: [],
    threads: [],
    validTickets: new Set([ownTicket()]),
    sessions: new Set(),
    acceptsAfter: Promise.resolve(),
    fetch: (input, init) => answer(new URL(String(input), "http://localhost"), init ?? {}),
    replyOnce: (match, reply, { hears = false } = {}) => void replies.push({ match, reply, hears }),
    setDown: (down) => void (isDown = down),
    write(text) {
      const message = writing();
      const offset = message.content.length;
      message.content += text;
      sendTo(message.id, { type: "delta", generation: message.generation, offset, text });
    },
    restart() {
      const message = writing();
      Object.assign(message, { content: "", generation: message.generation + 1 });
      sendTo(message.id, { type: "restart", generation: message.generation });
    },
    end(changes = {}) {
      const message = writing();
      Object.assign(message, { status: "sent", updatedAt: ++count, ...changes });
      const ending = streams.filter(({ answerId }) => answerId === message.id);
      sendTo(message.id, { type: message.status === "failed" ? "failed" : "done", message: { ...message } });
      streams = streams.filter((stream) => !ending.includes(stream));
      for (const { controller } of ending) controller.close();
      server.tell({ type: "message", message: { ...message } });
    },
    cut() {
      const open = streams;
      streams = [];
      for (const { controller } of open) controller.error(new TypeError("network error"));
    },
    abandon() {
      streams = [];
      replies = [];
    },
    say(given) {
      const message = addMessage({ role: "support", author: { id: "team", name: "Anna" }, ...given });
      server.messages.push(message);
      server.tell({ type: "message", message: { ...message } });
      return message;
    },
    begin(content) {
      const thread = addThread([...server.sessions].at(-1) ?? "", content);
      const lastMessage = { role: "support", text: content, at: thread.createdAt };
      Object.assign(thread, { handledBy: "human", assigneeName: "Anna", unread: 1, lastMessage });
      server.say({ threadId: thread.id, content });
      server.tell({ type: "thread", thread: { ...thread } });
      return thread;
    },
    tell(event) {
      const told = { number: (eventNumber += 1), ...event };
      if (!whispers.includes(event.type)) kept.push(told);
      for (const stream of streams) if (stream.kind === "live") write(stream, told);
    },
    openStreams: (kind) => streams.filter((stream) => stream.kind === kind).length,
  };

  function writing(): Message {
    const message = server.messages.findLast(({ status }) => status === "streaming");
    if (!message) throw new Error("No answer is being written.");
    return message;
  }

  async function answer(url: URL, init: RequestInit): Promise<Response> {
    const path = url.pathname.replace("/api/public", "");
    const method = init.method ?? "GET";
    const session = new Headers(init.headers).get(signatureHeaders.session);
    const body: unknown = init.body ? JSON.parse(String(init.body)) : null;
    init.signal?.throwIfAborted();
    // That document is gone, with whatever it waits for.
    const ticket = (body as { data?: { ticket?: string } } | null)?.data?.ticket ?? "";
    const isOther = (name: string, own: string) =>
      /^(?:session|ticket)-\d/.test(name) && !name.startsWith(own);
    if (isOther(session ?? "", ownSessions) || isOther(ticket, `ticket-${number}.`))
      return new Promise(() => {});
    if (isDown) throw new TypeError("Failed to fetch");
    server.requests.push({ method, path, search: url.search, body, session });
    const at = replies.findIndex(({ match }) => match.test(`${method} ${path}`));
    const [replaced] = at < 0 ? [] : replies.splice(at, 1);
    if (replaced && !replaced.hears) return give(replaced.reply, init);
    const response = route({ method, path, query: url.searchParams, body, session, init });
    if (method === "POST" && path.endsWith("/messages")) await server.acceptsAfter;
    return replaced ? give(replaced.reply, init) : response;
  }

  function give(reply: Reply, { signal }: RequestInit): Promise<Response> {
    if (reply instanceof Response) return Promise.resolve(reply);
    if (reply === "cut") return Promise.reject(new TypeError("Failed to fetch"));
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));
  }

  interface Asked {
    method: string;
    path: string;
    query: URLSearchParams;
    body: unknown;
    session: string | null;
    init: RequestInit;
  }

  function route(asked: Asked): Response {
    const { method, path, query, body, session } = asked;
    if (path === "/v1/copilots/ticket") return renew(body as { ticket: string });
    if (path === "/v1/copilotapps/open-chat-widget") return open(body as { data: { ticket: string } });
    if (!session || !server.sessions.has(session)) return fail(401, "unauthenticated");
    const base = `/v1/copilotapps/${agentId}`;
    if (path === `${base}/events`) {
      const after = Number(query.get("after") ?? eventNumber);
      const missed = kept.filter((event) => event.number > after);
      const begun = [{ type: "ready", number: eventNumber }, ...missed];
      return stream({ ...asked, kind: "live", answerId: null, events: begun });
    }
    if (path === `${base}/messages`) return send(asked, body as { data: Sent });
    if (path === `${base}/threads`) {
      const all = server.threads.filter(({ id }) => threadOfSession.get(id) === session).reverse();
      const [page, limit] = [Number(query.get("page") ?? 1), Number(query.get("limit") ?? 25)];
      const items = all.slice((page - 1) * limit, page * limit);
      return json({ items, page: { page, limit, total: all.length } });
    }
    if (path === `${base}/attachments`) return json({ data: takeFile(body as { data: { name: string } }) });
    if (path === `${base}/person`) return json({ data: requestPerson(session, body as { data: Sent }) });
    if (path === `${base}/offline-messages`) return json({ data: leave(session, body as { data: Sent }) });
    const [, actedId = "", rest = ""] = /\/threads\/([^/]+)(\/.*)$/.exec(path) ?? [];
    const acted = server.threads.find(({ id }) => id === actedId && threadOfSession.get(id) === session);
    const note = (content: string) =>
      void server.say({ threadId: actedId, role: "system", kind: "event", content });
    const done = acted && actOnThread({ method, rest, body, thread: acted, messages: server.messages, note });
    if (done) return json(done);
    const [, threadId = "", messageId, action] =
      /\/threads\/([^/]+)\/messages(?:\/([^/]+)\/(\w+))?$/.exec(path) ?? [];
    if (threadOfSession.get(threadId) !== session) return fail(404, "not_found");
    if (!messageId) return list(threadId, query);
    const message = server.messages.find(({ id }) => id === messageId);
    if (!message) return fail(404, "not_found");
    if (action === "stop") {
      if (message.status === "streaming") server.end({ status: "stopped" });
      return json({ data: message });
    }
    if (action === "edit") return edit(asked, message);
    if (action === "retry") {
      Object.assign(message, {
        status: "streaming",
        content: "",
        error: null,
        generation: message.generation + 1,
      });
      return follow(asked, message, { generation: message.generation - 1, offset: 0 });
    }
    expectMethod(method, "GET");
    const from = { generation: Number(query.get("generation")), offset: Number(query.get("offset")) };
    return follow(asked, message, from);
  }

  /** The visitor's message says something else, and its answer is rewritten. */
  function edit(asked: Asked, message: Message): Response {
    const { data } = asked.body as { data: { content: string } }; // as the client wrote it
    Object.assign(message, { content: data.content, editedAt: ++count, updatedAt: count });
    const answered = server.messages.find(({ inReplyTo }) => inReplyTo === message.id) ?? null;
    if (answered)
      Object.assign(answered, { status: "streaming", content: "", generation: answered.generation + 1 });
    return accepted(asked, message, answered);
  }

  function takeFile({ data }: { data: { name: string } }) {
    const attachmentId = `file-${data.name}`;
    return { attachmentId, method: "PUT", url: `http://localhost/files/${attachmentId}`, fields: {} };
  }

  function requestPerson(session: string, { data }: { data: Sent }): VisitorThread {
    const known = server.threads.find(({ id }) => id === data.threadId);
    const thread = known ?? addThread(session, "");
    Object.assign(thread, { handledBy: "human", isWaitingForPerson: true });
    server.say({ threadId: thread.id, role: "system", kind: "event", content: "person_requested" });
    return thread;
  }

  function leave(session: string, sent: { data: Sent }): VisitorThread {
    const thread = requestPerson(session, sent);
    server.say({ threadId: thread.id, role: "user", kind: "text", content: sent.data.content });
    return thread;
  }

  function renew({ ticket }: { ticket: string }): Response {
    if (!ticket.endsWith("renewable")) return fail(403, "ticket_expired");
    server.validTickets.add("renewed");
    return json({ ticket: "renewed", expiresAt: 0 });
  }

  function open({ data: { ticket } }: { data: { ticket: string } }): Response {
    if (!server.validTickets.has(ticket)) return fail(403, "ticket_expired");
    const id = `${ownSessions}${++count}`;
    server.sessions.add(id);
    return json({ data: { session: { id, key: "key", time: 0 }, agentId, contactId: id, userId: null } });
  }

  interface Sent {
    threadId?: string;
    newThreadId?: string;
    clientId: string;
    content: string;
  }

  function send(asked: Asked, { data }: { data: Sent }): Response {
    const session = asked.session ?? "";
    const known = server.messages.find(({ clientId }) => clientId === data.clientId);
    if (known) {
      const answered = server.messages.find(({ inReplyTo }) => inReplyTo === known.id) ?? null;
      return accepted(asked, known, answered);
    }
    if (data.threadId && threadOfSession.get(data.threadId) !== session) return fail(404, "not_found");
    const thread =
      server.threads.find(({ id }) => id === data.threadId) ??
      addThread(session, data.content, data.newThreadId);
    const message = addMessage({
      threadId: thread.id,
      role: "user",
      content: data.content,
      clientId: data.clientId,
      author: null,
    });
    server.messages.push(message);
    if (thread.handledBy === "human") return accepted(asked, message, null);
    const answered = addMessage({
      threadId: thread.id,
      role: "assistant",
      status: "streaming",
      content: "",
      inReplyTo: message.id,
      author: null,
    });
    server.messages.push(answered);
    const told = { ...answered };
    const response = accepted(asked, message, answered);
    server.tell({ type: "message", message: { ...message } });
    server.tell({ type: "message", message: told });
    return response;
  }

  function addThread(session: string, title: string, id = `${ownThreads}${++count}`): VisitorThread {
    const at = Date.now();
    const thread = makeVisitorThread({
      id,
      title,
      lastActivityAt: at,
      createdAt: at,
    });
    server.threads.push(thread);
    threadOfSession.set(thread.id, session);
    return thread;
  }

  function accepted(asked: Asked, message: Message, answered: Message | null): Response {
    const thread = server.threads.find(({ id }) => id === message.threadId);
    const first = { type: "accepted", message, answer: answered && { ...answered, content: "" }, thread };
    if (!answered)
      return stream({ ...asked, kind: "answer", answerId: null, events: [first, { type: "handedOver" }] });
    return follow(asked, answered, { generation: answered.generation, offset: 0, events: [first] });
  }

  function follow(
    asked: Asked,
    message: Message,
    { generation, offset, events = [] }: { generation: number; offset: number; events?: unknown[] },
  ): Response {
    const isSame = generation === message.generation;
    const from = isSame ? offset : 0;
    const text = message.content.slice(from);
    const all = [
      ...events,
      ...(isSame ? [] : [{ type: "restart", generation: message.generation }]),
      ...(text ? [{ type: "delta", generation: message.generation, offset: from, text }] : []),
      ...(message.status === "streaming"
        ? []
        : [{ type: message.status === "failed" ? "failed" : "done", message }]),
    ];
    return stream({ ...asked, kind: "answer", answerId: message.id, events: all });
  }

  function stream(
    asked: Asked & { kind: Stream["kind"]; answerId: string | null; events: unknown[] },
  ): Response {
    const { kind, answerId, session, init, events: begun } = asked;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const made: Stream = { kind, answerId, session, controller };
        for (const event of begun) write(made, event);
        const last = begun.at(-1) as { type: string } | undefined;
        if (last && ["done", "failed", "handedOver"].includes(last.type)) return controller.close();
        streams.push(made);
        init.signal?.addEventListener("abort", () => {
          if (!streams.includes(made)) return;
          streams = streams.filter((one) => one !== made);
          controller.error(new Error("aborted"));
        });
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  function sendTo(answerId: string, event: unknown): void {
    for (const stream of streams) if (stream.answerId === answerId) write(stream, event);
  }

  function list(threadId: string, query: URLSearchParams): Response {
    const before = Number(query.get("before") ?? Infinity);
    const all = server.messages.filter((one) => one.threadId === threadId && one.position < before);
    const limit = Number(query.get("limit") ?? 50);
    return json({ items: all.slice(-limit), hasMore: all.length > limit });
  }

  function addMessage(given: Partial<Message>): Message {
    count += 1;
    return makeMessage({
      id: `message-${count}`,
      threadId: server.threads.at(-1)?.id ?? "",
      position: count,
      role: "user",
      createdAt: count,
      updatedAt: count,
      ...given,
    });
  }

  return server;
}

function write({ controller }: Pick<Stream, "controller">, event: unknown): void {
  const { type, ...data } = event as { type: string };
  controller.enqueue(encoder.encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
}

function expectMethod(method: string, expected: string): void {
  if (method !== expected) throw new Error(`Expected ${expected}, and ${method} came.`);
}

function json(body: unknown): Response {
  return Response.json(JSON.parse(JSON.stringify(body)));
}

/** An answer that is an error, as the server writes it. */
export function fail(status: number, code: string, headers: Record<string, string> = {}): Response {
  const message = `The server says ${code}.`;
  return Response.json(
    { error: { code, message, fields: [], requestId: "r" }, message },
    { status, headers },
  );
}

export const configuration: PublicConfiguration = {
  agentId,
  name: "Acme",
  icon: "compass",
  version: 1,
  preview: false,
  language: "en",
  settings: makeWidgetSettings({ suggestions: ["Where is my order?"] }),
  attachments: null,
  voice: null,
  callSpeech: "browser",
  form: null,
  team: { isAway: false, opensAt: null },
  hasAvatar: false,
  isIdentityRequired: false,
  launcherWords,
  hostedUrl: null,
};

/** The document that the server wrote for a frame which was opened by itself. */
export function makeFrame(given: Partial<FrameDocument> = {}): FrameDocument {
  return {
    token: `token-${servers}`,
    origin: null,
    ticket: ownTicket(),
    ticketExpiresAt: 0,
    configuration: structuredClone(configuration),
    unavailable: null,
    isDevelopment: false,
    hosted: null,
    ...given,
  };
}
