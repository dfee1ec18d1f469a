import type { IntegrationDraft } from "../../../shared/contract/integrations/integrations.ts";
import type { McpServerDraft } from "../../../shared/contract/mcps/mcps.ts";
import { searchEngines } from "../../../shared/domain/skills.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import type { ImportSummary } from "../../../shared/contract/agents/templates.ts";
import type { Pieces, PortableFile, PortableSource } from "../../../shared/contract/agents/portable.ts";
import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { nameFilePlace } from "../../../shared/domain/filePlaces.ts";
import { builtinModel, findModel } from "../../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../../shared/domain/models.ts";
import { findPlaceholders } from "./findPlaceholders.ts";
import { smallFallback, unknownModels } from "./planImport.ts";
import type { ImportPlan } from "./planImport.ts";

export interface Met {
  file: PortableFile;
  plan: ImportPlan;
  /** Whether an own name is met: for a new agent the name that is free. */
  freeName: string | null;
  /** The sources that the agent to be replaced reads already. */
  ownSources: PortableSource[];
  /** The wanted models that nobody here has a way to, one a provider. */
  unreachable: LanguageModelEntry[];
}

/** Says what an import brings, meets and lacks; nothing is done. */
export function summarize({ file, plan, freeName, ownSources, unreachable }: Met): ImportSummary {
  const { title, description, category, icon, author, requires, evaluation, collections } = file;
  const pieces = leaveOut(plan.pieces, ownSources);
  const { surfaces = null, knowledge = null } = pieces;
  const fallback = smallFallback(file, plan);
  return {
    exportId: file.id,
    ...{ title, description, category, icon, author },
    configuration: plan.configuration,
    ...{ surfaces, knowledge },
    testCases: pieces.evaluation?.cases.length ?? 0,
    placeholders: findPlaceholders(plan.configuration, pieces),
    conflicts: [
      ...(freeName !== null && freeName !== file.agent.name ? [describeName(file.agent.name, freeName)] : []),
      ...ownSources.map(({ name }) => ({
        kind: "source" as const,
        name,
        message: `The agent already has “${name}”, so it is not added again.`,
        suggestion: null,
      })),
    ],
    missing: [
      ...unknownModels(file).map((name) => missModel(name, plan.configuration)),
      ...(fallback === null ? [] : [missFallback(fallback)]),
      ...unreachable.map((entry) => missWay(entry, plan.configuration)),
      ...requires.secrets.map((name) => ({
        kind: "secret" as const,
        name,
        message: `${nameFilePlace(name)}: a secret was removed. Enter your own.`,
      })),
      ...(pieces.skills?.skills ?? []).flatMap(missSecret),
      ...(pieces.mcps?.servers ?? []).flatMap(missServerSecret),
      ...(pieces.integrations?.connections ?? []).map(missConnection),
      ...(knowledge?.left ?? []).map(missSource),
      ...(evaluation?.left ? [missCases(evaluation.left)] : []),
      ...(collections?.left ? [missRows(collections.left)] : []),
    ],
  };
}

/** What signs in stays at home. */
function missSecret({ title, config }: SkillDraft) {
  if (config.kind === "search") {
    const keyed = config.engines.filter(({ engine }) => searchEngines[engine].needs === "key");
    if (keyed.length === 0) return [];
    const names = keyed.map(({ engine }) => searchEngines[engine].name).join(", ");
    const message = `Action “${title}”: the key of ${names} was not exported. Enter yours.`;
    return [{ kind: "secret" as const, name: title, message }];
  }
  if (config.kind !== "http" || config.auth.type === "none" || config.auth.type === "connection") return [];
  const message = `Action “${title}”: its secret was not exported. Enter yours.`;
  return [{ kind: "secret" as const, name: title, message }];
}

function missServerSecret({ name, auth }: McpServerDraft) {
  if (auth.type === "none") return [];
  if (auth.type === "oauth")
    return [{ kind: "secret" as const, name, message: `MCP server “${name}”: sign in to it again.` }];
  const message = `MCP server “${name}”: its secret was not exported. Enter yours.`;
  return [{ kind: "secret" as const, name, message }];
}

function missConnection({ name }: IntegrationDraft) {
  const message = `Connection “${name}”: its access was not exported. Connect it under Integrations.`;
  return { kind: "secret" as const, name, message };
}

/** The pieces without what is there already. */
function leaveOut(pieces: Pieces, sources: PortableSource[]): Pieces {
  const { knowledge } = pieces;
  if (!knowledge) return pieces;
  const left = knowledge.sources.filter((source) => !sources.includes(source));
  return { ...pieces, knowledge: { ...knowledge, sources: left } };
}

function describeName(name: string, suggestion: string) {
  return {
    kind: "name" as const,
    name,
    message: `An agent named “${name}” already exists.`,
    suggestion,
  };
}

function missModel(name: string, { model }: AgentConfiguration) {
  const taken = model === builtinModel ? "the built-in one" : (findModel(model)?.label ?? model);
  return {
    kind: "model" as const,
    name,
    message: `The model ${name} is unknown here. Choose a model, otherwise ${taken} is used.`,
  };
}

function missWay({ provider, value, label }: LanguageModelEntry, configuration: AgentConfiguration) {
  const { model, fallbackModel } = configuration;
  const next = fallbackModel === null ? "the built-in model" : "its fallback";
  const message =
    value === model
      ? `There is no key for ${label} here: ${next} answers until you add one.`
      : `There is no key for the fallback ${label} here: the built-in model answers until you add one.`;
  return { kind: "provider" as const, name: provider, message };
}

function missFallback(value: string) {
  const name = findModel(value)?.label ?? value;
  return {
    kind: "model" as const,
    name,
    message: `The fallback ${name} doesn’t take a personality this long. The built-in model answers instead.`,
  };
}

function missSource({ name, kind, files }: NonNullable<Pieces["knowledge"]>["left"][number]) {
  if (kind === "shared") {
    const message = "It is shared by the agents of another organization. Add one of your own.";
    return { kind: "source" as const, name, message };
  }
  const what =
    kind === "files" ? `Its files were not exported: ${files.join(", ")}` : "It was too long to export";
  return { kind: "source" as const, name, message: `${what}. Add it by hand.` };
}

function missCases(left: number) {
  const message =
    left === 1
      ? "One test case was too long to export. Add it by hand."
      : `${left} test cases were too long to export. Add them by hand.`;
  return { kind: "testCase" as const, name: "test cases", message };
}

function missRows(left: number) {
  const message = `${left === 1 ? "One row" : `${left} rows`} of data collections were not exported. Import them from a CSV file.`;
  return { kind: "rows" as const, name: "data collections", message };
}
