import { useEffect, useRef } from "react";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { createMetric } from "../../../../shared/domain/product.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import { createAgent } from "../../../state/agents/agentChanges.ts";
import { track } from "../../../state/platform/analytics.ts";
import { holdSource } from "../../../state/knowledge/heldSource.ts";
import { createDataSource } from "../../../state/knowledge/dataSources.ts";
import { navigate } from "../../../state/shell/navigation.ts";
import { noteError } from "../../../state/notifications/notices.ts";
import { agentTabPath, paths } from "../../../state/shell/paths.ts";
import { openUpgrade } from "../../../state/billing/upgrade.ts";
import { forgetTypedAgent } from "./useTypedAgent.ts";
import { readLook, readSource, stepFields, type NewAgent, type Step } from "./newAgent.ts";

interface Creating {
  run: () => Promise<void>;
  isBusy: boolean;
  /** What no field shows. */
  error: RequestError | null;
  problems: Record<string, string | undefined>;
}

interface CreatingOptions {
  orgId: string;
  typed: NewAgent;
  /** Told the first step that has a field which was refused. */
  onRefused: (step: Step) => void;
}

/** Makes the agent, then its first source, and opens it. An agent whose source was refused is there, and that is said. */
export function useCreating({ orgId, typed, onRefused }: CreatingOptions): Creating {
  const refused = useRef<Step | undefined>(undefined);
  const { run, isBusy, error } = useAction(async () => {
    const look = readLook(typed);
    const hasLook = Object.keys(look).length > 0;
    const making = createAgent(orgId, { ...typed.configuration, ...(hasLook && { look }) });
    const agent = await making.catch((thrown: unknown) => {
      const found = readProblems(toRequestError(thrown));
      refused.current = refusableSteps.find((one) => stepFields[one].some((name) => found[name]));
      throw thrown;
    });
    track("agent_created", {});
    forgetTypedAgent(orgId);
    const place = { orgId, agentId: agent.id };
    const source = readSource(typed);
    const refusal = source && (await createDataSource(place, source).then(() => null, toRequestError));
    if (source && refusal) {
      noteError(refusal);
      holdSource(agent.id, source);
      showToast(`${agent.name} is created, but its source was refused: ${refusal.message}`);
      return navigate(agentTabPath({ ...place, tab: `datasources?add=${source.config.kind}` }));
    }
    showToast(source ? `${agent.name} is live and reads its first source` : `${agent.name} is live`);
    navigate(paths.agent(orgId, agent.id));
  });
  const isRefused = error?.code === "plan_limit";
  useEffect(() => {
    if (isRefused) openUpgrade(createMetric);
  }, [isRefused]);

  const problems = readProblems(error);
  const isShown = Object.values(problems).some(Boolean);
  return {
    run: async () => {
      refused.current = undefined;
      await run();
      if (refused.current) onRefused(refused.current);
    },
    ...{ isBusy, problems, error: isShown ? null : error },
  };
}

const refusableSteps = ["identity", "voice"] as const;

function readProblems(error: RequestError | null) {
  return {
    name: findFieldError(error, "name"),
    description: findFieldError(error, "description"),
    instructions: findFieldError(error, "instructions"),
    model: findFieldError(error, "model"),
    persona: findFieldError(error, "personality.text"),
    welcome: findFieldError(error, "look.welcome"),
    suggestions: findFieldError(error, "look.suggestions"),
    minimisedSuggestions: findFieldError(error, "look.minimisedSuggestions"),
  };
}
