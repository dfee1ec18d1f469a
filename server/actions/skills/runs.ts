import { createHash } from "node:crypto";
import type { FormValues } from "../../../shared/domain/forms.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { SkillOutcome } from "./http/sendRequest.ts";
import type { StoredSkill } from "./stored.ts";
import type { SkillRunRow } from "./tables.ts";

/** The conversation in which a skill is used. */
export interface RunPlace extends AgentKey {
  threadId: string;
  /** The visitor for whom it is used. */
  contactId?: string;
  /** The agent's message that uses it. */
  answerId?: string;
  preview: boolean;
}

/** The same for the same skill with the same inputs in one conversation: our own repeats, and the far side's. */
export function effectKeyOf(
  place: Pick<RunPlace, "organizationId" | "threadId">,
  skill: Pick<StoredSkill, "id">,
  inputs: FormValues,
): string {
  const sorted = Object.entries(inputs).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const what = JSON.stringify([place.organizationId, place.threadId, skill.id, sorted]);
  return createHash("sha256").update(what).digest("hex").slice(0, 32);
}

/**
 * Whether the same effect in one conversation is a repetition. A row that was changed since may be set back: whether it
 * stands so already, the row says.
 */
export function isDoneOnce({ risk, config }: Pick<StoredSkill, "risk" | "config">): boolean {
  return risk !== "read" && !(config.kind === "collection" && config.does === "change");
}

/** A run that begins or waits, as it is stored. */
export function newRun(
  place: RunPlace,
  skill: StoredSkill,
  {
    inputs,
    now,
    exchange = null,
    appOf = null,
    ...state
  }: Pick<SkillRunRow, "state" | "messageId" | "expiresAt"> & {
    inputs: FormValues;
    now: number;
    exchange?: string | null;
    appOf?: string | null;
  },
): SkillRunRow {
  const { organizationId, agentId, threadId, preview } = place;
  return {
    ...{ organizationId, agentId, threadId, id: newId(now), skillId: skill.id },
    ...{ skill: JSON.stringify(skill), risk: skill.risk, inputs: JSON.stringify(inputs), ...state },
    effectKey: effectKeyOf(place, skill, inputs),
    exchange,
    ...{ decidedBy: null, request: null, response: null, picked: null, error: null, ms: null },
    ...{ holder: null, beginId: null, appPageId: null, appResult: null, appOf },
    ...{ preview: preview ? 1 : 0, createdAt: now, sentAt: null, endedAt: null },
  };
}

export function readRunSkill({ skill }: Pick<SkillRunRow, "skill">): StoredSkill {
  return JSON.parse(skill) as StoredSkill; // written by newRun
}

export function readRunInputs({ inputs }: Pick<SkillRunRow, "inputs">): FormValues {
  return JSON.parse(inputs) as FormValues; // written by newRun
}

/** The columns that say how a run came out. */
export function outcomeColumns(
  { request, response, picked, error, ms, app }: SkillOutcome,
  now: number,
): Pick<
  SkillRunRow,
  "state" | "request" | "response" | "picked" | "error" | "ms" | "endedAt" | "appPageId" | "appResult"
> {
  return {
    state: error === null ? "done" : "failed",
    request: request && JSON.stringify(request),
    response: response && JSON.stringify(response),
    ...{ picked, error, ms, endedAt: now },
    ...{ appPageId: app?.pageId ?? null, appResult: app?.result ?? null },
  };
}

export async function insertRun(db: Db, row: SkillRunRow): Promise<void> {
  await db.insertInto("skillRuns").values(row).execute();
}

/** A run of this conversation, locked. */
export function lockRun(
  tx: Tx,
  { organizationId, threadId, runId }: { organizationId: string; threadId: string; runId: string },
): Promise<SkillRunRow | undefined> {
  return tx
    .selectFrom("skillRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("id", "=", runId)
    .forUpdate()
    .executeTakeFirst();
}

export function findRun(
  db: Db,
  { organizationId, runId }: { organizationId: string; runId: string },
): Promise<SkillRunRow | undefined> {
  return db
    .selectFrom("skillRuns")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", runId)
    .executeTakeFirst();
}

/** Changes a run, where it still is in the state that the caller knows. */
export async function changeRun(
  tx: Tx,
  { organizationId, id, state }: Pick<SkillRunRow, "organizationId" | "id" | "state">,
  changes: Partial<SkillRunRow>,
): Promise<SkillRunRow | undefined> {
  return tx
    .updateTable("skillRuns")
    .set(changes)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("state", "=", state)
    .returningAll()
    .executeTakeFirst();
}

/** What a conversation has of a skill that waits, runs, or was done. */
export function listEffects(
  db: Db,
  { organizationId, threadId, skillId }: { organizationId: string; threadId: string; skillId: string },
): Promise<Pick<SkillRunRow, "id" | "state" | "effectKey">[]> {
  return db
    .selectFrom("skillRuns")
    .select(["id", "state", "effectKey"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("skillId", "=", skillId)
    .where("state", "in", ["waiting", "running", "done", "unknown"])
    .execute();
}

/** How often each skill of an agent was used by visitors since then. */
export function countUses(
  db: Db,
  { organizationId, skillIds, since }: { organizationId: string; skillIds: string[]; since: number },
) {
  return db
    .selectFrom("skillRuns")
    .select((eb) => [
      "skillId",
      eb.fn.countAll<number>().as("uses"),
      eb.fn
        .sum<number>(eb.case().when("state", "in", ["failed", "unknown"]).then(1).else(0).end())
        .as("failures"),
      eb.fn.max("createdAt").as("lastUsedAt"),
    ])
    .where("organizationId", "=", organizationId)
    .where("skillId", "in", skillIds)
    .where("createdAt", ">=", since)
    .where("preview", "=", 0)
    .groupBy("skillId")
    .execute();
}

/** The runs of skills, the newest first. */
export async function listRuns(
  db: Db,
  {
    organizationId,
    skillIds,
    page,
    limit,
  }: { organizationId: string; skillIds: readonly string[]; page: number; limit: number },
): Promise<{ rows: SkillRunRow[]; total: number }> {
  if (skillIds.length === 0) return { rows: [], total: 0 };
  const all = db
    .selectFrom("skillRuns")
    .where("organizationId", "=", organizationId)
    .where("skillId", "in", skillIds);
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(total) };
}
