import type { EventAbout } from "../../../shared/contract/conversations/conversations.ts";
import type { FormField, FormValues } from "../../../shared/domain/forms.ts";
import type { SkillInput } from "../../../shared/contract/skills/skills.ts";
import type { SignInNeeded } from "../../actions/skills/deps.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { Tx } from "../../database/store.ts";
import { makeProposal, storeProposal } from "../actions/propose.ts";
import { keepApprovals } from "../actions/keepApprovals.ts";
import type { AskedApproval } from "../actions/keepApprovals.ts";
import { handOverNow } from "../actions/handOverBySkill.ts";
import type { HandingOver } from "../actions/handOverBySkill.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import { labelThread, listLabelRows, makeLabel } from "../inbox/labels.ts";
import { findNamed } from "../inbox/named.ts";
import { addMessages } from "../messages/write.ts";
import type { NewMessage } from "../messages/write.ts";
import type { Writer } from "../answers/writer.ts";
import type { StoredAttachment, ThreadRow } from "../tables.ts";
import { lockThread } from "./find.ts";
import { endStreaming } from "./handOver.ts";
import { runWithHalt } from "./haltAnswers.ts";
import { planChange } from "./planChange.ts";
import { tell } from "./tell.ts";
import { updateThread } from "../messages/write.ts";
import { waitForTeam } from "./waitForTeam.ts";

interface Said {
  /** Locked. */
  thread: ThreadRow;
  text: string;
  now: number;
}

/** The run that says something, by which the team finds it. */
export interface SayingRun {
  workflowId: string;
  runId: string;
}

interface SaidByRun extends Said {
  by: SayingRun;
}

interface Shown extends SaidByRun {
  messageId: string;
}

/** What a workflow does in a conversation, for which no member stands. */
export interface ThreadActs {
  /**
   * Says something as the agent, with answers to choose from, and files that stay the organization's; gives the thread
   * as it is then, as all of these do.
   */
  say(
    tx: Tx,
    said: SaidByRun & { buttons?: readonly string[]; files?: readonly StoredAttachment[] },
  ): Promise<ThreadRow>;
  /** Writes what only the team reads. */
  note(tx: Tx, said: Said): Promise<ThreadRow>;
  /** Shows a form, which waits for the visitor as a run of that ID. */
  showForm(
    tx: Tx,
    form: Shown & { title: string; fields: readonly FormField[] },
  ): Promise<{ thread: ThreadRow; runId: string }>;
  /** Shows what a skill will do, which waits for the visitor's or the team's word as a run of that ID. */
  showSkill(
    tx: Tx,
    shown: Shown & {
      skill: StoredSkill;
      inputs: FormValues;
      fields: readonly SkillInput[];
      /** The service at which the visitor signs in first. */
      signIn?: SignInNeeded | undefined;
    },
  ): Promise<{ thread: ThreadRow; runId: string }>;
  /** Counts what waits there for the team's approval, and tells the team of what is new. */
  keepApprovals(tx: Tx, kept: Omit<Said, "text"> & { asked: readonly AskedApproval[] }): Promise<ThreadRow>;
  /** Puts the conversation into the team's queue, with a note where there is one. */
  handOver(tx: Tx, said: Said): Promise<ThreadRow>;
  /** Hands it over as a skill says, and keeps that as a run of the skill. */
  handOverBySkill(tx: Tx, handing: HandingOver): Promise<ThreadRow>;
  /** Assigns or resolves it, in a transaction of its own; done twice, nothing changes. */
  change(key: ThreadKey, change: ThreadActChange): Promise<void>;
  /** Puts labels on by name, made where there are none, and takes others off. */
  label(key: ThreadKey, names: { add: readonly string[]; remove: readonly string[] }): Promise<void>;
}

export interface ThreadActChange {
  memberId?: string;
  teamId?: string;
  isResolved?: boolean;
  /** What is said before, once under this ID. */
  text?: string;
  messageId?: string;
  by?: SayingRun;
  /** Written in the same transaction. */
  inTransaction?: (tx: Tx) => Promise<void>;
}

const author = { authorName: "Workflow" } as const;

