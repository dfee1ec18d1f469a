import { initiateChat } from "../../../shared/contract/conversations/threads/initiateChat.ts";
import { tellLooking } from "../../../shared/contract/conversations/threads/looking.ts";
import {
  countThreads,
  getUnread,
  listUnread as listUnreadCall,
} from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import {
  getReceipt,
  getThread,
  getThreadFilters,
  listMessages,
  listThreads,
  searchThreads as searchThreadsCall,
  sendReply,
  tellTyping,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { undoThreadUpdate } from "../../../shared/contract/conversations/threads/threadUndo.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import { readReceipt } from "../../answering/receipts.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route } from "../../requests/handle.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import { listAnswerRuns } from "../answers/listAnswerRuns.ts";
import { findMessage, findThread } from "./find.ts";
import { countChoices } from "../inbox/countChoices.ts";
import { countInbox, listCursorRows } from "../inbox/cursorRows.ts";
import { readFilters } from "../inbox/filters.ts";
import { listInboxRows } from "../inbox/inboxRows.ts";
import { countUnread, listUnread } from "../inbox/unread.ts";
import { initiateConversation } from "./initiate.ts";
import { listWindow } from "../messages/messageWindow.ts";
import { describeThread, describeThreads } from "./describeThreads.ts";
import { presentMessage } from "../messages/present.ts";
import { presentFound } from "../messages/search/presentFound.ts";
import { searchThreads } from "../messages/search/searchThreads.ts";
import { sendTeamReply } from "../messages/reply.ts";
import type { ThreadRow } from "../tables.ts";
import { tellColleagues, tellVisitor } from "../visitors/typing.ts";
import { changeAlone, undoAlone } from "./undo.ts";
import type { Writer } from "../answers/writer.ts";

/** The team's calls on conversations. */
export function createTeamRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  const { store } = deps;

  const present = async (row: ThreadRow) => ({ data: await describeThread(store.db, row) });

  return [
    handle(listThreads, async ({ caller, params, query }) => {
      const { organizationId, userId } = caller;
      const { page, limit, sort, cursor, ...filter } = query;
      const agent = await findAgent(store.db, { organizationId, agentId: params.productId });
      const wanted = { organizationId, agentId: agent.id, userId, filter };
      if (cursor !== undefined) {
        const { rows, next } = await listCursorRows(store.reader, { ...wanted, sort, cursor, limit });
        const total = await countInbox(store.reader, wanted);
        return { items: await describeThreads(store.reader, rows), page: { page: 1, limit, total }, next };
      }
      const { rows, total } = await listInboxRows(store.reader, { ...wanted, page, limit, sort });
      return { items: await describeThreads(store.reader, rows), page: { page, limit, total } };
    }),

    handle(searchThreadsCall, async ({ caller, params, query }) => {
      const { organizationId, userId } = caller;
      const { page, limit, search, ...filter } = query;
      const agent = await findAgent(store.db, { organizationId, agentId: params.productId });
      const wanted = { organizationId, agentId: agent.id, userId, filter, search, page, limit };
      const { found, total, isCut } = await searchThreads(store, wanted);
      const items = await presentFound(store.reader, found, search);
      return { items, page: { page, limit, total }, isCut };
    }),

    handle(getThreadFilters, async ({ caller, params }) => {
      const { organizationId } = caller;
      const agent = await findAgent(store.db, { organizationId, agentId: params.productId });
      const asked = { organizationId, agentId: agent.id, member: caller, now: deps.now() };
      const [filters, offSurfaces] = await Promise.all([
        readFilters(store.reader, asked),
        deps.listOffSurfaces(asked),
      ]);
      return { data: { ...filters, offSurfaces } };
    }),

    handle(countThreads, async ({ caller, params, query: filter }) => {
      const { organizationId, userId } = caller;
      const agent = await findAgent(store.db, { organizationId, agentId: params.productId });
      const wanted = { organizationId, agentId: agent.id, userId, filter };
      return { data: await countChoices(store.reader, wanted) };
    }),

    handle(getUnread, async ({ caller, params }) => {
      const { organizationId, userId } = caller;
      const agent = await findAgent(store.db, { organizationId, agentId: params.productId });
      const unread = await countUnread(store.reader, { organizationId, agentId: agent.id, userId });
      return { data: { unread } };
    }),

    handle(listUnreadCall, async ({ caller }) => {
      const { organizationId, userId, agentIds: only } = caller;
      return { data: await listUnread(store.reader, { organizationId, userId, only }) };
    }),

    handle(getThread, async ({ caller, params }) =>
      present(await findThread(store.db, keyOf(caller, params))),
    ),

    handle(updateThread, async ({ caller, params, body }) => {
      const decided = { key: keyOf(caller, params), member: caller, change: body.data };
      return present(await changeAlone(deps, writer, decided));
    }),

    handle(undoThreadUpdate, async ({ caller, params, body }) => {
      const undone = { key: keyOf(caller, params), member: caller, ...body.data };
      return present(await undoAlone(deps, writer, undone));
    }),

    handle(listMessages, async ({ caller, params, query }) => {
      const thread = await findThread(store.db, keyOf(caller, params));
      const { rows, ...page } = await listWindow(store.db, thread, query);
      return { items: rows.map((row) => presentMessage(row, deps)), ...page };
    }),

    handle(sendReply, async ({ caller, params, body }) => {
      const reply = { key: keyOf(caller, params), member: caller, ...body.data };
      return { data: presentMessage(await sendTeamReply(deps, writer, reply), deps) };
    }),

    handle(initiateChat, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const { productId: agentId, surfaceType } = params;
      const { contactId, ...said } = body.data;
      const { thread, message } = await initiateConversation(deps, {
        visitor: { organizationId, agentId, contactId },
        ...{ surfaceType, member: caller, ...said },
      });
      return { data: { thread: (await present(thread)).data, message: presentMessage(message, deps) } };
    }),

    handle(tellTyping, async ({ caller, params }) => {
      const thread = await findThread(store.db, keyOf(caller, params));
      tellVisitor(deps, thread, caller.name);
      tellColleagues(deps, thread, { member: caller, doing: "writing" });
      return undefined;
    }),

    handle(tellLooking, async ({ caller, params, body }) => {
      const thread = await findThread(store.db, keyOf(caller, params));
      const { doing } = body.data;
      tellColleagues(deps, thread, { member: caller, doing });
      const { organizationId, userId } = caller;
      const isLooking = doing !== "gone";
      await deps.noteLook({ organizationId, threadId: thread.id, userId, isLooking });
      return undefined;
    }),

    handle(getReceipt, async ({ caller, params }) => {
      const thread = await findThread(store.db, keyOf(caller, params));
      const message = await findMessage(store.db, thread, params.messageId);
      const { organizationId, threadId, id: messageId } = message;
      const receipt = await readReceipt(store.db, { organizationId, threadId, messageId });
      if (!receipt) throw new AppError("not_found");
      const { inReplyTo } = message;
      const spoken = inReplyTo && (await deps.readSpoken({ organizationId, threadId, messageId: inReplyTo }));
      const runs = await listAnswerRuns(store.db, message);
      return { data: { ...receipt, ...(spoken && { spoken }), ...(runs.length > 0 && { runs }) } };
    }),
  ];
}

function keyOf(caller: MemberCaller, params: { productId: string; threadId: string }): ThreadKey {
  return { organizationId: caller.organizationId, agentId: params.productId, threadId: params.threadId };
}
