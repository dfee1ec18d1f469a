import type { SkillInput } from "../../../shared/contract/skills/skills.ts";
import type { ColumnType, WriteRule } from "../../../shared/domain/collections.ts";
import type { FieldType } from "../../../shared/domain/forms.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";
import type { CollectionConfig, StoredSkill } from "../skills/stored.ts";
import { nameColumns } from "./names.ts";
import { listGiven } from "./own.ts";
import { readColumns } from "./present.ts";
import { readExamples } from "./settingColumns.ts";
import type { StoredCollection, StoredColumn } from "./tables.ts";

const risks: Record<WriteRule, SkillRisk> = { nobody: "read", visitor: "write", team: "approval" };

/**
 * What an agent may write into a collection, as skills: consent, cards and the log of runs are theirs. Whose a row is, is
 * never a part of what a model or a visitor writes.
 */
export function toWriteSkills(collection: StoredCollection, word: string): StoredSkill[] {
  const { mayRead, mayAdd, mayChange } = collection;
  return [
    ...(mayAdd ? [toAddSkill(collection, word)] : []),
    ...(mayChange && mayRead ? [toChangeSkill(collection, word)] : []),
  ];
}

function toAddSkill(collection: StoredCollection, word: string): StoredSkill {
  const { name, description } = collection;
  const { inputs, config } = describeInputs(collection, "add");
  return {
    ...describeSkill(collection),
    ...{ id: skillIdOf(collection, "add"), name: `add_to_${word}`, title: `Add to ${name}` },
    description: tidy(`Adds one row to “${name}”. ${description}`),
    ...{ examples: readExamples(collection), inputs, config },
  };
}

function toChangeSkill(collection: StoredCollection, word: string): StoredSkill {
  const { name } = collection;
  const { inputs, config } = describeInputs(collection, "change");
  return {
    ...describeSkill(collection),
    ...{ id: skillIdOf(collection, "change"), name: `change_in_${word}`, title: `Change in ${name}` },
    description: tidy(
      `Changes one row of “${name}”, by the number that find_in_${word} gives. What is left out stays.`,
    ),
    ...{ examples: [], inputs, config },
  };
}

function describeSkill({ confirmedBy }: StoredCollection) {
  return {
    ...{ enabled: true, risk: risks[confirmedBy], verifiedOnly: false, oncePerConversation: false },
    ...{ timeoutSeconds: 10, answer: "" },
  };
}

/** Both skills of a collection keep their runs under an ID of their own. */
function skillIdOf({ id }: Pick<StoredCollection, "id">, does: CollectionConfig["does"]): string {
  return `${id}:${does}`;
}

/** The columns as fields of a form, and which column each one is. */
function describeInputs(collection: StoredCollection, does: CollectionConfig["does"]) {
  const { id: collectionId, visitorColumnId, visitorEquals } = collection;
  const columns = readColumns(collection);
  const isChange = does === "change";
  const taken = new Set(isChange ? [rowInput, emptyInput] : []);
  const named = nameColumns(columns, taken);
  const given = listGiven(collection, columns);
  const fields = named
    .filter(({ column }) => given.includes(column))
    .map(({ column, word }) => toInput(column, { id: word, isRequired: column.required && !isChange }));
  const own = named.find(({ column }) => column.id === visitorColumnId);
  const bound = own && visitorEquals && toBound(own.column, { id: own.word, from: visitorEquals });
  const optional = given.filter(({ required }) => !required).map(({ name }) => name);
  const config: CollectionConfig = {
    ...{ kind: "collection", collectionId, does },
    columns: Object.fromEntries(named.map(({ column, word }) => [word, column.id])),
    own: own && visitorEquals ? { input: own.word, equals: visitorEquals } : null,
  };
  const inputs = [
    ...(isChange ? [rowField] : []),
    ...fields,
    ...(isChange && optional.length > 0 ? [emptyField(optional)] : []),
    ...(bound ? [bound] : []),
  ];
  return { inputs, config };
}

/** The inputs of a change beside the columns. */
export const rowInput = "row";
export const emptyInput = "to_empty";

const rowField: SkillInput = {
  ...{ id: rowInput, type: "number", label: "Row", description: "The number of the row", options: [] },
  ...{ from: null, validations: { required: true, min: 1, max: 2 ** 31 - 1 } },
};

function emptyField(options: string[]): SkillInput {
  return {
    ...{ id: emptyInput, type: "several", label: "To empty", description: "Columns that are to be empty" },
    ...{ options, from: null, validations: { required: false } },
  };
}

function toInput({ name, type, options }: StoredColumn, { id, isRequired }: Naming): SkillInput {
  return {
    ...{ id, type: fieldOf[type], label: name, description: "", options, from: null },
    validations: { required: isRequired },
  };
}

interface Naming {
  id: string;
  isRequired: boolean;
}

function toBound({ name }: StoredColumn, { id, from }: Pick<SkillInput, "id" | "from">): SkillInput {
  return {
    id,
    type: "text",
    label: name,
    description: "",
    options: [],
    from,
    validations: { required: true },
  };
}

const fieldOf: Record<ColumnType, FieldType> = {
  ...{ text: "text", number: "number", yes_no: "yesNo", date: "date", choice: "choice" },
};

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, 1000).toWellFormed();
}
