import { pickContactTexts } from "../../../shared/domain/contactFields.ts";
import { initVisitorAttachment } from "../../../shared/contract/conversations/visitors/forVisitor.ts";
import {
  sendForVisitor,
  startThread,
  startThreadForPerson,
} from "../../../shared/contract/conversations/threads/startThread.ts";

import type { NewContact } from "../../../shared/contract/conversations/threads/startThread.ts";
import { handle } from "../../requests/handle.ts";
import type { MemberCaller, Route, VisitorCaller } from "../../requests/handle.ts";
import { acceptMessage } from "../messages/accept.ts";
import type { SentMessage } from "../messages/accept.ts";
import { actFor, actInThread, requireApiKey } from "./actFor.ts";
import { announceTyped } from "../files/attachmentCalls.ts";
import { openContact } from "../contacts/contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import { refuseUnofferedHandoff, refuseUntakenFile } from "../visitors/offered.ts";
import { describeThread } from "./describeThreads.ts";
import { requestHandoff } from "./handoff.ts";
import { openVerifiedUser } from "../contacts/verifiedUsers.ts";
import { presentAccepted } from "../messages/presentAccepted.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";
import type { Writer } from "../answers/writer.ts";

/** The calls by which another program brings visitors and what they write, from a channel of its own. */
export function createStartRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  const { store, events, now } = deps;
  const accept = async (sent: SentMessage) => presentAccepted(deps, await acceptMessage(deps, writer, sent));

  async function openFor(caller: MemberCaller, agentId: string, contact: NewContact): Promise<VisitorCaller> {
    const key = { organizationId: caller.organizationId, agentId, now: now() };
    const { userId, name = null, attributes = {} } = contact;
    const known = { ...pickContactTexts(contact), name, attributes };
    const contactId = await retryOnDuplicate(() =>
      store.transaction((tx) =>
        userId === undefined
          ? openContact({ events }, tx, { ...key, ...known })
          : openVerifiedUser({ events }, tx, { ...key, person: { ...known, userId } }),
      ),
    );
    return actFor(deps, caller, { agentId, contactId });
  }

  return [
    handle(startThread, async ({ caller, params, body }) => {
      requireApiKey(caller);
      const { contact, ...said } = body.data;
      return accept({ ...said, caller: await openFor(caller, params.productId, contact) });
    }),

    handle(startThreadForPerson, async ({ caller, params, body }) => {
      requireApiKey(caller);
      const { organizationId } = caller;
      const { productId: agentId } = params;
      await refuseUnofferedHandoff(deps, { organizationId, agentId, preview: false });
      const { contact, clientId } = body.data;
      const visitor = await openFor(caller, agentId, contact);
      const thread = await requestHandoff(deps, writer, { clientId, caller: visitor });
      return { data: await describeThread(store.db, thread) };
    }),

    handle(sendForVisitor, async ({ caller, params, body }) => {
      const visitor = await actInThread(deps, caller, params);
      return accept({ ...body.data, threadId: params.threadId, caller: visitor });
    }),

    handle(initVisitorAttachment, async ({ caller, params, body }) => {
      const { threadId, contact = {}, ...file } = body.data;
      const { productId } = params;
      if (threadId === undefined) requireApiKey(caller);
      const visitor =
        threadId === undefined
          ? await openFor(caller, productId, contact)
          : await actInThread(deps, caller, { productId, threadId });
      await refuseUntakenFile(deps, visitor, file);
      const { organizationId, agentId, contactId } = visitor;
      return { data: await announceTyped(deps, { organizationId, agentId, contactId }, file) };
    }),
  ];
}
