import type {
  ChosenItem,
  ConnectedConfig,
  DataSourceConfig,
} from "../../../shared/contract/sourceConfigs.ts";
import type { SourceKind } from "../../../shared/domain/sourceKinds.ts";
import type { AnsweredQuestion } from "../../../shared/domain/questions.ts";
import type { ShownSource } from "../../state/dataSources.ts";

type Website = Extract<DataSourceConfig, { kind: "website" }>;
type Feed = Extract<DataSourceConfig, { kind: "feed" }>;

/** What is typed about a source before it becomes one: lists as lines, numbers as text. */
export type Draft =
  | WebsiteDraft
  | FeedDraft
  | { kind: "files"; name: string; fileIds: string[] }
  | { kind: "text"; title: string; text: string }
  | QuestionsDraft
  | ConnectedDraft
  | { kind: "documents" | "sample"; name: string };

/** One question that is typed, and those of a table. */
export interface QuestionsDraft {
  kind: "qa";
  name: string;
  question: string;
  answer: string;
  more: readonly (AnsweredQuestion & { id?: string })[];
}

export interface WebsiteDraft {
  kind: "website";
  name: string;
  scope: Website["scope"];
  urls: string;
  include: string;
  exclude: string;
  maxDepth: string;
  maxPages: string;
}

export interface FeedDraft {
  kind: "feed";
  name: string;
  url: string;
  reads: Feed["reads"];
  maxItems: string;
}

/** What was chosen at a provider, and with whose account. */
export interface ConnectedDraft {
  kind: ConnectedConfig["kind"];
  name: string;
  connectionId: string | null;
  items: readonly ChosenItem[];
  maxItems: string;
}

/** What an empty form of a kind starts from. */
export function blankDraft(kind: SourceKind): Draft {
  switch (kind) {
    case "website":
      return {
        ...{ kind, name: "", scope: "site", urls: "", include: "", exclude: "" },
        ...{ maxDepth: "5", maxPages: "500" },
      };
    case "feed":
      return { kind, name: "", url: "", reads: "content", maxItems: "200" };
    case "files":
      return { kind, name: "", fileIds: [] };
    case "text":
      return { kind, title: "", text: "" };
    case "qa":
      return { kind, name: "", question: "", answer: "", more: [] };
    case "googleDrive":
    case "notion":
      return { kind, name: "", connectionId: null, items: [], maxItems: "1000" };
    case "documents":
    case "sample":
      return { kind, name: "" };
  }
}

/** What the form of an existing source starts from. */
export function draftOf({ name, config }: Pick<ShownSource, "name" | "config">): Draft {
  switch (config.kind) {
    case "website":
      return {
        ...{ kind: "website", name, scope: config.scope, urls: config.urls.join("\n") },
        ...{ include: (config.include ?? []).join("\n"), exclude: (config.exclude ?? []).join("\n") },
        ...{ maxDepth: String(config.maxDepth ?? 5), maxPages: String(config.maxPages ?? 500) },
      };
    case "feed":
      return { kind: "feed", name, url: config.url, reads: config.reads, maxItems: String(config.maxItems) };
    case "files":
      return { kind: "files", name, fileIds: [...config.fileIds] };
    case "text":
      return { kind: "text", title: config.title, text: config.text };
    case "qa":
      return { kind: "qa", name, question: "", answer: "", more: config.questions };
    case "googleDrive":
    case "notion": {
      const { kind, connectionId, items, maxItems } = config;
      return { kind, name, connectionId, items, maxItems: String(maxItems) };
    }
    case "documents":
    case "sample":
      return { kind: config.kind, name };
  }
}

/** Gives what the server takes; it says itself what is wrong with it. */
export function readDraft(draft: Draft): { name: string; config: DataSourceConfig } {
  switch (draft.kind) {
    case "website":
      return { name: draft.name.trim(), config: readWebsite(draft) };
    case "feed": {
      const { name, url, reads, maxItems } = draft;
      return {
        name: name.trim(),
        config: { kind: "feed", url, reads, maxItems: Math.floor(Number(maxItems) || 0) },
      };
    }
    case "files":
      return { name: draft.name.trim(), config: { kind: "files", fileIds: draft.fileIds } };
    case "text":
      return {
        name: draft.title.trim().slice(0, 120),
        config: { kind: "text", title: draft.title, text: draft.text },
      };
    case "qa":
      return { name: draft.name.trim(), config: { kind: "qa", questions: readTyped(draft) } };
    case "googleDrive":
    case "notion":
      return { name: draft.name.trim(), config: readChosen(draft) };
    case "documents":
    case "sample":
      return { name: draft.name.trim(), config: { kind: draft.kind } };
  }
}

function readChosen({ kind, connectionId, items, maxItems }: ConnectedDraft): ConnectedConfig {
  // Each list holds what its own picker gave.
  return { kind, connectionId, items, maxItems: Math.floor(Number(maxItems) || 0) } as ConnectedConfig;
}

/** What is typed comes first; nothing typed beside a table is nothing. */
function readTyped({ question, answer, more }: QuestionsDraft) {
  const isEmpty = question.trim() === "" && answer.trim() === "";
  const all = isEmpty && more.length > 0 ? more : [{ question, answer }, ...more];
  return all.map((one) => ({ id: "", ...one }));
}

function readWebsite(draft: WebsiteDraft): Website {
  const urls = linesOf(draft.urls);
  return {
    kind: "website",
    scope: draft.scope,
    urls: draft.scope === "pages" ? urls : urls.slice(0, 1),
    include: linesOf(draft.include),
    exclude: linesOf(draft.exclude),
    maxDepth: Math.floor(Number(draft.maxDepth) || 0),
    maxPages: Math.floor(Number(draft.maxPages) || 0),
  };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
