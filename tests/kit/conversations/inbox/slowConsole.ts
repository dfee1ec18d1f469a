import { vi } from "vitest";
import * as scheduledReplies from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import * as threads from "../../../../shared/contract/conversations/threads/threads.ts";
import type { User } from "../../../../shared/contract/accounts/accounts.ts";
import { readServerSentEvents } from "../../../../shared/client/serverSentEvents.ts";
import type { Desk, Party } from "./desk.ts";

/** What waits for its turn: the answers to these are held back until the test lets them go. */
const heldPaths = /\/threads(\/[^/]+(\/messages|\/scheduled-replies)?)?$/;
const shownThreads = 5;

/** The console's own state of a desk's inbox, on a network on which answers and live events come when a test says so. */
export type SlowConsole = Awaited<ReturnType<typeof openSlowConsole>>;

/** Opens the inbox of a desk's agent in the console's state, without a screen: its page and its network stand in globals. */
export async function openSlowConsole(desk: Desk) {
  const { server, owner } = desk.talk;
  const wire = createWire(desk);
  const page = { hidden: false, getElementById: () => null, documentElement: { dataset: {} } };
  vi.stubGlobal("document", Object.assign(new EventTarget(), page));
  vi.stubGlobal("location", new URL(server.origin));
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("fetch", wire.fetch);
  const { credentials } = await import("../../../../console/state/platform/client.ts");
  const { authentication } = await import("../../../../console/state/accounts/authentication.ts");
  const open = await import("../../../../console/state/conversations/threads/conversation.ts");
  const { openConversation } =
    await import("../../../../console/state/conversations/threads/openConversation.ts");
  const list = await import("../../../../console/state/conversations/threads/threads.ts");
  const later = await import("../../../../console/state/conversations/messages/scheduledReplies.ts");
  const home = await import("../../../../console/state/agents/overview.ts");
  const { threadPage } = await import("../../../../console/state/conversations/threads/threadPage.ts");
  const { hasNews, watchInbox } = await import("../../../../console/state/conversations/inbox/inboxWatch.ts");
  const { markRead } = await import("../../../../console/state/conversations/threads/markRead.ts");
  const { closeLive, live, watchAgent } = await import("../../../../console/state/platform/live.ts");
  Object.assign(credentials, { session: owner.session, bearer: owner.bearer });
  authentication.user = owner.user as User; // of it the state reads who it is

  const agent = { orgId: owner.organizationId, agentId: desk.params().productId };
  const listPlace = { ...agent, view: { queue: "all", sort: "newest" } as const };
  const pageSize = threadPage.size;
  let place = { ...agent, threadId: "" };
  let heard = 0;
  let stopWatching = () => {};
  const stops = [
    watchInbox(listPlace),
    home.watchOverview(agent),
    watchAgent(agent.agentId, { onEvent: (event) => "number" in event && (heard = event.number) }),
  ];
  await until(() => live.isLive);
  const under = new Set<Promise<unknown>>();

  /** Begins what asks the server, and waits until the answers are on their way. */
  async function begin(asking: Promise<unknown>, count: number): Promise<void> {
    const before = wire.held();
    let isOver = false;
    const work = asking.finally(() => (isOver = true));
    under.add(work);
    await until(() => isOver || wire.isOpen() || wire.held() >= before + count);
  }

  const acts = {
    open: () => begin(openConversation(place), 2),
    list: () => begin(list.loadThreads(listPlace), 1),
    newest: () => begin(open.readNewestMessages(place), 1),
    later: () => begin(later.loadScheduledReplies(place), 1),
    home: () => begin(home.loadOverview(agent), 1),
    change: (pick: number) =>
      begin(open.changeThread(place, { priority: pick % 2 === 0 ? "high" : "low" }), 1),
    read: () => {
      const { thread } = open.conversation;
      return thread && hasNews(thread) ? begin(markRead(place), 1) : Promise.resolve();
    },
  };

  return {
    acts,
    threadPage,
    /** Reads the list with nothing in the way, while no event comes. */
    async readList(part: "shown" | "more"): Promise<void> {
      wire.letAll(true);
      await (part === "more" ? list.loadMoreThreads(listPlace) : list.loadThreads(listPlace));
    },
    /** Opens a party's conversation, with all that there is. */
    async show(party: Party): Promise<void> {
      wire.letAll(true);
      stopWatching();
      place = { ...agent, threadId: party.threadId };
      await Promise.all([openConversation(place), list.loadThreads(listPlace), home.loadOverview(agent)]);
      stopWatching = later.watchScheduledReplies(place);
      await until(() => later.scheduledReplies.data?.threadId === place.threadId);
      await this.hearAll();
      wire.letAll(false);
    },
    answer: wire.answer,
    /** Lets the next event through, once it is on its way, and waits until it is heard. */
    async hear(): Promise<void> {
      await wire.arrived();
      const number = wire.tell();
      if (number !== undefined) await until(() => heard >= number);
    },
    async hearAll(): Promise<void> {
      await wire.arrived();
      while (wire.told() > 0) await this.hear();
    },
    /** Lets everything through: the events first, or the answers. */
    async finish(eventsFirst: boolean): Promise<void> {
      if (eventsFirst) await this.hearAll();
      wire.letAll(true);
      await Promise.all(under);
      under.clear();
      await this.hearAll();
      // An event may have had something read again.
      await until(() => wire.asked() === 0 && later.scheduledReplies.status !== "loading");
    },
    showing: () => ({
      thread: copy(open.conversation.thread),
      messages: copy(open.conversation.messages),
      list: copy(list.threads.data?.items),
      scheduled: copy(later.scheduledReplies.data?.items),
      recent: copy(home.overview.data?.recent),
    }),
    async fresh() {
      const client = desk.owner();
      const params = { ...desk.params(), threadId: place.threadId };
      const items = (await client.call(threads.listThreads, { params: desk.params(), query: { limit: 50 } }))
        .items;
      return {
        thread: (await client.call(threads.getThread, { params })).data,
        messages: (await client.call(threads.listMessages, { params, query: { limit: 100 } })).items,
        list: items,
        scheduled: (await client.call(scheduledReplies.listScheduledReplies, { params })).data,
        recent: items.slice(0, shownThreads),
      };
    },
    close(): void {
      threadPage.size = pageSize;
      wire.letAll(true);
      for (const stop of [...stops, stopWatching]) stop();
      closeLive();
    },
  };
}

