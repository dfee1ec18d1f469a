import {
  endThreadForVisitor,
  getThreadForVisitor,
  leavePersonForVisitor,
  rateThreadForVisitor,
  readThreadForVisitor,
  requestPersonForVisitor,
  tellTypingForVisitor,
} from "../../shared/contract/forVisitor.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle } from "../door/handle.ts";
import type { Route } from "../door/handle.ts";
import { actInThread } from "./actFor.ts";
import type { ConversationDeps } from "./deps.ts";
import { findThread } from "./find.ts";
import { refuseUnofferedPerson, refuseUntakenFeedback } from "./offered.ts";
import { describeVisitorThreads } from "./people.ts";
import { askForPerson, endConversation, stopWaiting } from "./person.ts";
import { rateConversation } from "./rate.ts";
import { markRead } from "./read.ts";
import type { ThreadRow } from "./tables.ts";
import { tellTeam } from "./typing.ts";
import { wantedBy } from "./visitors.ts";
import type { Writer } from "./writer.ts";

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
      await refuseUnofferedPerson(deps, visitor);
      const { threadId } = params;
      return present(await askForPerson(deps, writer, { ...body.data, threadId, caller: visitor }));
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
