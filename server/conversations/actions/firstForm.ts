import type { BodyOf } from "../../../shared/contract/call.ts";
import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import type { sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import { checkForm, showValue } from "../../../shared/domain/forms.ts";
import type { FormField, FormValues } from "../../../shared/domain/forms.ts";
import { insertRun, newRun } from "../../actions/skills/runs.ts";
import type { DraftedSkill } from "../../actions/skills/stored.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import { findAnsweringAgent } from "../../agents/find.ts";
import type { Tx } from "../../database/store.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ThreadRow } from "../tables.ts";
import { listValues, makeCard } from "./cards.ts";
import { listFileIds, nameFiles } from "./formFiles.ts";
import { keepFormInContact } from "./keepFormInContact.ts";

/** What a visitor filled in before their first message. */
export interface FirstForm {
  skill: DraftedSkill;
  values: FormValues;
  /** Files that go along with the message. */
  fileIds: string[];
}

/** Reads what was filled in; null where that is no form of the agent. What does not fit is left out: the message counts more. */
export async function readFirstForm(
  { store, skills }: Pick<ConversationDeps, "store" | "skills">,
  caller: Pick<VisitorCaller, "organizationId" | "agentId" | "preview">,
  sent: BodyOf<typeof sendMessage>["data"]["form"],
): Promise<FirstForm | null> {
  if (!sent) return null;
  const agent = await findAnsweringAgent(store.db, caller, caller);
  const skill = agent && (await skills.findForm(agent, sent.skillId));
  if (!skill) return null;
  const fields = skill.inputs.filter(({ from }) => from === null);
  const values = takeGood(fields, sent.values);
  return { skill, values, fileIds: listFileIds(fields, values) };
}

function takeGood(fields: readonly FormField[], given: Readonly<Record<string, unknown>>): FormValues {
  const checked = checkForm(fields, given);
  if ("values" in checked) return checked.values;
  const good = fields.filter(({ id }) => !Object.hasOwn(checked.errors, id));
  const again = checkForm(good, given);
  return "values" in again ? again.values : {};
}

/** The run and the card of a form that was filled in, and what the conversation knows of it. */
export interface KeptForm {
  run: SkillRunRow;
  inputs: FormValues;
  card: MessageAction;
  /** For the thread. */
  firstForm: string;
}

/** Makes what is kept of a form with the visitor's first message. */
export function makeKeptForm(
  { skill, values }: FirstForm,
  {
    thread,
    messageId,
    attachments,
    now,
  }: { thread: ThreadRow; messageId: string; attachments: string; now: number },
): KeptForm {
  const inputs = nameFiles(skill.inputs, values, attachments);
  const { organizationId, agentId, id: threadId } = thread;
  const place = { organizationId, agentId, threadId, preview: thread.preview === 1 };
  const begun = newRun(place, skill, { inputs, state: "done", messageId, expiresAt: null, now });
  const run = { ...begun, decidedBy: "visitor", picked: begun.inputs, endedAt: now };
  const card = makeCard(run, { fields: [], by: "visitor", expiresAt: now });
  const shown = skill.inputs.flatMap(({ id, label }) => {
    const value = inputs[id];
    return value === undefined ? [] : [[label, showValue(value)]];
  });
  return {
    run,
    inputs,
    card: { ...card, values: listValues(run) },
    firstForm: JSON.stringify(Object.fromEntries(shown)),
  };
}

/** Keeps it, in the transaction that stores the message. */
export async function keepFirstForm(
  deps: Pick<ConversationDeps, "events" | "procedures">,
  tx: Tx,
  { thread, kept, now }: { thread: ThreadRow; kept: KeptForm; now: number },
): Promise<void> {
  await insertRun(tx, kept.run);
  await keepFormInContact(deps, tx, { thread, run: kept.run, inputs: kept.inputs, now });
  await deps.procedures.takeEnd(tx, { thread, run: kept.run });
}
