import * as v from "valibot";
import { maxPortableBytes, templateCategories } from "../../domain/portable.ts";
import { agent, agentConfiguration } from "./agents.ts";
import { call } from "../call.ts";
import { aboutPortable, knowledgePiece, portableFile, surfacesPiece } from "./portable.ts";
import { count, data, id, list, paging, revision, text, time, title } from "../shapes.ts";
import { portableKinds } from "../knowledge/sourceConfigs.ts";

/** A template as everybody sees it. It is found by the id of the agent behind it, and imported by its export's id. */
export const template = v.object({
  id,
  exportId: id,
  ...aboutPortable,
  usedCount: count,
  /** Whether it comes with the product. */
  isShipped: v.boolean(),
  /** What has to be given again. */
  needs: v.object({
    models: v.array(v.string()),
    providers: v.array(v.string()),
    secrets: v.array(v.string()),
  }),
  suggestions: v.array(v.string()),
});
export type Template = v.InferOutput<typeof template>;

/** What one sees before using a template; what the model is told stays with those who import it. */
export const templateDetail = v.object({
  ...template.entries,
  agentName: v.string(),
  personality: v.string(),
  /** Null where only the maker's own key knows it. */
  model: v.nullable(v.string()),
  welcome: v.string(),
  guidance: v.array(v.string()),
  blockedTopics: v.array(v.string()),
  sources: v.array(
    v.object({
      name: v.string(),
      kind: v.picklist(portableKinds),
    }),
  ),
  /** What to replace by one's own facts, [in square brackets], a number among its words; at most a hundred. */
  placeholders: v.array(v.string()),
});
export type TemplateDetail = v.InferOutput<typeof templateDetail>;

/** What an import brings, what it meets here, and what is missing. Nothing happens before it is imported. */
export const importSummary = v.object({
  exportId: id,
  ...aboutPortable,
  /** The draft that the import would make: of a new agent with this name, or of the agent that it replaces. */
  configuration: agentConfiguration,
  surfaces: v.nullable(surfacesPiece),
  /**
   * Sources arrive as drafts: each is read once somebody says so. What the agent to be replaced reads already is among the
   * conflicts alone. What was left at home is to be added by hand.
   */
  knowledge: v.nullable(knowledgePiece),
  /** How many test cases come along. */
  testCases: count,
  /** What to replace by one's own facts, [in square brackets], a number among its words; at most a hundred. */
  placeholders: v.array(v.string()),
  conflicts: v.array(
    v.object({
      /** `name`: an agent has it. `source`: the agent to be replaced reads it already, so it is not added. */
      kind: v.picklist(["name", "source"]),
      name: v.string(),
      message: v.string(),
      /** The name that is free. */
      suggestion: v.nullable(v.string()),
    }),
  ),
  missing: v.array(
    v.object({
      /** `model`: choose one, else `configuration.model` is taken. The others are only told. */
      kind: v.picklist(["model", "provider", "secret", "source", "testCase", "rows"]),
      name: v.string(),
      message: v.string(),
    }),
  ),
});
export type ImportSummary = v.InferOutput<typeof importSummary>;

const parts = {
  /** The look of its surfaces. */
  look: v.optional(v.boolean(), true),
  sources: v.optional(v.boolean(), true),
};
const flag = v.picklist(["true", "false"]);
const choice = v.optional(flag, "true");
/** Whether the test cases of a file come, too. */
const takesCases = { testCases: v.optional(v.boolean(), true) };

const base = "/v1/org/{orgId}/copilotapps/{productId}" as const;
const makes = { member: "agents.create" } as const;

export const listTemplates = call({
  family: "public",
  method: "GET",
  path: "/v1/templates",
  who: "anyone",
  summary: "Lists the published templates: the product's, then those of its users, most used first.",
  query: v.object({
    ...paging.entries,
    search: v.optional(text(200)),
    category: v.optional(v.picklist(templateCategories)),
  }),
  answer: list(template),
  limit: "publicRead",
});

export const getTemplate = call({
  family: "public",
  method: "GET",
  path: "/v1/templates/{productAppId}",
  who: "anyone",
  summary: "Returns one published template.",
  answer: data(templateDetail),
  limit: "publicRead",
});

/**
 * The answer is the file, named by Content-Disposition; its `id` is the export's, under which it can be imported later.
 * Test cases may be questions of visitors, so that they are in it only where that is asked for, personal data as marks; a
 * program needs the scope `evaluation.read` for that.
 */
export const exportAgent = call({
  family: "public",
  method: "POST",
  path: "/v1/templates/{productAppId}/export",
  who: { member: "agents.update" },
  audit: "Exported an agent",
  summary: "Exports an agent's draft as a file without its secrets, and stores it for imports.",
  query: v.object({ look: choice, sources: choice, testCases: v.optional(flag, "false") }),
  answer: portableFile,
});

/** As `exportAgent` answered it, but without test cases once a visitor was erased; 404 where it was one of another agent. */
export const getExport = call({
  family: "public",
  method: "GET",
  path: "/v1/templates/{productAppId}/export",
  who: { member: "agents.update" },
  summary: "Returns the file of an earlier export.",
  query: v.object({ exportId: id }),
  answer: portableFile,
});

