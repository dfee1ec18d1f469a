import * as v from "valibot";
import {
  maxPortableValues,
  portableFormat,
  portableVersion,
  templateCategories,
} from "../../domain/portable.ts";
import { maxIntegrations } from "../../domain/integrations.ts";
import { maxMcpServers } from "../../domain/mcps.ts";
import { maxSkills } from "../../domain/skills.ts";
import { sourceKindList } from "../../domain/sourceKinds.ts";
import { maxTestCases } from "../../domain/testCases.ts";
import {
  maxCellCharacters,
  maxCollectionRows,
  maxCollections,
  maxColumns,
} from "../../domain/collections.ts";
import { agentConfiguration } from "./agents.ts";
import { collectionSettings, columnSettings, visitorRule } from "../collections/settings.ts";
import { audience } from "../knowledge/knowledge.ts";
import { count, id, keptCount, text, time, title } from "../shapes.ts";
import { portableConfigs } from "../knowledge/sourceConfigs.ts";
import { widgetSettings } from "../surfaces/surfaces.ts";
import { integrationDraft } from "../integrations/integrations.ts";
import { mcpServerDraft } from "../mcps/mcps.ts";
import { maxWorkflows } from "../../domain/workflows/limits.ts";
import { skillDraft } from "../skills/skills.ts";
import { workflowGraph, workflowTrigger } from "../workflows/graph.ts";
import { newTestCase } from "../evaluation/testCase.ts";

/** How an agent looks. What is left out keeps the look that a new agent has. No token, no origins, no secrets. */
export const surfacesPiece = v.strictObject({ widget: v.partial(widgetSettings) });
export type SurfacesPiece = v.InferOutput<typeof surfacesPiece>;

/**
 * A source as it travels: where to read, and what was typed; no files, nobody's access to an account, and never what was
 * read.
 */
export const portableSource = v.strictObject({
  name: text(120),
  config: v.variant("kind", portableConfigs),
  /** Left out for one that is for everyone. */
  audience: v.optional(audience),
});
export type PortableSource = v.InferOutput<typeof portableSource>;

export const knowledgePiece = v.strictObject({
  sources: v.pipe(v.array(portableSource), v.maxLength(200)),
  /**
   * What stays at home and is to be given again: files by their names, pushed documents, the organization's own
   * sources, and what is too long.
   */
  left: v.pipe(
    v.array(
      v.strictObject({
        name: text(120),
        kind: v.picklist([...sourceKindList, "shared"]),
        files: v.pipe(v.array(text(400)), v.maxLength(200)),
      }),
    ),
    v.maxLength(200),
  ),
});
export type KnowledgePiece = v.InferOutput<typeof knowledgePiece>;

/** A test case as it travels: what it asks and what must hold of the answer. */
export const portableCase = v.strictObject({
  ...v.omit(newTestCase, ["from"]).entries,
  /** A mark of the conversation it was made from, by which erasing its visitor finds it; it does not say which one that is. */
  origin: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/))),
});
export type PortableCase = v.InferOutput<typeof portableCase>;

export const evaluationPiece = v.strictObject({
  cases: v.pipe(v.array(portableCase), v.maxLength(maxTestCases)),
  /** How many were too long to come along. */
  left: v.pipe(count, v.maxValue(maxTestCases)),
});
export type EvaluationPiece = v.InferOutput<typeof evaluationPiece>;

/** Cells of a row in the order of the columns. */
const portableRow = v.pipe(
  v.array(v.nullable(v.union([text(maxCellCharacters), v.number(), v.boolean()]))),
  v.maxLength(maxColumns),
);

/** A data collection as it travels. `at` is the place of the visitors' column. */
export const portableCollection = v.strictObject({
  ...collectionSettings,
  columns: v.pipe(v.array(v.strictObject(columnSettings)), v.minLength(1), v.maxLength(maxColumns)),
  visitorColumn: v.nullable(
    v.strictObject({ at: v.pipe(count, v.maxValue(maxColumns - 1)), equals: visitorRule.entries.equals }),
  ),
  rows: v.pipe(v.array(portableRow), v.maxLength(2000)),
});
export type PortableCollection = v.InferOutput<typeof portableCollection>;

