import { withoutHidden } from "../../../shared/domain/forms.ts";
import type { ProposedAction } from "../../answering/skills/planUse.ts";
import { presentField } from "../../actions/skills/present.ts";
import { insertRun, newRun } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { makeAppCard, makeCard, waitFor } from "./cards.ts";
import { expireLater } from "./expireLater.ts";

/** What an answer proposed, as it is stored with it: the runs that wait, and the message's cards. */
export interface Proposal {
  runs: SkillRunRow[];
  /** The runs that were done already, which apps show below the message. */
  shown: { organizationId: string; messageId: string; runIds: string[] };
  actions: string;
  /** The skill by which the answer ends the conversation. */
  ends: StoredSkill | null;
  /** The skill by which it hands the conversation over, with what is known for it. */
  handsOver: Pick<ProposedAction, "skill" | "inputs"> | null;
}

/** Makes the runs and cards of an ended answer; none where a person has the conversation by now. */
export function makeProposal(
  thread: ThreadRow,
  messageId: string,
  { proposed, now }: { proposed: readonly ProposedAction[]; now: number },
): Proposal {
  const { organizationId, agentId, id: threadId } = thread;
  const shown = { organizationId, messageId, runIds: [] };
  if (thread.handledBy !== "ai") return { runs: [], shown, actions: "[]", ends: null, handsOver: null };
  const place = { organizationId, agentId, threadId, preview: thread.preview === 1 };
  const ends = proposed.find(({ skill }) => skill.config.kind === "end")?.skill ?? null;
  const handsOver = proposed.find(isHandover) ?? null;
  const apps = proposed.flatMap(({ shownRunId: id, skill: { title } }) =>
    id === undefined ? [] : [{ id, title }],
  );
  const others = proposed.filter(
    (one) => one.skill.config.kind !== "end" && !isHandover(one) && one.shownRunId === undefined,
  );
  const waiting = others.map(({ skill, inputs, fields, signIn, before, asks }) => {
    const wait = waitFor(skill, { hasFields: asks !== undefined || fields.length > 0, now });
    const { expiresAt } = wait;
    const exchange = asks?.exchange ?? null;
    const run = newRun(place, skill, { inputs, state: "waiting", messageId, expiresAt, exchange, now });
    const shown = asks?.fields ?? withoutHidden(fields).map(presentField);
    const card = makeCard(run, { fields: shown, signIn, ...wait });
    const values = before ? [...card.values, { label: "Before", value: before }] : card.values;
    return { run, card: { ...card, values, note: asks?.message ?? null } };
  });
  const cards = [...apps.map((app) => makeAppCard(app, now)), ...waiting.map(({ card }) => card)];
  return {
    runs: waiting.map(({ run }) => run),
    shown: { ...shown, runIds: apps.map(({ id }) => id) },
    actions: JSON.stringify(cards),
    // A visitor who waits for a decision has not said goodbye.
    ends: waiting.length > 0 ? null : ends,
    handsOver,
  };
}

/** One that asks for something first is a card like others. */
function isHandover({ skill, fields }: ProposedAction): boolean {
  return skill.config.kind === "handover" && fields.length === 0;
}

/** Stores what waits, in the transaction that ends the answer: nobody is asked before it is kept. */
export async function storeProposal(
  deps: Pick<ConversationDeps, "jobs">,
  tx: Tx,
  { runs, shown: { organizationId, messageId, runIds } }: Pick<Proposal, "runs" | "shown">,
): Promise<void> {
  if (runIds.length > 0)
    await tx
      .updateTable("skillRuns")
      .set({ messageId })
      .where("organizationId", "=", organizationId)
      .where("id", "in", runIds)
      .execute();
  for (const run of runs) {
    await insertRun(tx, run);
    await expireLater(deps, tx, run);
  }
}

/** What an answer proposed that is written again no longer waits. */
export async function withdrawProposals(
  tx: Tx,
  { organizationId, id: messageId }: Pick<MessageRow, "organizationId" | "id">,
  now: number,
): Promise<void> {
  await tx
    .updateTable("skillRuns")
    .set({ state: "withdrawn", endedAt: now })
    .where("organizationId", "=", organizationId)
    .where("messageId", "=", messageId)
    .where("state", "=", "waiting")
    .execute();
}
