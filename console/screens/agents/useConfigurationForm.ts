import type { Snapshot } from "valtio";
import type { Agent, AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { useRevisedForm } from "../../parts/useRevisedForm.ts";
import type { Revised, RevisedForm } from "../../parts/useRevisedForm.ts";
import { saveAgent } from "../../state/agents/agentChanges.ts";
import { loadAgent } from "../../state/agents/agents.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** The configuration as it is typed, saved as a draft. */
export function useConfigurationForm(
  agent: Snapshot<Agent>,
  place: AgentPlace,
): RevisedForm<AgentConfiguration> {
  return useRevisedForm({
    current: revisedOf(agent),
    save: async ({ revision, value }) =>
      revisedOf(await saveAgent(place, { revision, configuration: value })),
    readNewest: async () => revisedOf(await loadAgent(place)),
  });
}

function revisedOf({ revision, configuration, savedBy }: Snapshot<Agent>): Revised<AgentConfiguration> {
  return { revision, value: copyShown(configuration), savedBy };
}
