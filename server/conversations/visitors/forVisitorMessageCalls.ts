import {
  editForVisitor,
  listMessagesForVisitor,
  retryForVisitor,
  sendFeedbackForVisitor,
  stopForVisitor,
} from "../../../shared/contract/conversations/visitors/forVisitor.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { actInThread } from "../threads/actFor.ts";
import type { ConversationDeps } from "../deps.ts";
import { changeMessage } from "../messages/edit.ts";
import { rateMessage } from "../answers/feedback.ts";
import { findAgentsAnswer, findThread } from "../threads/find.ts";
import { listMessageRows } from "../threads/lists.ts";
import { refuseUntakenFeedback } from "./offered.ts";
import { presentVisitorMessage } from "../messages/present.ts";
import { presentAccepted } from "../messages/presentAccepted.ts";
import { renewAnswer } from "../answers/retry.ts";
import { stopMessage } from "../answers/stop.ts";
import { wantedBy } from "./visitors.ts";
import type { Writer } from "../answers/writer.ts";

/** What a program does with single messages for a conversation's visitor, as the visitor does in the chat (visitorCalls.ts). */
export function createForVisitorMessageRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  return [
    handle(listMessagesForVisitor, async ({ caller, params, query }) => {
      const { productId: agentId, threadId } = params;
      const { organizationId } = caller;
      const thread = await findThread(deps.store.db, { organizationId, agentId, threadId });
      const { rows, hasMore } = await listMessageRows(deps.store.db, thread, { ...query, audience: "all" });
      return { items: rows.map((row) => presentVisitorMessage(row, deps)), hasMore };
    }),

    handle(sendFeedbackForVisitor, async ({ caller, params, body }) => {
      const visitor = await actInThread(deps, caller, params);
      const { value, reason, text } = body.data;
      if (value !== null) await refuseUntakenFeedback(deps, visitor);
      const feedback = value === null ? null : { value, reason, text };
      const rating = { wanted: wantedBy(visitor, params), messageId: params.messageId, feedback };
      return { data: presentVisitorMessage(await rateMessage(deps, rating), deps) };
    }),

    handle(editForVisitor, async ({ caller, params, body }) => {
      const wanted = wantedBy(await actInThread(deps, caller, params), params);
      const { messageId } = params;
      const changed = await changeMessage(deps, writer, { wanted, messageId, ...body.data });
      if (changed.isNew && changed.answer) writer.start(changed.answer);
      return presentAccepted(deps, changed);
    }),

    handle(stopForVisitor, async ({ caller, params }) => {
      const wanted = wantedBy(await actInThread(deps, caller, params), params);
      const answer = { wanted, messageId: params.messageId };
      await findAgentsAnswer(deps.store.db, answer);
      return { data: presentVisitorMessage(await stopMessage(deps, writer, answer), deps) };
    }),

    handle(retryForVisitor, async ({ caller, params }) => {
      const wanted = wantedBy(await actInThread(deps, caller, params), params);
      const renewed = await renewAnswer(deps, writer, { wanted, messageId: params.messageId });
      if (renewed) writer.start(renewed);
      return { data: renewed && presentVisitorMessage(renewed, deps) };
    }),
  ];
}
