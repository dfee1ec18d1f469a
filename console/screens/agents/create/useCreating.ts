import { useEffect } from "react";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { createMetric } from "../../../../shared/domain/product.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import { useAction } from "../../../parts/useAction.ts";
import { createAgent } from "../../../state/agents.ts";
import { track } from "../../../state/analytics.ts";
import { createDataSource } from "../../../state/dataSources.ts";
import { navigate } from "../../../state/navigation.ts";
import { noteError } from "../../../state/notices.ts";
import { agentTabPath, paths } from "../../../state/paths.ts";
import { openUpgrade } from "../../../state/upgrade.ts";
import { forgetTypedAgent } from "./useTypedAgent.ts";
import { readLook, readSource, type NewAgent } from "./newAgent.ts";

interface Creating {
  run: () => Promise<boolean>;
  isBusy: boolean;
  /** What no field shows. */
  error: RequestError | null;
  problems: Record<string, string | undefined>;
}

/** Makes the agent, then its first source, and opens it. An agent whose source was refused is there, and that is said. */
export function useCreating(orgId: string, typed: NewAgent): Creating {
  const { run, isBusy, error } = useAction(async () => {
    const look = readLook(typed);
    const hasLook = Object.keys(look).length > 0;
    const agent = await createAgent(orgId, { ...typed.configuration, ...(hasLook && { look }) });
    track("agent_created", {});
    forgetTypedAgent(orgId);
    const place = { orgId, agentId: agent.id };
    const source = readSource(typed);
    const refusal = source && (await createDataSource(place, source).then(() => null, toRequestError));
    if (refusal) {
      noteError(refusal);
      showToast(`${agent.name} is live, but its source was refused: ${refusal.message}`);
      return navigate(agentTabPath({ ...place, tab: `datasources?add=${source.config.kind}` }));
    }
    showToast(source ? `${agent.name} is live and reads its first source` : `${agent.name} is live`);
    navigate(paths.agent(orgId, agent.id));
  });
  const isRefused = error?.code === "plan_limit";
  useEffect(() => {
    if (isRefused) openUpgrade(createMetric);
  }, [isRefused]);

  const problems = {
    name: findFieldError(error, "name"),
    description: findFieldError(error, "description"),
    model: findFieldError(error, "model"),
    persona: findFieldError(error, "personality.text"),
    welcome: findFieldError(error, "look.welcome"),
    suggestions: findFieldError(error, "look.suggestions"),
    minimisedSuggestions: findFieldError(error, "look.minimisedSuggestions"),
  };
  const isShown = Object.values(problems).some(Boolean);
  return { run, isBusy, error: isShown ? null : error, problems };
}
