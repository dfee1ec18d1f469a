import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import Inbox from "../../../../console/screens/conversations/inbox/Inbox.tsx";
import { authentication } from "../../../../console/state/accounts/authentication.ts";
import { closeConversation } from "../../../../console/state/conversations/threads/conversation.ts";
import { inboxFilters } from "../../../../console/state/conversations/inbox/inboxFilters.ts";
import { closeLive } from "../../../../console/state/platform/live.ts";
import { changeUnsent } from "../../../../console/state/conversations/messages/outbox.ts";
import { reset } from "../../../../console/state/platform/resource.ts";
import { forgetWritten } from "../../../../console/state/platform/storage.ts";
import { threads } from "../../../../console/state/conversations/threads/threads.ts";
import type { Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import type { ThreadFilters } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Role } from "../../../../shared/domain/access.ts";
import { makeAgent, openScreen } from "../../console/consoleScreen.tsx";
import type { ConsoleServer } from "../../console/consoleServer.ts";
import { makeMessage } from "../../samples.ts";

type Given = Partial<Omit<ThreadFilters, "queues">> & { queues?: Partial<ThreadFilters["queues"]> };

/** What an agent's conversations can be filtered by, of which a test says only what it is about. */
export function makeThreadFilters({ queues, ...given }: Given = {}): ThreadFilters {
  return {
    queues: {
      ...{
        mine: 0,
        unassigned: 0,
        waiting: 0,
        due: 0,
        approvals: 0,
        ai: 0,
        mentions: 0,
        snoozed: 0,
        closed: 0,
        all: 0,
      },
      ...queues,
    },
    ...{ unread: 0, people: [], teams: [], labels: [], customFields: [], surfaces: ["widget"] },
    ...{ offSurfaces: [], views: [], startViewId: null },
    ...given,
  };
}

interface ServedInbox {
  /** The only conversation, as it is at each request. */
  thread: () => Thread;
  messages?: readonly Message[];
  filters?: ThreadFilters;
}

/** Has a server answer what an inbox with one conversation asks for. */
export function serveInbox(
  server: ConsoleServer,
  { thread, messages, filters = makeThreadFilters() }: ServedInbox,
): void {
  const { id } = thread();
  const items = messages ?? [makeMessage({ threadId: id, content: "Hello" })];
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", () => ({ body: { items: [thread()], page: { page: 1, limit: 50, total: 1 } } }));
  server.on("GET threads/filters", { body: { data: filters } });
  server.on(`GET threads/${id}`, () => ({ body: { data: thread() } }));
  server.on(`GET threads/${id}/messages`, { body: { items, hasMore: false } });
  server.on(`PATCH threads/${id}`, () => ({ body: { data: thread() } }));
  server.on("GET canned-replies", { body: { data: [] } });
}

/** Draws the inbox at an address of its own, and waits until it hears what happens. */
export async function openInbox(server: ConsoleServer, at: string, roles?: Role[]): Promise<void> {
  openScreen({ at, route: "inbox/conversations/:threadId?", screen: Inbox, ...(roles && { roles }) });
  await waitFor(() => expect(server.openStreams()).toBe(1));
}

/** Leaves nothing of an inbox to the next test. */
export function closeInbox(): void {
  closeLive();
  closeConversation();
  reset(threads);
  reset(inboxFilters);
  changeUnsent(() => []);
  forgetWritten(authentication.user?._id);
}
