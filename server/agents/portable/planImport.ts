import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type {
  Pieces,
  PortableConfiguration,
  PortableFile,
} from "../../../shared/contract/agents/portable.ts";
import { findFallbackProblem } from "../../../shared/domain/fallback.ts";
import { languageModels, readOwnModel } from "../../../shared/domain/models.ts";

export interface Wishes {
  name: string;
  /** What the person chose, if they did. */
  model?: string | undefined;
  /** What new agents are given here. */
  defaultModel: string;
  look: boolean;
  sources: boolean;
  testCases: boolean;
  /** The draft whose place the import takes; left out for a new agent. */
  replaced?: AgentConfiguration;
}

/** What an import makes of a file: the draft, and the pieces that the parts take. */
export interface ImportPlan {
  configuration: AgentConfiguration;
  pieces: Pieces;
}

/** Plans an import: the wanted name everywhere, only models that exist here, only what was chosen. */
export function planImport(file: PortableFile, wishes: Wishes): ImportPlan {
  const { agent } = file;
  const { name, model, defaultModel, look, sources, testCases, replaced } = wishes;
  const { surfaces, knowledge, evaluation, collections, skills, workflows, mcps, integrations } = file;
  const wanted: AgentConfiguration = {
    ...agent,
    ...(replaced && keepOwn(replaced)),
    name,
    model: model ?? knownModel(agent.model) ?? defaultModel,
    fallbackModel: knownModel(agent.fallbackModel),
  };
  // Saved as it is it would be refused, and nobody who imports sees a field of it.
  const isTooSmall = findFallbackProblem(wanted) !== null;
  const configuration = isTooSmall ? { ...wanted, fallbackModel: null } : wanted;
  return {
    configuration,
    pieces: {
      ...(look && surfaces && { surfaces: rename(surfaces, agent, name) }),
      ...(sources && knowledge && { knowledge }),
      ...(skills && { skills }),
      ...(workflows && { workflows }),
      ...(mcps && { mcps }),
      ...(integrations && { integrations }),
      ...(testCases && evaluation && { evaluation }),
      // They are a part of what the agent knows.
      ...(sources && collections && { collections }),
    },
  };
}

/**
 * What stays an agent's own whatever takes its draft's place: the caps on what it costs, how long its conversations are
 * kept, and how its team works. A file would lift a cap or delete conversations with the next publish.
 */
function keepOwn({ budget, retentionDays, assignment, sla, hours }: AgentConfiguration) {
  return { budget, retentionDays, assignment, sla, hours };
}

/** The models that the file wants and that can't be had here under that name. */
export function unknownModels({ agent, requires }: PortableFile): string[] {
  const named = [agent.model, agent.fallbackModel].flatMap((value) =>
    value !== null && knownModel(value) === null ? [readOwnModel(value)?.name ?? value] : [],
  );
  return [...new Set([...requires.models, ...named])];
}

/** The fallback that is left out because it takes less of the persona than there is; null where none is. */
export function smallFallback({ agent }: PortableFile, { configuration }: ImportPlan): string | null {
  return configuration.fallbackModel === null ? knownModel(agent.fallbackModel) : null;
}

/** A model of the catalog. A key of another organization is nothing here, even where its id is written down. */
function knownModel(value: string | null): string | null {
  return languageModels.some((model) => model.value === value) ? value : null;
}

/** A chat that was titled by the agent's name is titled by the new one. */
export function rename(
  surfaces: NonNullable<Pieces["surfaces"]>,
  agent: Pick<PortableConfiguration, "name">,
  name: string,
): NonNullable<Pieces["surfaces"]> {
  const { title, ...rest } = surfaces.widget;
  if (title === undefined) return { widget: { ...rest, title: name } };
  return { widget: { ...surfaces.widget, title: title === agent.name ? name : title } };
}
