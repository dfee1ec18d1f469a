import type { Agent, AgentConfiguration } from "../../shared/contract/agents.ts";
import type { AgentRow } from "./tables.ts";

/** An agent as members of its organisation see it. */
export function presentAgent(row: AgentRow): Agent {
  const configuration = readConfiguration(row.configuration);
  return {
    id: row.id,
    name: configuration.name,
    icon: configuration.icon,
    status: row.status,
    configuration,
    revision: row.revision,
    publishedVersion: row.publishedVersion,
    hasUnpublishedChanges: row.hasUnpublishedChanges === 1,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The configuration that a row or a version keeps as JSON; it passed the contract when it was written. */
export function readConfiguration(json: string): AgentConfiguration {
  return JSON.parse(json) as AgentConfiguration; // written by us after the contract's check
}
