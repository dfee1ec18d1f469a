import * as cannedReplies from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import type { CannedReply } from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import * as contacts from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type { ContactDetail } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import type {
  Label,
  LiveEvent,
  Message,
  Thread,
} from "../../../../shared/contract/conversations/conversations.ts";
import * as customFields from "../../../../shared/contract/conversations/inbox/customFields.ts";
import * as scheduledReplies from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import type { ScheduledReply } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import * as threads from "../../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadFilters } from "../../../../shared/contract/conversations/threads/threads.ts";
import { CallFailed } from "../../client.ts";
import { watch } from "../../live/watching.ts";
import type { Desk } from "./desk.ts";

/** By which surfaces somebody can be written to is asked when somebody writes: time alone changes it. */
type KnownContact = Omit<ContactDetail, "reachableBy">;
/** How many conversations a view shows follows from these. */
type KeptViews = Pick<ThreadFilters, "startViewId"> & {
  views: Omit<ThreadFilters["views"][number], "count">[];
};

/** What the team sees of an agent's conversations, of who writes in them, and of what it keeps beside them. */
interface InboxModel {
  threads: Map<string, Thread>;
  messages: Map<string, Message>;
  scheduled: Map<string, ScheduledReply>;
  labels: Map<string, Label>;
  contacts: Map<string, KnownContact>;
  views: KeptViews;
  canned: Map<string, Omit<CannedReply, "uses">>;
}

