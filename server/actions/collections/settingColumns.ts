import type { BodyOf } from "../../../shared/contract/call.ts";
import type { createCollection } from "../../../shared/contract/collections/collections.ts";
import type { StoredCollection } from "./tables.ts";

type ChosenSettings = Omit<BodyOf<typeof createCollection>["data"], "columns">;

/** Gives what is chosen for a collection, beside its columns, as it is stored. */
export function settingColumns({
  name,
  description,
  agentMay,
  confirmedBy,
  examples,
}: Required<ChosenSettings>) {
  const { read, add, change } = agentMay;
  return {
    ...{ name, description, confirmedBy, examples: JSON.stringify(examples) },
    ...{ mayRead: Number(read), mayAdd: Number(add), mayChange: Number(change) },
  } satisfies Partial<StoredCollection>;
}

/** The questions that call for a new row. */
export function readExamples({ examples }: Pick<StoredCollection, "examples">): string[] {
  return JSON.parse(examples) as string[]; // written above
}
