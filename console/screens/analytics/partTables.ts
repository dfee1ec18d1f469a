import type { Dashboard } from "../../../shared/contract/analytics/analytics.ts";
import { findModel } from "../../../shared/domain/models.ts";
import type { Aggregation, MeasureName } from "../../../shared/domain/measures.ts";
import { surfaceNames } from "../../parts/surfaceNames.ts";

export interface PartTable {
  of:
    | "agents"
    | "surfaces"
    | "languages"
    | "labels"
    | "models"
    | "versions"
    | "pages"
    | "tools"
    | "workflows";
  title: string;
  /** What is in the first column. */
  head: string;
  columns: readonly (readonly [MeasureName, Aggregation])[];
  /** What people call it, where the answer has a key alone. */
  nameOf?: (key: string) => string;
}

const ofConversations = [
  ["conversations", "sum"],
  ["automation", "avg"],
  ["handoffs", "sum"],
  ["satisfaction", "avg"],
  ["credits", "sum"],
] as const;
const ofAnswers = [
  ["answers", "sum"],
  ["notFound", "sum"],
  ["helpful", "avg"],
  ["failedAnswers", "sum"],
  ["answerTime", "p50"],
  ["answerCredits", "sum"],
] as const;

/** Every part of the figures that is shown and exported, in this order. */
export const tables: readonly PartTable[] = [
  { of: "agents", title: "Agents", head: "Agent", columns: ofConversations },
  {
    of: "pages",
    title: "Quality by source",
    head: "Page",
    columns: [
      ["citations", "sum"],
      ["citedHelpful", "sum"],
      ["citedNotHelpful", "sum"],
      ["sourceQuality", "avg"],
    ],
  },
  {
    of: "tools",
    title: "Tools",
    head: "Tool",
    columns: [
      ["toolRuns", "sum"],
      ["toolFailures", "sum"],
      ["toolFailureRate", "avg"],
    ],
  },
  {
    of: "workflows",
    title: "Workflows",
    head: "Workflow",
    columns: [
      ["workflowRuns", "sum"],
      ["workflowFailures", "sum"],
      ["workflowFailureRate", "avg"],
    ],
  },
  {
    of: "models",
    title: "Models",
    head: "Model",
    columns: ofAnswers,
    nameOf: nameModel,
  },
  {
    of: "versions",
    title: "Versions",
    head: "Version",
    columns: ofAnswers,
    nameOf: (key) => (key === "0" ? "Unknown" : `Version ${key}`),
  },
  {
    of: "surfaces",
    title: "Surfaces",
    head: "Surface",
    columns: ofConversations,
    nameOf: (key) => surfaceNames[key] ?? key,
  },
  { of: "languages", title: "Languages", head: "Language", columns: ofConversations, nameOf: nameLanguage },
  { of: "labels", title: "Labels", head: "Label", columns: ofConversations },
] satisfies readonly (PartTable & { of: keyof Dashboard })[];

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "code" });

/** What people call a language; empty where it is not known. */
export function nameLanguage(key: string): string {
  if (key === "") return "Unknown";
  try {
    return names.of(key) ?? key;
  } catch {
    return key;
  }
}

export function nameModel(key: string): string {
  return findModel(key)?.label ?? (key || "None");
}
