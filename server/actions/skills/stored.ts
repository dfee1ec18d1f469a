import type { VisitorRule } from "../../../shared/contract/collections/settings.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { maxSkills } from "../../../shared/domain/skills.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { markDraftChanged } from "../../agents/work.ts";
import { completeStep } from "../../agents/setupGuide/steps.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Db, Tx } from "../../database/store.ts";
import { secretColumns } from "../secretColumns.ts";
import type { GivenSecret } from "../secretColumns.ts";
import { sealKeys } from "./search/searchKeys.ts";
import type { GivenKeys } from "./search/searchKeys.ts";
import type { SkillRow } from "./tables.ts";

/** A skill as versions keep it. */
export type DraftedSkill = SkillDraft & { id: string };

/** A tool of an MCP server, which nobody writes as a skill: it is made from what the server says. */
export interface McpConfig {
  kind: "mcp";
  serverId: string;
  /** The tool's name as its server knows it. */
  tool: string;
  /** JSON Schema, as the server gave it. */
  inputSchema: Record<string, unknown>;
  /** The `ui://` page that shows what it gives; null where an app asks for it. Left out where no app has to do with it. */
  app?: string | null;
}

/** A workflow that the agent may start, which is made from its trigger. */
export interface WorkflowConfig {
  kind: "workflow";
  workflowId: string;
}

/** What an agent may write into a data collection, which is made from the collection's own rules. */
export interface CollectionConfig {
  kind: "collection";
  collectionId: string;
  does: "add" | "change";
  /** Which column each input is. */
  columns: Record<string, string>;
  /** The input that says whose a row is, and what of the verified visitor; null where rows belong to nobody. */
  own: { input: string; equals: VisitorRule["equals"] } | null;
}

/** What skills do that come from elsewhere than the draft. */
export type OtherConfig = McpConfig | WorkflowConfig | CollectionConfig;

/** A skill as agents use it: one of the draft or a version, or one that comes from elsewhere. */
export type StoredSkill = Omit<DraftedSkill, "config"> & {
  config: DraftedSkill["config"] | OtherConfig;
};

const purpose = "skill";

export function readSkill({ id, body }: Pick<SkillRow, "id" | "body">): DraftedSkill {
  return { ...(JSON.parse(body) as SkillDraft), id }; // written after the contract's check
}

export function unsealSecret(
  seal: Pick<Secrets, "unseal">,
  { sealedSecret }: Pick<SkillRow, "sealedSecret">,
): string | null {
  return sealedSecret === null ? null : seal.unseal(sealedSecret, purpose);
}

/** The skills of an agent's draft, in the order in which they were added. */
export function listSkillRows(db: Db, { organizationId, agentId }: AgentKey): Promise<SkillRow[]> {
  return db
    .selectFrom("skills")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .execute();
}