export const collectionsPiece = v.strictObject({
  collections: v.pipe(v.array(portableCollection), v.maxLength(maxCollections)),
  /** How many rows stay at home: those that visitors have a part in, and those that are too many. */
  left: v.pipe(count, v.maxValue(maxCollections * maxCollectionRows)),
});
export type CollectionsPiece = v.InferOutput<typeof collectionsPiece>;
/** Skills as they travel: without what signs in. */
export const skillsPiece = v.strictObject({ skills: v.pipe(v.array(skillDraft), v.maxLength(maxSkills)) });
export type SkillsPiece = v.InferOutput<typeof skillsPiece>;

/** Drafts of workflows; their importer publishes them. */
const workflowsPiece = v.strictObject({
  workflows: v.pipe(
    v.array(
      v.strictObject({
        ...{ name: title(120), description: text(1000), trigger: workflowTrigger, graph: workflowGraph },
      }),
    ),
    v.maxLength(maxWorkflows),
  ),
});
export type WorkflowsPiece = v.InferOutput<typeof workflowsPiece>;

/** MCP servers as they travel: without what signs in, and without tools, which are read again. */
export const mcpsPiece = v.strictObject({
  servers: v.pipe(v.array(mcpServerDraft), v.maxLength(maxMcpServers)),
});
export type McpsPiece = v.InferOutput<typeof mcpsPiece>;

/** Connections as they travel: by name, without what signs in. */
export const integrationsPiece = v.strictObject({
  connections: v.pipe(v.array(integrationDraft), v.maxLength(maxIntegrations)),
});
export type IntegrationsPiece = v.InferOutput<typeof integrationsPiece>;

/** What the capabilities hand in beside the agent's own configuration; each field is one capability's. */
const pieces = {
  surfaces: v.optional(surfacesPiece),
  knowledge: v.optional(knowledgePiece),
  evaluation: v.optional(evaluationPiece),
  collections: v.optional(collectionsPiece),
  skills: v.optional(skillsPiece),
  workflows: v.optional(workflowsPiece),
  mcps: v.optional(mcpsPiece),
  integrations: v.optional(integrationsPiece),
};
export interface Pieces {
  surfaces?: SurfacesPiece;
  knowledge?: KnowledgePiece;
  evaluation?: EvaluationPiece;
  collections?: CollectionsPiece;
  skills?: SkillsPiece;
  workflows?: WorkflowsPiece;
  mcps?: McpsPiece;
  integrations?: IntegrationsPiece;
}

/** An agent's configuration as it travels. `model` is null where only the organization's own key knew it. */
export const portableConfiguration = v.strictObject({
  ...agentConfiguration.entries,
  model: v.nullable(agentConfiguration.entries.model),
});
export type PortableConfiguration = v.InferOutput<typeof portableConfiguration>;

/** What has to be given again where the agent goes, in words: nothing of it is in the file. */
const requirements = v.strictObject({
  /** Models that only an own key knew, by their provider's names. */
  models: v.pipe(v.array(title(200)), v.maxLength(10)),
  providers: v.pipe(v.array(title(40)), v.maxLength(20)),
  /** Where a secret stood that was taken out. */
  secrets: v.pipe(v.array(title(200)), v.maxLength(100)),
});

/** What is said of an agent that travels. */
export const aboutPortable = {
  title: title(80),
  description: text(500),
  category: v.picklist(templateCategories),
  icon: agentConfiguration.entries.icon,
  author: text(80),
};

const portableFields = v.strictObject({
  format: v.literal(portableFormat, "This is not the file of an agent."),
  formatVersion: v.literal(
    portableVersion,
    "This file was written by a newer version. Update this server, then import it.",
  ),
  id,
  ...aboutPortable,
  usedCount: keptCount,
  createdAt: time,
  agent: portableConfiguration,
  ...pieces,
  requires: requirements,
});

/** The file of an agent: everything that makes it again elsewhere, and nothing that is secret or somebody's. */
export const portableFile = v.pipe(
  v.unknown(),
  v.check(isOfUsualSize, "This file has more in it than the file of an agent can have."),
  portableFields,
);
export type PortableFile = v.InferOutput<typeof portableFile>;

/** Counts before anything else looks at it, so that a million small faults are not each described. */
function isOfUsualSize(value: unknown): boolean {
  const waiting = [value];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen > maxPortableValues) return false;
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    const children: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (children.length > maxPortableValues) return false;
    waiting.push(...children);
  }
  return true;
}
