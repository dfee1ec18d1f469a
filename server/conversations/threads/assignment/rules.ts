import type { Assignment } from "../../../../shared/domain/assignment.ts";
import type { OpeningHours } from "../../../../shared/domain/openingHours.ts";
import { readConfiguration } from "../../../agents/present.ts";
import type { Db } from "../../../database/store.ts";
import type {} from "../../../agents/tables.ts";

/** How an agent's conversations are given to people, as it is published. */
export interface AssignmentRules {
  organizationId: string;
  agentId: string;
  assignment: Assignment;
  hours: OpeningHours | null;
}

/** Gives the rules of the agents that assign by themselves, of one organization where it is named. */
export async function listRules(db: Db, organizationId?: string): Promise<AssignmentRules[]> {
  const rows = await db
    .selectFrom("agents")
    .innerJoin("agentVersions as version", (join) =>
      join
        .onRef("version.organizationId", "=", "agents.organizationId")
        .onRef("version.agentId", "=", "agents.id")
        .onRef("version.version", "=", "agents.publishedVersion"),
    )
    .select(["agents.organizationId", "agents.id as agentId", "version.configuration"])
    .$if(organizationId !== undefined, (query) =>
      query.where("agents.organizationId", "=", organizationId ?? ""),
    )
    // Inside a JSON text a quote is escaped, so no words match. What matches is read.
    .where("version.configuration", "like", '%"assignment":{%')
    .where("version.configuration", "not like", '%"mode":"off"%')
    .execute();
  return rows
    .map(({ configuration, ...key }) => {
      const { assignment, hours } = readConfiguration(configuration);
      return { ...key, assignment, hours };
    })
    .filter(({ assignment }) => assignment.mode !== "off");
}
