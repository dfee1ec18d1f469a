import type { AgentPart } from "../../agents/parts.ts";
import { skillsPart } from "../../agents/versionContent.ts";
import type { Db } from "../../database/store.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { unfilledAddress } from "./system/systemSkill.ts";
import { addCopies, listSkillRows, readSkill, restoreSkills } from "./stored.ts";
import type { DraftedSkill } from "./stored.ts";

/** What skills have to do with an agent's life: a version keeps them, a copy has them with their secrets, a file without. */
export const agentSkills: AgentPart = {
  name: skillsPart,
  freeze: async (db, agent): Promise<DraftedSkill[]> => (await listSkillRows(db, agent)).map(readSkill),
  restore: (tx, { organizationId, agentId, frozen, now }) =>
    restoreSkills(tx, { organizationId, agentId, now, skills: (frozen ?? []) as DraftedSkill[] }), // as freeze gave it
  async exportPieces(db, agent, { skills: isWanted }) {
    if (!isWanted) return {};
    const skills = (await listSkillRows(db, agent)).map((row) => toPortable(readSkill(row)));
    return skills.length > 0 ? { skills: { skills } } : {};
  },
  take: (tx, { organizationId, agentId, now }, { skills }) =>
    addCopies(tx, {
      ...{ organizationId, agentId, now },
      copies: (skills?.skills ?? []).map((draft) => ({ body: JSON.stringify(draft) })),
    }),
  async share(tx, { organizationId, from, to, choice }, { now }) {
    if (!choice.skills) return;
    const copies = await listSkillRows(tx, { organizationId, agentId: from });
    await addCopies(tx, { organizationId, agentId: to, now, copies });
  },
  async remove(tx, { organizationId, agentId }) {
    for (const table of ["skillRuns", "skills", "fieldOptions"] as const) {
      await tx
        .deleteFrom(table)
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .execute();
    }
  },
};

/** Whom a mail goes to stays at home, and so does the team that gets a conversation. */
function toPortable({ id: _, ...draft }: DraftedSkill) {
  const { config } = draft;
  if (config.kind === "handover") return { ...draft, config: { ...config, teamId: null } };
  if (config.kind !== "email" || config.to.who !== "team") return draft;
  return { ...draft, config: { ...config, to: { ...config.to, address: unfilledAddress } } };
}

/** What an answering agent may use: what its version froze, or the draft's for the preview. */
export async function listSkills(
  db: Db,
  agent: AgentKey & { parts: Record<string, unknown> },
): Promise<DraftedSkill[]> {
  // The draft has no parts; a version from before there were skills has others.
  const isDraft = Object.keys(agent.parts).length === 0;
  const frozen = (agent.parts[skillsPart] ?? []) as DraftedSkill[]; // as freeze gave it
  const all = isDraft ? (await listSkillRows(db, agent)).map(readSkill) : frozen;
  return all.filter(({ enabled }) => enabled);
}
