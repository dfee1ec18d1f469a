import { showValue, withoutHidden } from "../../../shared/domain/forms.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { fillTemplate } from "../../actions/skills/http/fillTemplate.ts";
import { insertRun, newRun } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { addMessages } from "../messages/write.ts";
import { planChange } from "../threads/planChange.ts";
import { waitForTeam } from "../threads/waitForTeam.ts";
import type { ThreadRow } from "../tables.ts";

/** A conversation that a skill hands over. */
export interface HandingOver {
  /** Locked; the agent has it. */
  thread: ThreadRow;
  skill: StoredSkill;
  inputs: FormValues;
  now: number;
}

/** Hands a conversation over at the end of an answer, and keeps the run. */
export async function handOverNow(deps: ConversationDeps, tx: Tx, handing: HandingOver): Promise<ThreadRow> {
  const { thread, skill, inputs, now } = handing;
  const { organizationId, agentId, id: threadId } = thread;
  const place = { organizationId, agentId, threadId, preview: thread.preview === 1 };
  const begun = newRun(place, skill, { inputs, state: "done", messageId: null, expiresAt: null, now });
  await insertRun(tx, { ...begun, endedAt: now });
  return handOverBySkill(deps, tx, handing);
}

/** Hands a conversation over as a skill says: with a note of what the visitor filled in, to the team that it names. */
export async function handOverBySkill(
  deps: ConversationDeps,
  tx: Tx,
  { thread, skill, inputs, now }: HandingOver,
): Promise<ThreadRow> {
  const content = writeNote(skill, inputs);
  const note = { role: "support", kind: "text", audience: "team", content, authorName: skill.title } as const;
  const noted =
    content === "" ? thread : (await addMessages(deps, tx, { thread, messages: [note], now })).thread;
  const given = await giveToTeam(deps, tx, { thread: noted, skill, now });
  return waitForTeam(deps, tx, { thread: given, now });
}

/** Gives a conversation to the team that a skill names, where that still exists. */
export async function giveToTeam(
  deps: ConversationDeps,
  tx: Tx,
  { thread, skill: { config, title }, now }: Omit<HandingOver, "inputs">,
): Promise<ThreadRow> {
  if (config.kind !== "handover" || config.teamId === null) return thread;
  const team = await tx
    .selectFrom("userGroups")
    .select(["id", "name"])
    .where("organizationId", "=", thread.organizationId)
    .where("id", "=", config.teamId)
    .executeTakeFirst();
  if (!team) return thread;
  const member = { userId: "", name: title };
  const { changes, events } = planChange(thread, { team, isReply: false, member, now });
  const messages = events.map((event) => ({ ...event, authorId: null }));
  if (messages.length === 0) return thread;
  return (await addMessages(deps, tx, { thread, messages, changes, now })).thread;
}

function writeNote({ config, inputs: fields }: StoredSkill, inputs: FormValues): string {
  if (config.kind !== "handover") return "";
  if (config.note.trim() !== "")
    return fillTemplate(config.note, inputs, (text) => text.toWellFormed()).trim();
  return withoutHidden(fields)
    .flatMap(({ id, label }) => (inputs[id] === undefined ? [] : [`${label}: ${showValue(inputs[id])}`]))
    .join("\n");
}
