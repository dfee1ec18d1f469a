import { AppError } from "../../../shared/errors/errors.ts";
import { holdMember } from "../../accounts/members.ts";
import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import { checkTypes, hasSameFiles, nameAttachments, takeOrRefuse } from "../files/attachments.ts";
import type { Taking } from "../files/attachments.ts";
import { findContact, holdContact } from "../contacts/findContact.ts";
import type { ContactKey, ConversationDeps, ReachableSurface } from "../deps.ts";
import { findThread } from "./find.ts";
import { openThread, titleOf } from "./openThread.ts";
import type { Member } from "./planChange.ts";
import type { ContactRow, MessageRow, ThreadRow } from "../tables.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";
import { addMessages } from "../messages/write.ts";

export interface Initiation {
  visitor: ContactKey;
  surfaceType: string;
  member: Member;
  clientId: string;
  content: string;
  /** Files of the member's own. */
  attachments: string[];
}

export interface Initiated {
  thread: ThreadRow;
  message: MessageRow;
}

/** Begins a member's conversation with a visitor by its first message, once however often and at once it is repeated. */
export async function initiateConversation(
  deps: ConversationDeps,
  initiation: Initiation,
): Promise<Initiated> {
  const { visitor, surfaceType, member, attachments: ids } = initiation;
  const { organizationId, agentId } = visitor;
  const { verified } = await findContact(deps.store.db, visitor);
  const reachableSurfaces = await deps.findReachableSurfaces({ ...visitor, isVerified: verified === 1 });
  const sender = { organizationId, agentId, authorId: member.userId };
  const types = await checkTypes(deps, sender, ids);
  return retryOnDuplicate(() =>
    deps.store.transaction(async (tx) => {
      // A locked contact can be neither blocked nor merged nor erased meanwhile.
      const contact = await holdContact(tx, visitor);
      const repeated = await findRepeated(tx, initiation);
      if (repeated) return repeated;
      refuseContact(contact);
      refuseSurface(surfaceType, reachableSurfaces);
      if (!(await holdMember(tx, { organizationId, userId: member.userId }))) throw new AppError("not_found");
      return begin(deps, tx, { ...initiation, take: { sender, ids, types } });
    }),
  );
}

async function begin(
  deps: ConversationDeps,
  tx: Tx,
  { visitor, surfaceType, member, clientId, content, take }: Initiation & { take: Omit<Taking, "to"> },
): Promise<Initiated> {
  const now = deps.now();
  const id = newId(now);
  const to = { messageId: id, contactId: visitor.contactId };
  const attachments = await takeOrRefuse(tx, { ...take, to });
  const opened = await openThread(tx, {
    caller: { ...visitor, surfaceType, sessionId: null, preview: false },
    title: titleOf(content || nameAttachments({ attachments })),
    ...{ page: undefined, id: undefined, begunBy: member.userId, now },
  });
  const said = { role: "support", kind: "text", id, content, attachments, clientId } as const;
  const { thread, messages } = await addMessages(deps, tx, {
    thread: opened,
    messages: [{ ...said, authorId: member.userId, authorName: member.name }],
    changes: { teamReadTo: 1 },
    now,
  });
  const [message] = messages;
  if (!message) throw new Error("The message was just added.");
  return { thread, message };
}

/** What was begun with this client id already; another text, or a reply of the team's with it, is refused. */
async function findRepeated(
  tx: Tx,
  { visitor, clientId, content, attachments }: Initiation,
): Promise<Initiated | null> {
  const { organizationId, agentId, contactId } = visitor;
  const message = await tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .where("role", "=", "support")
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  if (!message) return null;
  const thread = await findThread(tx, { organizationId, agentId, threadId: message.threadId });
  const isFirst = thread.begunByTeam === 1 && message.position === 0;
  const isSame = message.content === content && hasSameFiles(message, attachments);
  if (!isFirst || !isSame) throw new AppError("repeated_with_other_content");
  return { thread, message };
}

function refuseContact({ blockedAt, eraseAskedAt }: ContactRow): void {
  if (eraseAskedAt !== null) {
    throw new AppError("contact_unreachable", {
      message: "This visitor’s data is being erased. Conversations can’t be started now.",
    });
  }
  if (blockedAt !== null) {
    throw new AppError("contact_unreachable", {
      message: "This visitor is blocked, so they could not answer you. Unblock them first.",
    });
  }
}

function refuseSurface(surfaceType: string, reachableSurfaces: ReachableSurface[]): void {
  const reachableSurface = reachableSurfaces.find(({ surface }) => surface === surfaceType);
  if (!reachableSurface) {
    const known = reachableSurfaces.map(({ surface }) => surface).sort();
    throw new AppError("surface_refused", {
      message: `Conversations can’t be started on this surface. Use one of: ${known.join(", ")}.`,
    });
  }
  switch (reachableSurface.closedBecause) {
    case null:
      return;
    case "off":
      throw new AppError("surface_refused", {
        message: "This surface is off, so visitors can’t see your message. Turn it on in Deploy first.",
      });
    case "paused":
      throw new AppError("surface_refused", {
        message: "This AI Agent is paused, so visitors can’t see your message. Set it live first.",
      });
    case "plan":
      throw new AppError("plan_limit");
    case "unknown":
      throw new AppError("contact_unreachable", {
        message:
          "This visitor couldn’t see your message: your site doesn’t sign them in, and they have no session on this surface.",
      });
    case "optedOut":
      throw new AppError("contact_unreachable", {
        message: "They asked not to be contacted there.",
      });
    case "window":
      throw new AppError("contact_unreachable", {
        message:
          "They haven’t written there recently, and its platform only allows replies for a limited time.",
      });
    default:
      reachableSurface.closedBecause satisfies never;
  }
}
