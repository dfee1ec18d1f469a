import type { GotResponse } from "../../../shared/contract/skills/skills.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import { keptOfBody } from "./http/sendRequest.ts";
import type { SkillRow } from "./tables.ts";

/** What a service really answered to a test. */
export interface RecordedResponse {
  response: GotResponse;
  at: number;
}

export function readRecorded({ recorded }: Pick<SkillRow, "recorded">): RecordedResponse | null {
  return recorded === null ? null : (JSON.parse(recorded) as RecordedResponse); // written by keepRecorded
}

/** Keeps a whole response with its skill, in place of the one before; one that was cut could not be read again. */
export async function keepRecorded(
  db: Db,
  { organizationId, agentId, skillId }: AgentKey & { skillId: string },
  recorded: RecordedResponse,
): Promise<void> {
  if (recorded.response.body.length >= keptOfBody) return;
  await db
    .updateTable("skills")
    .set({ recorded: JSON.stringify(recorded) })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", skillId)
    .execute();
}
