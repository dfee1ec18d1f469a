import type { SourceAudience } from "../../shared/domain/sourceAudience.ts";
import type { VersionContent, VersionSkill, VersionSource } from "../../shared/domain/versions/content.ts";
import type { Db } from "../database/store.ts";
import type { AgentKey, AgentPart } from "./parts.ts";
import { readConfiguration } from "./present.ts";

/** The names under which versions keep the parts that are compared. */
export const lookPart = "surfaces";
export const knowledgePart = "knowledge";
export const skillsPart = "skills";

/** What every part keeps of the draft as it is now, by the parts' names. */
export async function freezeParts(
  db: Db,
  agent: AgentKey,
  parts: readonly AgentPart[],
): Promise<Record<string, unknown>> {
  const frozen: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.freeze) frozen[part.name] = await part.freeze(db, agent);
  }
  return frozen;
}

/** What a version or the draft holds, as it is compared. */
export function toContent(configuration: string, parts: Readonly<Record<string, unknown>>): VersionContent {
  const looks = parts[lookPart] as Record<string, Record<string, unknown>> | undefined; // by the surfaces' freeze
  const knowledge = parts[knowledgePart] as FrozenKnowledge | undefined;
  return {
    configuration: { ...readConfiguration(configuration) },
    look: looks?.["widget"] ?? {},
    skills: (parts[skillsPart] ?? []) as VersionSkill[], // by the skills' freeze
    sources: knowledge ? [...knowledge.sources, ...(knowledge.shared ?? [])] : null,
  };
}

/** What knowledge freezes. */
export interface FrozenKnowledge {
  sources: (VersionSource & {
    id: string;
    /** Absent in versions of before sources had one. */
    audience?: SourceAudience;
  })[];
  /** The organization's own sources that the agent used; absent in versions of before there were any. */
  shared?: VersionSource[];
}

/** The parts that a version keeps. */
export function readParts(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>; // an object, written by keepVersion
}
