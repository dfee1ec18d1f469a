import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import type { Pieces } from "../../../shared/contract/agents/portable.ts";
import { hiddenSecret } from "../../../shared/domain/hideSecrets.ts";
import { findPlaceholdersIn } from "../../../shared/domain/placeholders.ts";

const most = 100;

/** What is to be replaced by one's own facts in what visitors or the model read; at most a hundred. What stands for a secret is told apart. */
export function findPlaceholders(
  configuration: Pick<AgentConfiguration, "instructions" | "guidance" | "guardrails">,
  { surfaces, knowledge }: Pick<Pieces, "surfaces" | "knowledge">,
): string[] {
  const { settings, deploy, datasources } = findPlaceholdersIn(configuration, {
    welcome: surfaces?.widget.welcome ?? "",
    sources: (knowledge?.sources ?? []).map(({ config }) => config),
  });
  return [...new Set([...settings, ...deploy, ...datasources])]
    .filter((mark) => mark !== hiddenSecret)
    .slice(0, most);
}
