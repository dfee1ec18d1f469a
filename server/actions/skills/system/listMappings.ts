import type { InferOutput } from "valibot";
import type { skillMapping } from "../../../../shared/contract/skills/systemSkills.ts";
import type { Db } from "../../../database/store.ts";
import { readSkill } from "../stored.ts";

interface MappingsWanted {
  organizationId: string;
  /** Of these agents alone, as an API key may be limited; null for all. */
  only: readonly string[] | null;
  page: number;
  limit: number;
}

/** A page of the skills of drafts that were made from system skills, and how many there are. */
export async function listMappings(
  db: Db,
  { organizationId, only, page, limit }: MappingsWanted,
): Promise<{ items: InferOutput<typeof skillMapping>[]; total: number }> {
  const found = db
    .selectFrom("skills")
    // What a deleted agent had is removed some time after it.
    .innerJoin("agents", (join) =>
      join
        .onRef("agents.organizationId", "=", "skills.organizationId")
        .onRef("agents.id", "=", "skills.agentId"),
    )
    .where("skills.organizationId", "=", organizationId)
    .where("skills.deletedAt", "is", null)
    // Quotes in what people typed have a backslash before them in JSON, so that only the field itself is found.
    .where("skills.body", "like", '%"systemSkillId":"%')
    .$if(only !== null, (query) => query.where("skills.agentId", "in", [...(only ?? [])]));
  const { total } = await found
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(["skills.agentId", "skills.id", "skills.body"])
    .orderBy("skills.agentId")
    .orderBy("skills.id")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const items = rows.map((row) => {
    const { systemSkillId = "", enabled } = readSkill(row);
    return { agentId: row.agentId, skillId: row.id, systemSkillId, enabled };
  });
  return { items, total: Number(total) };
}
