import type { FormValues } from "../../../shared/domain/forms.ts";
import { showValue } from "../../../shared/domain/forms.ts";
import type { SkillInput } from "../../../shared/contract/skills/skills.ts";
import { readRunSkill } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import { changeContact, lockContact } from "../contacts/contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ContactRow, ThreadRow } from "../tables.ts";

/** Which inputs say something of the visitor: as a form names them, or by their types before a hand-over. */
function findContactInputs({
  config,
  inputs,
}: StoredSkill): Partial<Record<"name" | "email" | "phone", string>> {
  if (config.kind === "form") return config.contact;
  if (config.kind !== "handover") return {};
  const find = (is: (input: SkillInput) => boolean) =>
    inputs.find((one) => one.from === null && is(one))?.id ?? "";
  return {
    name: find(({ id, type }) => id === "name" && type === "text"),
    email: find(({ type }) => type === "email"),
    phone: find(({ type }) => type === "phone"),
  };
}

/** Keeps with an anonymous visitor's contact what they wrote of themself in a form; of who is verified the site says that. */
export async function keepFormInContact(
  deps: Pick<ConversationDeps, "events">,
  tx: Tx,
  { thread, run, inputs, now }: { thread: ThreadRow; run: SkillRunRow; inputs: FormValues; now: number },
): Promise<void> {
  const kept = findContactInputs(readRunSkill(run));
  const { organizationId, agentId, contactId } = thread;
  const key = { organizationId, agentId, contactId, now };
  const before = await lockContact(tx, key);
  if (before.verified === 1 || before.blockedAt !== null || before.eraseAskedAt !== null) return;
  const changes: Partial<Pick<ContactRow, "name" | "email" | "phone">> = {};
  for (const name of ["name", "email", "phone"] as const) {
    const value = inputs[kept[name] ?? ""];
    if (value !== undefined) changes[name] = showValue(value).slice(0, 120);
  }
  await changeContact(deps, tx, { key, before, changes });
}