/** The far edge of the console: its requests reach the desk's server at once, and what comes back waits. */
function createWire(desk: Desk) {
  const { server, owner } = desk.talk;
  const elsewhere = globalThis.fetch;
  const answers: (() => void)[] = [];
  const events: { number: number; bytes: Uint8Array }[] = [];
  let [asked, newest] = [0, 0];
  let isOpen = true;
  let tellPage: ReadableStreamDefaultController<Uint8Array> | undefined;

  async function ask(input: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input, server.origin);
    if (url.origin !== server.origin) return elsewhere(input, init);
    const headers = new Headers(init.headers);
    headers.set("cookie", owner.cookie ?? "");
    headers.set("sec-fetch-site", "same-origin");
    headers.set("origin", server.origin);
    asked += 1;
    try {
      const { address } = owner;
      const response = await server.request(url.pathname + url.search, { ...init, headers, address });
      // A refusal is no state of anything, and tells the page how late it is.
      if (!response.ok) return response;
      if (url.pathname.endsWith("/events")) return holdEvents(response);
      if (isOpen || !heldPaths.test(url.pathname)) return response;
      await new Promise<void>((resolve) => answers.push(resolve));
      return response;
    } finally {
      asked -= 1;
    }
  }

  function holdEvents(response: Response): Response {
    const { body } = response;
    if (!body) return response;
    const held = new ReadableStream<Uint8Array>({ start: (controller) => void (tellPage = controller) });
    void (async () => {
      for await (const { event, data } of readServerSentEvents(body)) {
        const { number = 0 } = JSON.parse(data) as { number?: number };
        const bytes = new TextEncoder().encode(`event: ${event}\ndata: ${data}\n\n`);
        newest = Math.max(newest, number);
        if (event === "ready") tellPage?.enqueue(bytes);
        // What has no number is kept nowhere.
        else if (number > 0) events.push({ number, bytes });
      }
    })().catch(() => undefined);
    return new Response(held, { headers: response.headers });
  }

  return {
    fetch: ask,
    asked: () => asked,
    held: () => answers.length,
    told: () => events.length,
    isOpen: () => isOpen,
    /** Lets one of the answers through that wait. */
    async answer(pick: number): Promise<void> {
      const [letGo] = answers.splice(pick % Math.max(1, answers.length), 1);
      letGo?.();
      await new Promise(setImmediate);
    },
    letAll(all: boolean): void {
      isOpen = all;
      if (all) for (const letGo of answers.splice(0)) letGo();
    },
    tell(): number | undefined {
      const event = events.shift();
      if (event) tellPage?.enqueue(event.bytes);
      return event?.number;
    },
    /** Waits until the events of all that was done are here. */
    async arrived(): Promise<void> {
      const { last } = await server.store.db
        .selectFrom("liveCounters")
        .select("last")
        .where("agentId", "=", desk.params().productId)
        .executeTakeFirstOrThrow();
      await until(() => newest >= last);
    },
  };
}

/** Waits for what comes by itself within a moment. */
function until(holds: () => boolean): Promise<boolean> {
  return vi.waitUntil(holds, { interval: 5 });
}

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value ?? null)) as T; // what the wire brought
}
