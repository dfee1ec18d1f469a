import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Check } from "lucide-react";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { saveAgent } from "../../../state/agents/agentChanges.ts";
import { loadAgent } from "../../../state/agents/agents.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { nameModel } from "./describe.ts";

interface UseModelProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  model: string;
}

/** Gives the draft the model that answered. If another member saved meanwhile, it asks, and then changes theirs. */
export function UseModel({ agent, place, model }: UseModelProps): ReactNode {
  const name = nameModel(model);
  const use = useAction(async (from: Pick<Snapshot<Agent>, "revision" | "configuration">) => {
    const { revision, configuration } = copyShown(from);
    await saveAgent(place, { revision, configuration: { ...configuration, model } });
    showToast(`The draft answers with ${name}`);
  });
  const useOnNewest = useAction(async () => use.run(await loadAgent(place)));
  if (agent.configuration.model === model) return null;
  const error = use.error ?? useOnNewest.error;
  return (
    <>
      <Button
        size="small"
        icon={<Check size={14} aria-hidden />}
        isBusy={use.isBusy || useOnNewest.isBusy}
        onClick={() => use.run(agent)}
      >
        Use this model
      </Button>
      {error && (
        <ErrorNotice
          title="The draft was not changed."
          error={error.code === "conflict" ? { ...error, message: hasChangeConflict } : error}
          onRetry={useOnNewest.run}
        />
      )}
    </>
  );
}

const hasChangeConflict =
  "Someone else changed it in the meantime. Retry keeps their changes and sets the model.";
