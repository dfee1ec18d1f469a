import { listVisitorThreads, type VisitorThread } from "../../shared/contract/conversations/conversations.ts";
import type { Answers } from "./answers.ts";
import type { Reading } from "./reading.ts";
import { chat, showNoThread } from "./state.ts";
import type { Visitor } from "./visitor.ts";

const pageLength = 20;

export interface HistoryActions {
  /** The list is shown: reads it again. */
  show(): Promise<void>;
  /** Reads more of it. */
  load(): Promise<void>;
  open(threadId: string): Promise<void>;
  /** All of the visitor's conversations, for the page's code. */
  listAll(): Promise<VisitorThread[]>;
}

interface HistoryDeps {
  visitor: Visitor;
  answers: Answers;
  reading: Reading;
}

/** The visitor's conversations; comes when somebody looks for them. */
export function createHistory({ visitor, answers, reading }: HistoryDeps): HistoryActions {
  async function readPage(page: number): Promise<{ items: VisitorThread[]; total: number }> {
    const productId = await visitor.openForPerson();
    if (!productId) return { items: [], total: 0 };
    const query = { page, limit: pageLength };
    const { items, page: of } = await visitor.client.call(listVisitorThreads, {
      params: { productId },
      query,
    });
    return { items, total: of.total };
  }

  async function read(known: readonly VisitorThread[]): Promise<void> {
    const { history } = chat;
    if (history.isLoading) return;
    Object.assign(history, { isLoading: true, hasFailed: false });
    try {
      const { items, total } = await readPage(Math.floor(known.length / pageLength) + 1);
      const ids = new Set(known.map(({ id }) => id));
      const all = [...known, ...items.filter(({ id }) => !ids.has(id))];
      Object.assign(history, { items: all, hasMore: items.length > 0 && all.length < total });
    } catch {
      history.hasFailed = true;
    } finally {
      history.isLoading = false;
    }
  }

  async function listAll(): Promise<VisitorThread[]> {
    const all: VisitorThread[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = await readPage(page);
      all.push(...items);
      if (items.length === 0 || all.length >= total) return all;
    }
  }

  return {
    show: () => read([]),
    load: () => read(chat.history.items),
    listAll,
    async open(threadId) {
      chat.view = "chat";
      if (chat.thread?.id === threadId || (!chat.thread && chat.newThreadId === threadId)) return;
      const known = [...chat.elsewhere, ...chat.history.items].find(({ id }) => id === threadId);
      const thread = known ?? (await listAll()).find(({ id }) => id === threadId);
      if (!thread) return;
      showNoThread();
      chat.isLoading = true;
      try {
        chat.thread = { ...thread };
        await reading.restore(thread.visitorReadTo, answers.readNewest);
      } finally {
        chat.isLoading = false;
      }
    },
  };
}
