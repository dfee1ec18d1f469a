import { sendForVisitor, startThread } from "../../shared/contract/startThread.ts";
import type { NewContact } from "../../shared/contract/startThread.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle } from "../door/handle.ts";
import type { MemberCaller, Route, VisitorCaller } from "../door/handle.ts";
import { acceptMessage } from "./accept.ts";
import type { Accepted, SentMessage } from "./accept.ts";
import { openContact } from "./contacts.ts";
import { findContact } from "./contacts/findContact.ts";
import type { ConversationDeps } from "./deps.ts";
import { findThread } from "./find.ts";
import { describeThreads } from "./people.ts";
import { openPerson } from "./persons.ts";
import { presentMessage } from "./present.ts";
import { findTwin } from "./twins.ts";
import type { Writer } from "./writer.ts";

/** The calls by which another program brings visitors and what they write, from a channel of its own. */
export function createStartRoutes(deps: ConversationDeps, writer: Writer): Route[] {
  const { store, events, now } = deps;

  async function accept(sent: Omit<SentMessage, "attachments">) {
    return present(await acceptMessage(deps, writer, { ...sent, attachments: [] }));
  }

  async function present({ thread: row, message, answer }: Accepted) {
    const [thread] = await describeThreads(store.db, [row]);
    if (!thread) throw new AppError("not_found");
    return {
      data: {
        thread,
        message: presentMessage(message, deps),
        answer: answer && presentMessage(answer, deps),
      },
    };
  }

  async function openFor(caller: MemberCaller, agentId: string, contact: NewContact): Promise<string> {
    const key = { organizationId: caller.organizationId, agentId, now: now() };
    const { userId, email = null, name = null, attributes = {} } = contact;
    const known = { email, name, attributes };
    return findTwin(() =>
      store.transaction((tx) =>
        userId === undefined
          ? openContact({ events }, tx, { ...key, ...known })
          : openPerson({ events }, tx, { ...key, person: { ...known, userId } }),
      ),
    );
  }

  /** The visitor as whom the program speaks; one whom the team takes nothing more from is refused here as at their own door. */
  async function actFor(
    { organizationId, sessionId }: MemberCaller,
    agentId: string,
    contactId: string,
  ): Promise<VisitorCaller> {
    const { blockedAt, eraseAskedAt } = await findContact(store.db, { organizationId, agentId, contactId });
    if (blockedAt !== null) throw new AppError("visitor_blocked");
    if (eraseAskedAt !== null) throw new AppError("contact_unreachable", { message: isBeingErased });
    return {
      ...{ kind: "visitor", sessionId, organizationId, agentId, contactId, isBlocked: false },
      ...{ surfaceType: "api", preview: false, mustIdentify: false },
    };
  }

  return [
    handle(startThread, async ({ caller, params, body }) => {
      refusePerson(caller);
      const { contact, ...said } = body.data;
      const contactId = await openFor(caller, params.productId, contact);
      return accept({ ...said, caller: await actFor(caller, params.productId, contactId) });
    }),

    handle(sendForVisitor, async ({ caller, params, body }) => {
      const { productId: agentId, threadId } = params;
      const { organizationId } = caller;
      const { contactId } = await findThread(store.db, { organizationId, agentId, threadId });
      refusePerson(caller);
      return accept({ ...body.data, threadId, caller: await actFor(caller, agentId, contactId) });
    }),
  ];
}

const isBeingErased = "What is held about this visitor is being erased. Nothing can be added to it any more.";

/** Nobody of the team puts words into a visitor's mouth. */
function refusePerson({ apiKeyId }: MemberCaller): void {
  if (apiKeyId !== undefined) return;
  throw new AppError("forbidden", {
    message: "Only a program with an API key brings what visitors write. Reply as yourself instead.",
  });
}
