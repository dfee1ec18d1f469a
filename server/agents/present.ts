import { defaultBehavior } from "../../shared/domain/behavior.ts";
import type { Agent, AgentConfiguration } from "../../shared/contract/agents/agents.ts";
import { guideOf } from "../../shared/domain/setupGuide.ts";
import { readSavedBy } from "./savedBy.ts";
import { readSteps } from "./setupGuide/steps.ts";
import type { AgentRow } from "./tables.ts";

/** An agent as members of its organization see it. */
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
    savedBy: readSavedBy(row),
    isDemo: row.isDemo === 1,
    setupGuide: guideOf(readSteps(row)),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The configuration that a row or a version keeps as JSON; what did not exist when it was written has its default. */
export function readConfiguration(json: string): AgentConfiguration {
  return { ...defaultBehavior, ...(JSON.parse(json) as AgentConfiguration) }; // written by us after the contract's check
}