/** 402 `plan_limit` where the plan allows no further agent. Nothing is contacted; sources wait for a person. */
export const importAgent = call({
  family: "public",
  method: "POST",
  path: "/v1/templates/{exportId}/import",
  who: makes,
  audit: "Imported an agent",
  summary:
    "Creates an agent from an own export, a sent file or a published template. With placeholders left, it starts paused.",
  body: data(
    v.strictObject({
      /** Left out: the file's, with a number where an agent has it. */
      name: v.optional(title(80)),
      /** Left out: the file's where it is known here, else the organization's default. */
      model: v.optional(text(200)),
      ...parts,
      ...takesCases,
      /** What takes the place of the file's placeholders, each named as the template lists it. */
      fills: v.optional(
        v.pipe(v.array(v.strictObject({ placeholder: title(400), text: title(300) })), v.maxLength(100)),
      ),
      /** Reads the texts that came along at once, as somebody's click; websites wait for a click of their own. */
      readsTexts: v.optional(v.boolean(), false),
    }),
  ),
  answer: data(agent),
});

/** A file that was sent is forgotten after a day; agents that were made from it stay. */
export const sendImport = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/import/templates",
  who: makes,
  audit: false,
  summary: "Returns what an agent's file would import. Nothing is created.",
  body: data(v.strictObject({ file: portableFile })),
  maxBodyBytes: maxPortableBytes,
  answer: data(importSummary),
});

export const getImport = call({
  family: "console",
  method: "GET",
  path: "/v1/org/{orgId}/import/templates/{exportId}",
  who: makes,
  forKeys: "filtered",
  summary: "Returns what an import as a new agent would create.",
  answer: data(importSummary),
});

export const getReplacement = call({
  family: "console",
  method: "GET",
  path: `${base}/import/templates/{exportId}`,
  who: { member: "agents.update" },
  summary: "Returns what an import that replaces this agent would change.",
  answer: data(importSummary),
});

/**
 * What the draft was is kept as a version with the reason "backup". Tokens, conversations, the published version, the
 * agent's name (unless another one is sent), budget, retention, assignment, SLA and hours stay, and so do its own sources
 * and test cases, beside which those of the import come. 409 `conflict` when `revision` is not the newest, or a look comes
 * and `lookRevision` is sent and not the chat widget's newest, or where the agent would have more than 200 test cases.
 */
export const replaceAgent = call({
  family: "console",
  method: "POST",
  path: `${base}/import/templates/{exportId}`,
  who: { member: "agents.update" },
  audit: "Replaced an agent’s draft with an import",
  summary: "Replaces an agent's draft with an import. Keeps a backup, tokens and conversations.",
  body: data(
    v.strictObject({
      ...{ revision, name: v.optional(title(80)), model: v.optional(text(200)) },
      /** Of the chat widget's look that was compared. Left out, the import's look comes whatever was there. */
      lookRevision: v.optional(revision),
      ...parts,
      ...takesCases,
    }),
  ),
  answer: data(agent),
});

/** 402 `plan_limit` as for a new agent. Sources arrive as drafts; uploaded files are shared, not copied. */
export const cloneAgent = call({
  family: "console",
  method: "POST",
  path: `${base}/clone`,
  who: makes,
  audit: "Cloned an agent",
  summary: "Creates an agent with the chosen parts of this one.",
  body: data(
    v.strictObject({
      /** Left out: the agent's with a number. */
      name: v.optional(title(80)),
      /** Everything but name, look, sources and test cases. */
      settings: v.optional(v.boolean(), true),
      ...parts,
      testCases: v.optional(v.boolean(), false),
      readsTexts: v.optional(v.boolean(), false),
    }),
  ),
  answer: data(agent),
});

export const getOwnTemplate = call({
  family: "console",
  method: "GET",
  path: `${base}/template`,
  who: { member: "agents.read" },
  summary: "Returns the template made from an agent, or null.",
  answer: data(v.nullable(v.object({ ...template.entries, publishedAt: time }))),
});

/** What is published is the draft as it is now; publishing again brings the template up to date. */
export const publishTemplate = call({
  family: "console",
  method: "PUT",
  path: `${base}/template`,
  who: { member: "templates.publish" },
  audit: "Published an agent as a template",
  summary: "Publishes an agent as a template that everyone on this server can see and import.",
  body: data(
    v.strictObject({
      title: title(80),
      description: text(500),
      category: aboutPortable.category,
      icon: aboutPortable.icon,
      author: v.optional(text(80), ""),
      ...parts,
    }),
  ),
  answer: data(v.object({ ...template.entries, publishedAt: time })),
});

export const unpublishTemplate = call({
  family: "console",
  method: "DELETE",
  path: `${base}/template`,
  who: { member: "templates.publish" },
  audit: "Withdrew a template",
  summary: "Withdraws an agent's template. Agents made from it stay.",
});

/** Importing counts by itself. 404 where the template is not published, or the agent is not one's own. */
export const updateUsedCount = call({
  family: "content",
  method: "POST",
  path: "/api/ai-agent-templates/{productAppId}/update-used-count",
  who: makes,
  audit: false,
  summary: "Counts that an agent was made from a template, once per agent.",
  body: data(v.strictObject({ productId: id })),
  answer: data(v.object({ usedCount: count })),
});