/** A skill of this agent, also one that was deleted from the draft. */
export async function findSkillRow(
  db: Db,
  { organizationId, agentId, skillId }: AgentKey & { skillId: string },
): Promise<SkillRow> {
  const row = await db
    .selectFrom("skills")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", skillId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** The same as a skill; null where there is none. */
export async function findSkill(
  db: Db,
  { organizationId, agentId, skillId }: AgentKey & { skillId: string },
): Promise<DraftedSkill | null> {
  const row = await db
    .selectFrom("skills")
    .select(["id", "body"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", skillId)
    .executeTakeFirst();
  return row ? readSkill(row) : null;
}

interface Saving extends AgentKey {
  draft: SkillDraft;
  secret: GivenSecret;
  searchKeys: GivenKeys | undefined;
  now: number;
}

/** Adds a skill to the draft. `conflict` for a name that another one has, and beyond as many as an agent may have. */
export async function insertSkill(
  seal: Pick<Secrets, "seal">,
  tx: Tx,
  { draft, secret, searchKeys, now, ...agent }: Saving,
): Promise<SkillRow> {
  const rows = await listSkillRows(tx, agent);
  if (rows.length >= maxSkills)
    throw new AppError("conflict", {
      message: `An agent has at most ${maxSkills} actions. Delete one first.`,
    });
  refuseTaken(rows, draft.name);
  const row: SkillRow = {
    ...{ organizationId: agent.organizationId, agentId: agent.agentId, id: newId(now) },
    ...{ nameKey: draft.name.toLowerCase(), body: JSON.stringify(draft) },
    ...{ sealedSecret: null, secretEnding: "", ...secretColumns(seal, { purpose, secret }) },
    searchKeys: sealKeys(seal, { searchKeys: null }, searchKeys),
    ...{ recorded: null, deletedAt: null, createdAt: now, updatedAt: now },
  };
  await tx.insertInto("skills").values(row).execute();
  await completeStep(tx, agent, "ai-actions");
  await markDraftChanged(tx, agent, now);
  return row;
}

/** Changes a skill of the draft. `conflict` where somebody saved it since it was read. */
export async function changeSkill(
  seal: Pick<Secrets, "seal">,
  tx: Tx,
  { draft, secret, searchKeys, now, skillId, readAt, ...agent }: Saving & { skillId: string; readAt: number },
): Promise<SkillRow> {
  const rows = await listSkillRows(tx, agent);
  const before = rows.find(({ id }) => id === skillId);
  if (!before) throw new AppError("not_found");
  if (before.updatedAt !== readAt) throw new AppError("conflict");
  refuseTaken(
    rows.filter(({ id }) => id !== skillId),
    draft.name,
  );
  const { systemSkillId } = readSkill(before);
  const changes = {
    nameKey: draft.name.toLowerCase(),
    body: JSON.stringify({ ...(systemSkillId !== undefined && { systemSkillId }), ...draft }),
    ...secretColumns(seal, { purpose, secret }),
    searchKeys: sealKeys(seal, before, searchKeys),
    // Two savings within one millisecond are two.
    updatedAt: Math.max(now, before.updatedAt + 1),
  };
  const changed = await tx
    .updateTable("skills")
    .set(changes)
    .where("organizationId", "=", agent.organizationId)
    .where("id", "=", skillId)
    .where("updatedAt", "=", readAt)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw new AppError("conflict");
  await markDraftChanged(tx, agent, now);
  return changed;
}

function refuseTaken(others: readonly SkillRow[], name: string): void {
  if (others.some(({ nameKey }) => nameKey === name.toLowerCase()))
    throw new AppError("conflict", { message: `Another action is called ${name}. Use another name.` });
}

/** Deletes a skill from the draft; visitors have it until the next publish. */
export async function deleteSkill(
  tx: Tx,
  { organizationId, agentId, skillId, now }: AgentKey & { skillId: string; now: number },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("skills")
    .set({ deletedAt: now, nameKey: skillId, recorded: null })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", skillId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("not_found");
  await markDraftChanged(tx, { organizationId, agentId }, now);
}

/** Makes the draft's skills what a version kept: secrets stay with the skills that they belong to. */
export async function restoreSkills(
  tx: Tx,
  { organizationId, agentId, skills, now }: AgentKey & { skills: readonly DraftedSkill[]; now: number },
): Promise<void> {
  await tx
    .updateTable("skills")
    .set((eb) => ({ deletedAt: now, nameKey: eb.ref("id") }))
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("deletedAt", "is", null)
    .execute();
  for (const { id, ...draft } of skills) {
    const changes = {
      nameKey: draft.name.toLowerCase(),
      body: JSON.stringify(draft),
      deletedAt: null,
      updatedAt: now,
    };
    await tx
      .insertInto("skills")
      .values({
        organizationId,
        agentId,
        id,
        ...changes,
        sealedSecret: null,
        secretEnding: "",
        searchKeys: null,
        recorded: null,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.columns(["organizationId", "id"]).doUpdateSet(changes))
      .execute();
  }
}

/** Gives an agent copies of skills under IDs of their own, beside those that it has; one whose name is taken is left out. */
export async function addCopies(
  tx: Tx,
  {
    organizationId,
    agentId,
    now,
    copies,
  }: AgentKey & {
    now: number;
    copies: readonly (Pick<SkillRow, "body"> &
      Partial<Pick<SkillRow, "sealedSecret" | "secretEnding" | "searchKeys">>)[];
  },
): Promise<void> {
  const own = await listSkillRows(tx, { organizationId, agentId });
  const taken = new Set(own.map(({ nameKey }) => nameKey));
  const rows = copies.flatMap(
    ({ body, sealedSecret = null, secretEnding = "", searchKeys = null }): SkillRow[] => {
      const nameKey = readSkill({ id: "", body }).name.toLowerCase();
      if (taken.has(nameKey) || taken.size >= maxSkills) return [];
      taken.add(nameKey);
      const dates = { recorded: null, deletedAt: null, createdAt: now, updatedAt: now };
      const secrets = { sealedSecret, secretEnding, searchKeys };
      return [{ organizationId, agentId, id: newId(now), nameKey, body, ...secrets, ...dates }];
    },
  );
  if (rows.length > 0) await tx.insertInto("skills").values(rows).execute();
}
