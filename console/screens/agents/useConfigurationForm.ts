import { useState } from "react";
import type { Agent, AgentConfiguration } from "../../../shared/contract/agents.ts";
import { countChanges } from "../../parts/countChanges.ts";
import { useAction } from "../../parts/useAction.ts";
import { loadAgent, saveAgent } from "../../state/agents.ts";

interface Base {
  revision: number;
  configuration: AgentConfiguration;
}

/** What of an agent the form starts from. */
function baseOf({ revision, configuration }: Readonly<Agent>): Base {
  // A plain copy: what comes from a snapshot watches who reads it.
  return { revision, configuration: { ...configuration, personality: { ...configuration.personality } } };
}

/**
 * The typed configuration beside the one it started from. An agent that is read anew replaces both as long as nothing is
 * typed; after that the old revision is kept, so that saving over somebody else's change is noticed.
 */
export function useConfigurationForm(agent: Readonly<Agent>, place: { orgId: string; agentId: string }) {
  const [base, setBase] = useState<Base>(() => baseOf(agent));
  const [typed, setTyped] = useState(base.configuration);
  const changedCount = countChanges(base.configuration, typed);
  if (changedCount === 0 && agent.revision > base.revision) start(agent);

  function start(from: Readonly<Agent>): void {
    const next = baseOf(from);
    setBase(next);
    setTyped(next.configuration);
  }

  const saving = useAction(async (revision: number) =>
    start(await saveAgent(place, { revision, configuration: typed })),
  );

  return {
    typed,
    changedCount,
    saving,
    change: (part: Partial<AgentConfiguration>) => setTyped({ ...typed, ...part }),
    save: () => saving.run(base.revision),
    discard: () => {
      setTyped(base.configuration);
      saving.clear();
    },
    /** Takes what somebody else saved; what was typed here is gone. */
    reload: async () => {
      start(await loadAgent(place));
      saving.clear();
    },
    /** Saves what was typed here over what somebody else saved. */
    overwrite: async () => saving.run((await loadAgent(place)).revision),
  };
}
