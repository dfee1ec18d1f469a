import * as v from "valibot";
import { columnTypes, maxChoiceOptions, maxRowExamples, writeRules } from "../../domain/collections.ts";
import type { WriteRule } from "../../domain/collections.ts";
import { text, title } from "../shapes.ts";

/** `c1`, `c2` and so on; an id is never given to another column. */
export const columnId = v.pipe(v.string(), v.regex(/^c\d{1,6}$/));
const option = title(100);

/** What is chosen for a column. */
export const columnSettings = {
  name: title(60),
  type: v.picklist(columnTypes),
  /** What can be chosen, for the type `choice`. */
  options: v.optional(v.pipe(v.array(option), v.maxLength(maxChoiceOptions)), []),
  required: v.optional(v.boolean(), false),
  /** Rows can be filtered and sorted by it, by people and by the agent. */
  searchable: v.optional(v.boolean(), true),
  /** No two rows have the same value. */
  unique: v.optional(v.boolean(), false),
};

/** What the agent may do with rows. */
export const agentRights = v.strictObject({ read: v.boolean(), add: v.boolean(), change: v.boolean() });
export type AgentRights = v.InferOutput<typeof agentRights>;

/** The agent sees only rows whose column has the ID, or the e-mail address, of the visitor whom the site signed in. */
export const visitorRule = v.strictObject({ columnId, equals: v.picklist(["userId", "email"]) });
export type VisitorRule = v.InferOutput<typeof visitorRule>;

/** Whose word a row waits for that the agent adds or changes. */
export const confirmedBy = v.picklist(Object.keys(writeRules) as WriteRule[]); // keys of a literal object

/** What is chosen for a collection beside its columns. */
export const collectionSettings = {
  name: title(80),
  description: v.optional(text(500), ""),
  agentMay: v.optional(agentRights, { read: true, add: false, change: false }),
  confirmedBy: v.optional(confirmedBy, "visitor"),
  /** Questions that call for a new row, by which the built-in model shows its form. */
  examples: v.optional(
    v.pipe(v.array(title(300)), v.maxLength(maxRowExamples, `Use at most ${maxRowExamples} examples.`)),
    [],
  ),
};
