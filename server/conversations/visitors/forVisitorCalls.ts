import {
  endThreadForVisitor,
  getThreadForVisitor,
  leavePersonForVisitor,
  rateThreadForVisitor,
  readThreadForVisitor,
  requestPersonForVisitor,
  tellTypingForVisitor,
} from "../../../shared/contract/conversations/visitors/forVisitor.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { actInThread } from "../threads/actFor.ts";
import type { ConversationDeps } from "../deps.ts";
import { findThread } from "../threads/find.ts";
import { refuseUnofferedHandoff, refuseUntakenFeedback } from "./offered.ts";
import { describeVisitorThreads } from "../threads/describeThreads.ts";
import { requestHandoff, endConversation, stopWaiting } from "../threads/handoff.ts";
import { rateConversation } from "../threads/rate.ts";
import { markRead } from "../threads/markRead.ts";
import type { ThreadRow } from "../tables.ts";
import { tellTeam } from "./typing.ts";
import { wantedBy } from "./visitors.ts";
import type { Writer } from "../answers/writer.ts";

/** What a program decides about a conversation for its visitor, as the visitor does in the chat (threadCalls.ts). */
export function createForVisitorRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  async function present(row: ThreadRow) {
    const [thread] = await describeVisitorThreads(deps.store.db, [row]);
    if (!thread) throw new AppError("not_found");
    return { data: thread };
  }

  return [
    handle(getThreadForVisitor, async ({ caller, params }) => {
      const { productId: agentId, threadId } = params;
      const { organizationId } = caller;
      return present(await findThread(deps.store.db, { organizationId, agentId, threadId }));
    }),

    handle(requestPersonForVisitor, async ({ caller, params, body }) => {
      const visitor = await actInThread(deps, caller, params);
      await refuseUnofferedHandoff(deps, visitor);
      const { threadId } = params;
      return present(await requestHandoff(deps, writer, { ...body.data, threadId, caller: visitor }));
    }),

    handle(leavePersonForVisitor, async ({ caller, params }) => {
      const visitor = await actInThread(deps, caller, params);
      return present(await stopWaiting(deps, wantedBy(visitor, params)));
    }),

    handle(endThreadForVisitor, async ({ caller, params }) => {
      const visitor = await actInThread(deps, caller, params);
      return present(await endConversation(deps, writer, wantedBy(visitor, params)));
    }),

    handle(rateThreadForVisitor, async ({ caller, params, body }) => {
      const visitor = await actInThread(deps, caller, params);
      if (body.data) await refuseUntakenFeedback(deps, visitor);
      const wanted = wantedBy(visitor, params);
      return present(await rateConversation(deps, { wanted, rating: body.data }));
    }),

    handle(readThreadForVisitor, async ({ caller, params, body }) => {
      const visitor = await actInThread(deps, caller, params);
      await markRead(deps, { wanted: wantedBy(visitor, params), readTo: body.data.readTo });
      return undefined;
    }),

    handle(tellTypingForVisitor, async ({ caller, params }) => {
      const visitor = await actInThread(deps, caller, params);
      tellTeam(deps, await findThread(deps.store.db, wantedBy(visitor, params)));
      return undefined;
    }),
  ];
}
