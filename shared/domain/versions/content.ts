/** What a version holds, as far as it can be compared: settings by name, the look of the chat, data sources in short. */
export interface VersionContent {
  configuration: Readonly<Record<string, unknown>>;
  look: Readonly<Record<string, unknown>>;
  /** Null for a version of before versions noted their sources. */
  sources: readonly VersionSource[] | null;
  /** Absent where only settings are compared. */
  skills?: readonly VersionSkill[];
}

/** A skill as a version kept it. */
export interface VersionSkill {
  id: string;
  title: string;
  [setting: string]: unknown;
}

/** A data source as a version met it. */
export interface VersionSource {
  /** The same for a source that was deleted and brought back by a restore. */
  originId: string;
  name: string;
  kind: string;
  pages: number;
  characters: number;
  /** What it reads, as its settings say it. */
  config: unknown;
}

/** Where on the agent's screens a change is made. */
export type ChangeArea = "identity" | "behaviour" | "guidance" | "guardrails" | "look" | "skills" | "sources";

/** One difference between two versions, in words for people. */
export interface VersionChange {
  area: ChangeArea;
  /** The field as its screen calls it, or the rule or source by its name. */
  label: string;
  /** What it was and what it is; null where it was not there. Several lines for texts and lists. */
  before: string | null;
  after: string | null;
}
