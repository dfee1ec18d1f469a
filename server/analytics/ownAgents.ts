import { AppError } from "../../shared/errors/errors.ts";
import type { AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import type { Db } from "../database/store.ts";
import type { MemberCaller } from "../requests/handle.ts";

export interface NamedAgent {
  id: string;
  name: string;
}

/** The organization's agents whose figures somebody sees, or the one that they ask for; a key sees its own alone. */
export async function listOwnAgents(
  db: Db,
  { organizationId, agentIds }: Pick<MemberCaller, "organizationId" | "agentIds">,
  agentId?: string,
): Promise<NamedAgent[]> {
  const rows = await db
    .selectFrom("agents")
    .select(["id", "configuration"])
    .where("organizationId", "=", organizationId)
    .$if(agentId !== undefined, (query) => query.where("id", "=", agentId ?? ""))
    .execute();
  const own = rows.filter(({ id }) => agentIds === null || agentIds.includes(id));
  if (agentId !== undefined && own.length === 0) throw new AppError("not_found");
  return own.map(({ id, configuration }) => ({
    id,
    name: (JSON.parse(configuration) as AgentConfiguration).name, // written after the contract's check
  }));
}
