import {
  endThread,
  leavePerson,
  rateThread,
  readThread,
  requestPerson,
  tellVisitorTyping,
} from "../../../shared/contract/conversations/conversations.ts";
import { leaveMessage } from "../../../shared/contract/conversations/visitors/leaveMessage.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import { acceptMessage } from "../messages/accept.ts";
import { findThread } from "./find.ts";
import { keepAddress } from "../visitors/keepAddress.ts";
import { refuseUnofferedForm, refuseUnofferedHandoff, refuseUntakenFeedback } from "../visitors/offered.ts";
import { describeVisitorThreads } from "./describeThreads.ts";
import { requestHandoff, endConversation, stopWaiting } from "./handoff.ts";
import { rateConversation } from "./rate.ts";
import { markRead } from "./markRead.ts";
import type { ThreadRow } from "../tables.ts";
import { tellTeam } from "../visitors/typing.ts";
import { readBrowser } from "../visitors/visitorBrowser.ts";
import { ownAgent, wantedBy } from "../visitors/visitors.ts";
import type { Writer } from "../answers/writer.ts";

/** What a visitor decides about a conversation of their own, beside what they say in it. */
export function createThreadRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  async function present(row: ThreadRow) {
    const [thread] = await describeVisitorThreads(deps.store.db, [row]);
    if (!thread) throw new AppError("not_found");
    return { data: thread };
  }

  return [
    handle(requestPerson, async ({ caller, params, body, request }) => {
      ownAgent(caller, params.productId);
      await refuseUnofferedHandoff(deps, caller);
      const browser = readBrowser(request);
      return present(await requestHandoff(deps, writer, { caller, ...body.data, browser }));
    }),

    handle(leaveMessage, async ({ caller, params, body, request }) => {
      ownAgent(caller, params.productId);
      await refuseUnofferedForm(deps, caller);
      const { email, ...sent } = body.data;
      await keepAddress(deps, caller, email);
      const browser = readBrowser(request);
      const left = { caller, ...sent, attachments: [], browser, isForTeam: true };
      const { thread } = await acceptMessage(deps, writer, left);
      return present(thread);
    }),

    handle(leavePerson, async ({ caller, params }) =>
      present(await stopWaiting(deps, wantedBy(caller, params))),
    ),

    handle(endThread, async ({ caller, params }) =>
      present(await endConversation(deps, writer, wantedBy(caller, params))),
    ),

    handle(rateThread, async ({ caller, params, body }) => {
      const wanted = wantedBy(caller, params);
      // What was said before can always be taken back.
      if (body.data) await refuseUntakenFeedback(deps, caller);
      return present(await rateConversation(deps, { wanted, rating: body.data }));
    }),

    handle(readThread, async ({ caller, params, body }) => {
      await markRead(deps, { wanted: wantedBy(caller, params), readTo: body.data.readTo });
      return undefined;
    }),

    handle(tellVisitorTyping, async ({ caller, params }) => {
      tellTeam(deps, await findThread(deps.store.db, wantedBy(caller, params)));
      return undefined;
    }),
  ];
}