/** The inbox of a desk: read at once, or opened and then kept by what it is told. */
export function inboxOf(desk: Desk) {
  const { owner, params, labelOf, settle } = desk;

  /** An inbox as a browser has it: read once, and then kept by what it is told. */
  async function openInbox() {
    // The event of its change comes after those of all that was done before it.
    const mark = await labelOf("Mark");
    const watching = watch(desk.talk.owner, { server: desk.talk.server, agentId: params().productId });
    await watching.ready;
    const model = await snapshot();
    let [round, heard] = [0, 0];
    return {
      model,
      close: watching.stop,
      async takeAll(): Promise<InboxModel> {
        await settle();
        const name = `Mark ${(round += 1)}`;
        const place = { params: { ...params(), labelId: mark } };
        await owner().call(threads.updateLabel, { ...place, body: { data: { name } } });
        const isMark = (one: LiveEvent) => one.type === "label" && one.label?.name === name;
        const events = (await watching.until((all) => all.some(isMark))).slice(heard);
        heard += events.length;
        const stale = new Set<string>();
        for (const event of events) {
          contactsOf(model, event).forEach((id) => stale.add(id));
          await take(model, event);
        }
        for (const id of stale) await readAfresh(model, id);
        return model;
      },
    };
  }

  async function snapshot(): Promise<InboxModel> {
    const all: Thread[] = [];
    for (let [page, total] = [1, 1]; all.length < total; page += 1) {
      const answer = await owner().call(threads.listThreads, {
        params: params(),
        query: { limit: 100, page },
      });
      all.push(...answer.items);
      total = answer.page.total;
    }
    const places = all.map(({ id }) => ({ params: { ...params(), threadId: id } }));
    const said = (await Promise.all(places.map(readAll))).flat();
    const list = (place: (typeof places)[number]) =>
      owner().call(scheduledReplies.listScheduledReplies, place);
    const scheduled = (await Promise.all(places.map(list))).flatMap(({ data }) => data);
    const labels = (await owner().call(threads.listLabels, { params: params() })).data;
    return {
      threads: byId(all),
      messages: byId(said),
      scheduled: byId(scheduled),
      labels: byId(labels.map(({ conversations: _, ...label }) => label)),
      ...{ contacts: await readContacts(), views: await readViews(), canned: await readCanned() },
    };
  }

  async function readContacts(): Promise<Map<string, KnownContact>> {
    const ids: string[] = [];
    for (let [page, total] = [1, 1]; ids.length < total; page += 1) {
      const query = { limit: 100, page };
      const answer = await owner().call(contacts.listContacts, { params: params(), query });
      ids.push(...answer.items.map(({ id }) => id));
      total = answer.page.total;
    }
    return byId((await Promise.all(ids.map(readContact))).flatMap((one) => one ?? []));
  }

  async function readContact(contactId: string): Promise<KnownContact | null> {
    const place = { params: { ...params(), contactId } };
    const answer = await owner().call(contacts.getContact, place).catch(noneIfGone);
    if (!answer) return null;
    const { reachableBy: _, ...known } = answer.data;
    return known;
  }

  async function readAfresh(model: InboxModel, contactId: string): Promise<void> {
    const known = await readContact(contactId);
    if (known) model.contacts.set(contactId, known);
    else model.contacts.delete(contactId);
  }

  async function readViews(): Promise<KeptViews> {
    const { views, startViewId } = (await owner().call(threads.getThreadFilters, { params: params() })).data;
    return { views: views.map(({ count: _, ...view }) => view), startViewId };
  }

  async function readCanned(): Promise<InboxModel["canned"]> {
    const { data } = await owner().call(cannedReplies.listCannedReplies, { params: params() });
    return byId(data.map(({ uses: _, ...canned }) => canned));
  }

  /** Who is to be read afresh after an event: whom it names, and whose conversation it is. */
  function contactsOf(model: InboxModel, event: LiveEvent): string[] {
    if (event.type === "contact") return [event.contactId];
    if (event.type === "thread") return [(event.thread as Thread).contact.id]; // the team's stream
    const gone = event.type === "threadGone" ? model.threads.get(event.threadId) : undefined;
    return gone ? [gone.contact.id] : [];
  }

  async function readAll(place: ReturnType<Desk["at"]>): Promise<Message[]> {
    const all: Message[] = [];
    for (let hasMore = true; hasMore;) {
      const before = all[0]?.position;
      const query = { limit: 100, ...(before !== undefined && { before }) };
      const page = await owner().call(threads.listMessages, { ...place, query });
      all.unshift(...page.items);
      hasMore = page.hasMore;
    }
    return all;
  }

  async function take(model: InboxModel, event: LiveEvent): Promise<void> {
    if (event.type === "readAfresh") Object.assign(model, await snapshot());
    if (event.type === "thread") model.threads.set(event.thread.id, event.thread as Thread); // the team's stream
    if (event.type === "message") model.messages.set(event.message.id, event.message);
    if (event.type === "scheduled") {
      if (event.reply) model.scheduled.set(event.replyId, event.reply);
      else model.scheduled.delete(event.replyId);
    }
    if (event.type === "threadGone") {
      model.threads.delete(event.threadId);
      for (const kept of [model.messages, model.scheduled])
        for (const [id, one] of kept) if (one.threadId === event.threadId) kept.delete(id);
    }
    if (event.type === "views") model.views = await readViews();
    if (event.type === "cannedReplies") model.canned = await readCanned();
    if (event.type === "label") {
      if (event.label) return void model.labels.set(event.labelId, event.label);
      model.labels.delete(event.labelId);
      for (const thread of model.threads.values())
        thread.labelIds = thread.labelIds.filter((id) => id !== event.labelId);
    }
    if (event.type === "customFields") {
      const { data } = await owner().call(customFields.listCustomFields, {});
      const isThere = ([key]: [string, unknown]) => data.some((field) => field.key === key);
      for (const thread of model.threads.values())
        thread.customFields = Object.fromEntries(Object.entries(thread.customFields).filter(isThere));
    }
  }

  return { openInbox, snapshot };
}

function byId<T extends { id: string }>(all: readonly T[]): Map<string, T> {
  return new Map(all.map((one) => [one.id, one]));
}

function noneIfGone(error: unknown): null {
  if (error instanceof CallFailed && error.status === 404) return null;
  throw error;
}