/** Makes what workflows do in conversations. */
export function createThreadActs(deps: ConversationDeps, writer: Writer): ThreadActs {
  async function add(tx: Tx, { thread, now }: Omit<Said, "text">, message: NewMessage): Promise<ThreadRow> {
    const isSaid = message.audience !== "team";
    const changes = isSaid ? { firstAnswerAt: thread.firstAnswerAt ?? now } : {};
    return (await addMessages(deps, tx, { thread, messages: [message], changes, now })).thread;
  }

  const acts: ThreadActs = {
    say: async (tx, { text, by, buttons = [], files = [], ...said }) =>
      add(tx, said, {
        ...({ role: "assistant", kind: "text", content: text } as const),
        ...{ about: await writeAbout(tx, said.thread, by), followUps: JSON.stringify(buttons) },
        attachments: JSON.stringify(files),
      }),
    note: (tx, { text, ...said }) =>
      add(tx, said, { role: "support", kind: "text", audience: "team", content: text, ...author }),
    showForm: (tx, { title, fields, ...shown }) => {
      const inputs = fields.map((field) => ({ ...field, options: [...field.options], from: null }));
      return acts.showSkill(tx, {
        ...shown,
        ...{ skill: formSkill({ id: shown.messageId, title, inputs }), inputs: {}, fields: inputs },
      });
    },
    async showSkill(tx, { thread, text, messageId, by, skill, inputs, fields, signIn, now }) {
      const proposed = [{ skill, inputs, fields: [...fields], signIn }];
      const proposal = makeProposal(thread, messageId, { proposed, now });
      const runId = proposal.runs[0]?.id;
      if (runId === undefined)
        throw new Error("Only where the agent has the conversation something is shown.");
      await storeProposal(deps, tx, proposal);
      const { actions } = proposal;
      const about = await writeAbout(tx, thread, by);
      const message = {
        id: messageId,
        role: "assistant",
        kind: "text",
        content: text,
        actions,
        about,
      } as const;
      const shown = await add(tx, { thread, now }, message);
      return { thread: await keepApprovals(deps, tx, { thread: shown, now }), runId };
    },
    async keepApprovals(tx, { thread, asked, now }) {
      const updated = await keepApprovals(deps, tx, { thread, asked, now });
      const isTold = asked.length > 0 && thread.preview === 0;
      if (!isTold && updated.approvals !== thread.approvals)
        await tell(deps, tx, { thread: updated, before: thread, audience: "team", now });
      return updated;
    },
    async handOver(tx, { thread, text, now }) {
      const noted = text.trim() === "" ? thread : await acts.note(tx, { thread, text, now });
      return noted.handledBy === "ai" ? waitForTeam(deps, tx, { thread: noted, now }) : noted;
    },
    handOverBySkill: (tx, handing) => handOverNow(deps, tx, handing),
    change: (key, change) =>
      runWithHalt(deps, writer, async (tx, halt) => {
        const found = await lockThread(tx, key);
        await change.inTransaction?.(tx);
        const isDone = change.isResolved === true && (await isSaid(tx, found, change.messageId));
        if (isDone) return;
        const now = deps.now();
        const named = await findNamed(tx, key.organizationId, {
          ...(change.memberId !== undefined && { assigneeId: change.memberId }),
          ...(change.teamId !== undefined && { teamId: change.teamId }),
        });
        if (found.handledBy === "ai" && (change.memberId !== undefined || change.isResolved))
          await endStreaming(deps, tx, { thread: found, halted: halt(found.id), now });
        const thread = await lockThread(tx, key);
        const { changes, events } = planChange(thread, {
          ...named,
          ...(change.isResolved && { status: "resolved" as const }),
          ...{ isReply: false, member: { userId: "", name: author.authorName }, now },
        });
        const said: NewMessage[] =
          change.text?.trim() && change.messageId !== undefined && thread.handledBy === "ai"
            ? [
                {
                  ...({ id: change.messageId, role: "assistant", kind: "text" } as const),
                  ...{
                    content: change.text,
                    about: change.by ? await writeAbout(tx, thread, change.by) : null,
                  },
                },
              ]
            : [];
        const messages = [...said, ...events.map((event) => ({ ...event, authorId: null }))];
        if (messages.length === 0 && Object.keys(changes).length === 0) return;
        if ("assigneeId" in changes || "teamId" in changes || "status" in changes)
          deps.assignLater(tx, key.organizationId);
        await addMessages(deps, tx, { thread, messages, changes, now });
      }),
    async label(key, { add: added, remove }) {
      const { organizationId, agentId } = key;
      for (const name of added.map((one) => one.trim()))
        if (name !== "") await makeLabel(deps, { organizationId, agentId, name, colour: "#5b6b82" });
      await deps.store.transaction(async (tx) => {
        const thread = await lockThread(tx, key);
        const known = await listLabelRows(tx, key);
        const idsOf = (names: readonly string[]) =>
          known
            .filter(({ nameKey }) => names.some((name) => name.trim().toLowerCase() === nameKey))
            .map(({ id }) => id);
        const now = deps.now();
        const labels = { addLabelIds: idsOf(added), removeLabelIds: idsOf(remove), now };
        if (!(await labelThread(tx, thread, labels))) return;
        const updated = await updateThread(tx, thread, { changes: {}, now });
        await tell(deps, tx, { thread: updated, before: thread, alsoChanged: ["labelIds"], now });
      });
    },
  };
  return acts;
}

/** What the team finds beside a message that a run wrote. */
async function writeAbout(
  tx: Tx,
  { organizationId }: Pick<ThreadRow, "organizationId">,
  { workflowId: id, runId }: SayingRun,
): Promise<string> {
  const { name } = await tx
    .selectFrom("workflows")
    .select("name")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return JSON.stringify({ workflow: { id, runId, name } } satisfies EventAbout);
}

/** A form that belongs to no skill of the agent's. */
function formSkill({ id, title, inputs }: { id: string; title: string; inputs: SkillInput[] }): StoredSkill {
  return {
    ...{ id, name: "form", title, description: title, examples: [], inputs, enabled: true, risk: "read" },
    ...{ verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 10, answer: "" },
    config: { kind: "form", contact: contactFields(inputs) },
  };
}

/** The first field of each kind is the contact's own. */
function contactFields(inputs: readonly SkillInput[]): { email?: string; phone?: string } {
  const email = inputs.find(({ type }) => type === "email")?.id;
  const phone = inputs.find(({ type }) => type === "phone")?.id;
  return { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
}

async function isSaid(
  tx: Tx,
  { organizationId }: ThreadRow,
  messageId: string | undefined,
): Promise<boolean> {
  if (messageId === undefined) return false;
  const found = await tx
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  return found !== undefined;
}
