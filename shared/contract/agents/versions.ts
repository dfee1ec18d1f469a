import * as v from "valibot";
import { versionReasons } from "../../domain/versions/reasons.ts";
import { agent, agentConfiguration } from "./agents.ts";
import { call } from "../call.ts";
import { count, data, id, list, paging, revision, time } from "../shapes.ts";
import { widgetSettings } from "../surfaces/surfaces.ts";

/** A version as the history lists it. */
export const version = v.object({
  version: count,
  /** Visitors met what was published; the others are drafts that were kept before something replaced them. */
  reason: v.picklist(versionReasons),
  /** The publisher's note. */
  note: v.string(),
  isPublic: v.boolean(),
  /** The fields that differed from the version that was public then; null for a version of before that was noted. */
  summary: v.nullable(v.array(v.string())),
  /** Whether the pages that it met can be brought back. */
  keepsKnowledge: v.boolean(),
  createdAt: time,
  createdBy: v.nullable(v.string()),
});
export type Version = v.InferOutput<typeof version>;

export const versionSource = v.object({
  name: v.string(),
  kind: v.string(),
  pages: count,
  characters: count,
});

/** A version with all that it holds. */
export const versionContent = v.object({
  ...version.entries,
  configuration: agentConfiguration,
  look: v.nullable(widgetSettings),
  sources: v.nullable(v.array(versionSource)),
});
export type VersionDetail = v.InferOutput<typeof versionContent>;

export const changeAreas = [
  "identity",
  "behaviour",
  "guidance",
  "guardrails",
  "look",
  "skills",
  "sources",
] as const;

/** One page that differs between two versions. */
export const pageChange = v.object({
  kind: v.picklist(["added", "changed", "removed"]),
  title: v.string(),
  url: v.nullable(v.string()),
  source: v.string(),
});
export type PageChange = v.InferOutput<typeof pageChange>;

export const pageChanges = v.object({
  added: count,
  changed: count,
  removed: count,
  /** The first of them; with more than were counted, `isWhole` is false and the numbers are the least that differ. */
  pages: v.array(pageChange),
  isWhole: v.boolean(),
});
export type PageChanges = v.InferOutput<typeof pageChanges>;

/** What differs between two versions, or a version and the draft. */
export const versionChanges = v.object({
  /** The draft's revision, where the comparison is with the draft: publishing and restoring send it back. */
  revision: count,
  changes: v.array(
    v.object({
      area: v.picklist(changeAreas),
      label: v.string(),
      before: v.nullable(v.string()),
      after: v.nullable(v.string()),
    }),
  ),
  /** Pages of data sources; null where the older of the two is from before versions remembered them. */
  pages: v.nullable(pageChanges),
});
export type VersionChanges = v.InferOutput<typeof versionChanges>;

const base = "/v1/org/{orgId}/copilotapps/{productId}/versions" as const;
const reads = { member: "agents.read" } as const;

export const listVersions = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists an agent's versions, newest first.",
  query: paging,
  answer: list(version),
});

export const getVersion = call({
  family: "console",
  method: "GET",
  path: `${base}/{version}`,
  who: reads,
  summary: "Returns one version of an agent with its contents.",
  answer: data(versionContent),
});

/** `to` is the number of another version or `draft`. The answer reads from the version of the path to that one. */
export const compareVersions = call({
  family: "console",
  method: "GET",
  path: `${base}/{version}/changes`,
  who: reads,
  summary: "Returns what changed from one version to another, or to the draft.",
  query: v.object({ to: v.optional(id, "draft") }),
  answer: data(versionChanges),
});

/**
 * Makes a version the draft again; it goes live once it is published. The draft of before is kept as a version.
 * Knowledge has no draft: with it, answers find the pages of then as soon as they are read back. 409 `conflict` when
 * `revision` is not the newest.
 */
export const restoreVersion = call({
  family: "console",
  method: "POST",
  path: `${base}/{version}/restore`,
  who: { member: "agents.update" },
  audit: "Restored a version of an agent",
  summary: "Restores a version as the draft, with or without its knowledge.",
  body: data(v.strictObject({ revision, withKnowledge: v.boolean() })),
  answer: data(agent),
});
