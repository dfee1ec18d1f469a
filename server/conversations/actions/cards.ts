import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import { showValue, withoutHidden } from "../../../shared/domain/forms.ts";
import type { FormField } from "../../../shared/domain/forms.ts";
import { signInPath } from "../../../shared/domain/integrations.ts";
import type { SignInNeeded } from "../../actions/skills/deps.ts";
import { approvableForMs, confirmableForMs, takenUpWithinMs } from "../../../shared/domain/skills.ts";
import { readRunInputs, readRunSkill } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import type { MessageRow } from "../tables.ts";

/** The next person to decide, and their deadline. */
export function waitFor(
  { risk, config }: Pick<StoredSkill, "risk" | "config">,
  { hasFields, isAllowed = false, now }: { hasFields: boolean; isAllowed?: boolean; now: number },
): Pick<MessageAction, "by" | "expiresAt"> {
  if (config.kind === "client" && !hasFields && (isAllowed || risk === "read")) {
    // The team's word may come when the visitor is long gone.
    const withinMs = risk === "approval" ? confirmableForMs : takenUpWithinMs;
    return { by: "page", expiresAt: now + withinMs };
  }
  const isTeams = risk === "approval" && !hasFields;
  return isTeams
    ? { by: "team", expiresAt: now + approvableForMs }
    : { by: "visitor", expiresAt: now + confirmableForMs };
}

/** The card of a run that waits. */
export function makeCard(
  run: SkillRunRow,
  {
    fields,
    by,
    expiresAt,
    signIn,
  }: { fields: readonly FormField[]; signIn?: SignInNeeded | undefined } & Pick<
    MessageAction,
    "by" | "expiresAt"
  >,
): MessageAction {
  return {
    ...{ id: run.id, title: readRunSkill(run).title, by, expiresAt, state: run.state },
    fields: copyFields(fields),
    values: listValues(run),
    ...(signIn && { signIn: { ...signIn, path: signInPath(run.id) } }),
    ...{ note: null, decidedBy: null },
    ...(by === "page" && { tool: describeTool(run, { isConfirmed: false }) }),
  };
}

/** The card of a run that was done already, for the app that shows it: nobody was asked, so that no visitor confirmed it. */
export function makeAppCard({ id, title }: Pick<MessageAction, "id" | "title">, now: number): MessageAction {
  return {
    ...{ id, title, by: "team", expiresAt: now, state: "done", fields: [], values: [] },
    ...{ note: null, decidedBy: null, hasApp: true },
  };
}

export function copyFields(fields: readonly FormField[]): MessageAction["fields"] {
  return fields.map((field) => ({ ...field, options: [...field.options] }));
}

/** What the visitor's page is to run. */
export function describeTool(
  run: SkillRunRow,
  { isConfirmed }: { isConfirmed: boolean },
): NonNullable<MessageAction["tool"]> {
  const { name, timeoutSeconds } = readRunSkill(run);
  return { name, args: readRunInputs(run), timeoutSeconds, isConfirmed };
}

/** What is known of a run's inputs, as people read it. */
export function listValues(run: SkillRunRow): MessageAction["values"] {
  const inputs = readRunInputs(run);
  return withoutHidden(readRunSkill(run).inputs).flatMap(({ id, label }) => {
    const value = inputs[id];
    return value === undefined ? [] : [{ label, value: showValue(value) }];
  });
}

export function readCards({ actions }: Pick<MessageRow, "actions">): MessageAction[] {
  return JSON.parse(actions) as MessageAction[]; // written by makeCard and changeCard
}

/** Changes a card of a message, and gives the message as it is then. */
export async function changeCard(
  tx: Tx,
  message: MessageRow,
  { id, now, ...changes }: Partial<MessageAction> & Pick<MessageAction, "id"> & { now: number },
): Promise<MessageRow> {
  const cards = readCards(message).map((card) => (card.id === id ? { ...card, ...changes } : card));
  return writeCards(tx, message, { cards, now });
}

/** Adds a card to a message, and gives the message as it is then. */
export function addCard(
  tx: Tx,
  message: MessageRow,
  { card, now }: { card: MessageAction; now: number },
): Promise<MessageRow> {
  return writeCards(tx, message, { cards: [...readCards(message), card], now });
}

async function writeCards(
  tx: Tx,
  message: MessageRow,
  { cards, now }: { cards: MessageAction[]; now: number },
): Promise<MessageRow> {
  const actions = JSON.stringify(cards);
  const updatedAt = Math.max(now, message.updatedAt + 1);
  await tx
    .updateTable("messages")
    .set({ actions, updatedAt })
    .where("organizationId", "=", message.organizationId)
    .where("id", "=", message.id)
    .execute();
  return { ...message, actions, updatedAt };
}
