import {
  editMessage,
  listVisitorMessages,
  listVisitorThreads,
  resumeAnswer,
  retryAnswer,
  sendFeedback,
  sendMessage,
  stopAnswer,
} from "../../../shared/contract/conversations/conversations.ts";
import type { AnswerEvent } from "../../../shared/contract/conversations/conversations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { readFirstForm } from "../actions/firstForm.ts";
import { acceptMessage } from "../messages/accept.ts";
import type { Accepted } from "../messages/accept.ts";
import type { ConversationDeps } from "../deps.ts";
import { changeMessage } from "../messages/edit.ts";
import { rateMessage } from "../answers/feedback.ts";
import { findAgentsAnswer, findThread } from "../threads/find.ts";
import { followAnswer } from "../answers/follow.ts";
import { listMessageRows, listThreadRows } from "../threads/lists.ts";
import { refuseUntakenFeedback } from "./offered.ts";
import { describeVisitorThreads } from "../threads/describeThreads.ts";
import { presentVisitorMessage } from "../messages/present.ts";
import { renewAnswer } from "../answers/retry.ts";
import { stopMessage } from "../answers/stop.ts";
import type { MessageRow } from "../tables.ts";
import { readBrowser } from "./visitorBrowser.ts";
import { ownAgent, wantedBy } from "./visitors.ts";
import type { Writer } from "../answers/writer.ts";

/** The visitor's calls on their own conversations; everybody else's answer as if they did not exist. */
export function createVisitorRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  const { store } = deps;
  const follow = (row: MessageRow, from: { generation: number; offset: number; signal: AbortSignal }) =>
    followAnswer(deps, writer, { organizationId: row.organizationId, messageId: row.id, ...from });

  async function* streamAccepted(accepted: Accepted, signal: AbortSignal): AsyncGenerator<AnswerEvent> {
    const { message, answer, thread } = accepted;
    const [described] = await describeVisitorThreads(store.db, [thread]);
    if (!described) throw new AppError("not_found");
    yield {
      type: "accepted",
      message: presentVisitorMessage(message, deps),
      // Its text comes as deltas, also that which is there already.
      answer: answer && { ...presentVisitorMessage(answer, deps), content: "" },
      thread: described,
    };
    if (answer) yield* follow(answer, { generation: answer.generation, offset: 0, signal });
    else yield { type: "handedOver" };
  }

  return [
    handle(listVisitorThreads, async ({ caller, params, query }) => {
      const { organizationId, agentId, contactId } = ownAgent(caller, params.productId);
      const { page, limit } = query;
      const { rows, total } = await listThreadRows(store.reader, {
        organizationId,
        agentId,
        contactId,
        page,
        limit,
      });
      return { items: await describeVisitorThreads(store.reader, rows), page: { page, limit, total } };
    }),

    handle(listVisitorMessages, async ({ caller, params, query }) => {
      const thread = await findThread(store.db, wantedBy(caller, params));
      const { rows, hasMore } = await listMessageRows(store.db, thread, { ...query, audience: "all" });
      return { items: rows.map((row) => presentVisitorMessage(row, deps)), hasMore };
    }),

    handle(sendMessage, async ({ caller, params, body, request }) => {
      ownAgent(caller, params.productId);
      const form = await readFirstForm(deps, caller, body.data.form);
      const { isTeamOnly } = await deps.findOffers(caller);
      const accepted = await acceptMessage(deps, writer, {
        caller,
        // By the server's clock: a page that has been open for long still shows the composer.
        isForTeam: isTeamOnly,
        ...body.data,
        form,
        attachments: [...body.data.attachments, ...(form?.fileIds ?? [])],
        browser: readBrowser(request),
      });
      return streamAccepted(accepted, request.signal);
    }),

    handle(editMessage, async ({ caller, params, body, request }) => {
      const { messageId } = params;
      const wanted = wantedBy(caller, params);
      const changed = await changeMessage(deps, writer, { wanted, messageId, ...body.data });
      if (changed.isNew && changed.answer) writer.start(changed.answer);
      return streamAccepted(changed, request.signal);
    }),

    handle(resumeAnswer, async ({ caller, params, query, request }) => {
      const message = await findAgentsAnswer(store.db, {
        wanted: wantedBy(caller, params),
        messageId: params.messageId,
      });
      const { generation, offset } = query;
      return follow(message, { generation, offset, signal: request.signal });
    }),

    handle(stopAnswer, async ({ caller, params }) => {
      const answer = { wanted: wantedBy(caller, params), messageId: params.messageId };
      await findAgentsAnswer(store.db, answer);
      return { data: presentVisitorMessage(await stopMessage(deps, writer, answer), deps) };
    }),

    handle(retryAnswer, async ({ caller, params, request }) => {
      const answer = { wanted: wantedBy(caller, params), messageId: params.messageId };
      const renewed = await renewAnswer(deps, writer, answer);
      if (!renewed) return handedOver();
      writer.start(renewed);
      return follow(renewed, { generation: renewed.generation - 1, offset: 0, signal: request.signal });
    }),

    handle(sendFeedback, async ({ caller, params, body }) => {
      const { value, reason, text } = body.data;
      const wanted = wantedBy(caller, params);
      // What was said before can always be taken back.
      if (value !== null) await refuseUntakenFeedback(deps, caller);
      const feedback = value === null ? null : { value, reason, text };
      const rating = { wanted, messageId: params.messageId, feedback };
      return { data: presentVisitorMessage(await rateMessage(deps, rating), deps) };
    }),
  ];
}

async function* handedOver(): AsyncGenerator<AnswerEvent> {
  yield { type: "handedOver" };
}
