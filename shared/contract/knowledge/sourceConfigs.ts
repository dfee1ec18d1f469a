import * as v from "valibot";
import { maxTextSourceCharacters } from "../../domain/limits.ts";
import { answerCharacters, questionCharacters, questionsLimit } from "../../domain/questions.ts";
import type { SourceKind } from "../../domain/sourceKinds.ts";
import { count, id, text, title } from "../shapes.ts";

const url = v.pipe(v.string(), v.trim(), v.minLength(1, "Field is required"), v.maxLength(2000));
/** A question as people ask it, and what is answered. */
export const answeredQuestion = v.strictObject({
  question: title(questionCharacters),
  answer: v.pipe(v.string(), v.trim(), v.minLength(1, "Field is required"), v.maxLength(answerCharacters)),
});
/** The list of them. */
/* @__NO_SIDE_EFFECTS__ */
export function listQuestionsOf<T extends v.GenericSchema>(question: T) {
  return v.pipe(
    v.array(question),
    v.minLength(1, "Field is required"),
    v.maxLength(questionsLimit, "One source holds 1,000 questions. Add another for the rest."),
  );
}
/** The ids are the server's; a new question has none. */
const questions = listQuestionsOf(
  v.strictObject({ ...answeredQuestion.entries, id: v.optional(v.pipe(v.string(), v.maxLength(64)), "") }),
);

const patterns = v.optional(v.pipe(v.array(text(300)), v.maxLength(50)), []);

/** `section` stays below the path of `url`; `pages` reads just `urls`; patterns are globs on the path. */
const websiteConfig = v.strictObject({
  kind: v.literal("website"),
  scope: v.picklist(["site", "section", "pages", "sitemap"]),
  urls: v.pipe(v.array(url), v.minLength(1, "Field is required"), v.maxLength(200)),
  include: patterns,
  exclude: patterns,
  maxDepth: v.optional(v.pipe(count, v.maxValue(20)), 5),
  maxPages: v.optional(v.pipe(count, v.minValue(1), v.maxValue(20_000)), 500),
});

/** The most files that one source holds. */
export const mostFiles = 200;

const filesConfig = v.strictObject({
  kind: v.literal("files"),
  fileIds: v.pipe(v.array(id), v.minLength(1, "Choose at least one file."), v.maxLength(mostFiles)),
});

const textConfig = v.strictObject({
  kind: v.literal("text"),
  title: title(200),
  text: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "Field is required"),
    v.maxLength(maxTextSourceCharacters),
  ),
});

/** The bundled help pages of a fictional shop: a cited answer without a website at hand. */
const sampleConfig = v.strictObject({ kind: v.literal("sample") });

/** Each question is a page of one passage, found by the question before the answer. */
const questionsConfig = v.strictObject({ kind: v.literal("qa"), questions });

/** RSS or Atom: each item is a page, by its own text or by the page that it links; the newest `maxItems` are kept. */
const feedConfig = v.strictObject({
  kind: v.literal("feed"),
  url,
  reads: v.optional(v.picklist(["content", "pages"]), "content"),
  maxItems: v.optional(v.pipe(count, v.minValue(1), v.maxValue(1000)), 200),
});

/** What programs push (documents.ts); nothing is fetched for it. */
const documentsConfig = v.strictObject({ kind: v.literal("documents") });

/** What somebody chose at a provider, by its id there. */
/* @__NO_SIDE_EFFECTS__ */
function chosenItem<const Types extends readonly string[]>(types: Types) {
  return v.strictObject({
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/, "This is not an id.")),
    name: text(300),
    type: v.picklist(types),
  });
}
const connected = {
  /** Whose access is used (connections.ts); null until somebody connects an account, as after an import. */
  connectionId: v.optional(v.nullable(id), null),
  maxItems: v.optional(v.pipe(count, v.minValue(1), v.maxValue(5000)), 1000),
};
/* @__NO_SIDE_EFFECTS__ */
function chosenItems<T extends v.GenericSchema>(item: T) {
  return v.pipe(v.array(item), v.minLength(1, "Choose at least one."), v.maxLength(200));
}

/** Files, and folders with all that lies in them. */
const googleDriveConfig = v.strictObject({
  kind: v.literal("googleDrive"),
  ...connected,
  items: chosenItems(chosenItem(["folder", "file"])),
});

/** Pages with those below them, and databases with their rows. A `dataSource` is one table of a database. */
const notionConfig = v.strictObject({
  kind: v.literal("notion"),
  ...connected,
  items: chosenItems(chosenItem(["page", "database", "dataSource"])),
});

/** What a source of each kind reads. */
const sourceConfigs = {
  website: websiteConfig,
  feed: feedConfig,
  files: filesConfig,
  text: textConfig,
  qa: questionsConfig,
  googleDrive: googleDriveConfig,
  notion: notionConfig,
  documents: documentsConfig,
  sample: sampleConfig,
} satisfies { [Kind in SourceKind]: v.GenericSchema<{ kind: Kind }> };

/** What a data source reads. */
export const dataSourceConfig = v.variant("kind", Object.values(sourceConfigs));
export type ConfigOf<Kind extends SourceKind> = v.InferOutput<(typeof sourceConfigs)[Kind]>;
export type DataSourceConfig = ConfigOf<SourceKind>;
/** A source that is read with somebody's access at a provider. */
export type ConnectedConfig = Extract<DataSourceConfig, { connectionId: string | null }>;
export type ChosenItem = ConnectedConfig["items"][number];

/** Nobody's access travels. */
const withoutAccess = { connectionId: v.optional(v.null(), null) };

/** The kinds that travel with an agent: where to read, and what was typed. */
export const portableConfigs = [
  websiteConfig,
  textConfig,
  sampleConfig,
  questionsConfig,
  feedConfig,
  v.strictObject({ ...googleDriveConfig.entries, ...withoutAccess }),
  v.strictObject({ ...notionConfig.entries, ...withoutAccess }),
] as const;
export type PortableConfig = v.InferOutput<(typeof portableConfigs)[number]>;
export const portableKinds = portableConfigs.map(({ entries }) => entries.kind.literal);
