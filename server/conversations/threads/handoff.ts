import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { isOffered } from "../../../shared/domain/skillOffers.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findAnsweringAgent, type AnsweringAgent } from "../../agents/find.ts";
import type { Tx } from "../../database/store.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import { runWithHalt, type Halt } from "./haltAnswers.ts";
import type { ConversationDeps } from "../deps.ts";
import { lockThread, lockWanted } from "./find.ts";
import type { ThreadWanted, WantedIds } from "./find.ts";
import { giveToTeam } from "../actions/handOverBySkill.ts";
import { endStreaming } from "./handOver.ts";
import { openThread, sawContact } from "./openThread.ts";
import type { VisitedPage } from "../visitors/pages.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { tellContact } from "./tell.ts";
import { mayAnswer } from "../answers/renew.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";
import { waitForTeam } from "./waitForTeam.ts";
import { agentsOwn, resolved } from "./planChange.ts";
import type { VisitorBrowser } from "../visitors/visitorBrowser.ts";
import { addMessages } from "../messages/write.ts";
import type { Writer } from "../answers/writer.ts";

/** Without a `threadId` a conversation begins. */
export interface HandoffRequest extends WantedIds {
  caller: VisitorCaller;
  clientId: string;
  page?: VisitedPage | undefined;
  /** Left out where a program asks. */
  browser?: VisitorBrowser | undefined;
}

/** Silences the agent until a member comes, once however often and at once it is repeated. */
export async function requestHandoff(
  deps: ConversationDeps,
  writer: Writer,
  request: HandoffRequest,
): Promise<ThreadRow> {
  const { caller, threadId, newThreadId, clientId, page, browser } = request;
  const { organizationId, agentId, contactId } = caller;
  return retryOnDuplicate(() =>
    runWithHalt(deps, writer, async (tx, halt) => {
      await sawContact(tx, caller, deps.now());
      const repeated = await findRequest(tx, request);
      const known = repeated?.threadId ?? threadId;
      const agent = await findAnsweringAgent(tx, { organizationId, agentId }, { preview: caller.preview });
      if (!agent) throw new AppError("not_found");
      const wanted = { organizationId, agentId, contactId, threadId: known, newThreadId };
      const thread =
        (await lockWanted(tx, wanted)) ??
        (await openThread(tx, { caller, title: "", page, browser, id: newThreadId, now: deps.now() }));
      if (repeated) return thread;
      const now = deps.now();
      if (isTeams(thread)) {
        // Nothing else tells that they were there again.
        if (!caller.preview) await tellContact(deps, tx, { organizationId, agentId, contactId, now });
        return thread;
      }
      return handToTeam(deps, tx, { thread, agent, caller, clientId, page, halt, now });
    }),
  );
}

interface HandingToTeam extends Pick<HandoffRequest, "caller" | "page"> {
  /** Locked, or made in this transaction. */
  thread: ThreadRow;
  agent: AnsweringAgent;
  /** The visitor's own id of the request; left out where their message is what is repeated. */
  clientId?: string;
  halt: Halt;
  now: number;
}

/** Has a conversation wait for the team, unless it is the team's already. */
export async function handToTeam(
  deps: ConversationDeps,
  tx: Tx,
  { thread, agent, caller, halt, now, ...asked }: HandingToTeam,
): Promise<ThreadRow> {
  if (isTeams(thread)) return thread;
  await endStreaming(deps, tx, { thread, halted: halt(thread.id), now });
  const skill = await deps.skills.findHandover(agent);
  const given =
    skill && (await isOfferedTo(tx, skill, caller))
      ? await giveToTeam(deps, tx, { thread, skill, now })
      : thread;
  return waitForTeam(deps, tx, { thread: given, ...asked, now });
}

/** If it has no assignee, and the visitor wasn't waiting, asking for the team is a new request. */
function isTeams({ handledBy, assigneeId, personRequestedAt }: ThreadRow): boolean {
  return handledBy === "human" && (assigneeId !== null || personRequestedAt !== null);
}

async function isOfferedTo(
  tx: Tx,
  skill: Pick<SkillDraft, "surfaces" | "audience">,
  { organizationId, contactId, surfaceType }: VisitorCaller,
): Promise<boolean> {
  const { verified, email } = await tx
    .selectFrom("contacts")
    .select(["verified", "email"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .executeTakeFirstOrThrow();
  return isOffered(skill, { surfaceType, isVerified: verified === 1, isIdentified: email !== null });
}

/** What the server says of a conversation: nobody else can write such a message, whatever they type. */
const event = { role: "system", kind: "event" } as const;

async function findRequest(
  tx: Tx,
  { caller, threadId, clientId }: HandoffRequest,
): Promise<Pick<MessageRow, "threadId"> | undefined> {
  const found = await tx
    .selectFrom("messages")
    .select("threadId")
    .where("organizationId", "=", caller.organizationId)
    .where("contactId", "=", caller.contactId)
    .where("role", "=", "system")
    .where("clientId", "=", clientId)
    .executeTakeFirst();
  if (found && threadId !== undefined && threadId !== found.threadId)
    throw new AppError("repeated_with_other_content");
  return found;
}

/** Gives the conversation back to the agent, where the visitor waits and nobody has come yet, unless it is paused. */
export async function stopWaiting(deps: ConversationDeps, wanted: ThreadWanted): Promise<ThreadRow> {
  return deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, wanted);
    if (thread.handledBy === "ai") return thread;
    if (thread.assigneeId !== null) {
      throw new AppError("conflict", { message: "A person has taken this conversation over." });
    }
    if (!(await mayAnswer(tx, thread))) {
      throw new AppError("conflict", {
        message: "The assistant is paused. A team member answers you here.",
      });
    }
    const added = await addMessages(deps, tx, {
      thread,
      messages: [{ ...event, content: "personLeft" }],
      changes: { handledBy: "ai", personRequestedAt: null, waitingSince: null },
      now: deps.now(),
    });
    return added.thread;
  });
}

/** Ends a conversation for its visitor. A new message reopens it, and the agent answers. */
export async function endConversation(
  deps: ConversationDeps,
  writer: Writer,
  wanted: ThreadWanted,
): Promise<ThreadRow> {
  return runWithHalt(deps, writer, async (tx, halt) => {
    const thread = await lockThread(tx, wanted);
    if (thread.status === "resolved") return thread;
    const now = deps.now();
    await endStreaming(deps, tx, { thread, halted: halt(thread.id), now });
    const added = await addMessages(deps, tx, {
      thread,
      messages: [{ ...event, content: "ended" }],
      changes: { ...resolved, ...agentsOwn },
      now,
    });
    if (thread.assigneeId !== null) deps.assignLater(tx, thread.organizationId);
    return added.thread;
  });
}
