import { proxy, ref } from "valtio";
import { getSetupGuide, updateSetupStep } from "../../../shared/contract/agents/setupGuide.ts";
import type { SetupGuide, SetupGuideType, StepChange } from "../../../shared/domain/setupGuide.ts";
import { changeStep, emptySetupGuide, guideOf } from "../../../shared/domain/setupGuide.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { agents, takeSetupGuide } from "./agents.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** How the last reading of a setup guide went; the guide itself is a part of its agent. */
export const setupGuide = proxy<{
  status: "idle" | "loading" | "ready" | "failed";
  error: RequestError | null;
}>({
  status: "idle",
  error: null,
});

/** How many changes were answered: what was asked for before one of them is not taken. */
let changes = 0;

/** Reads an agent's guide. "On fetch failure the guide is empty and treated as fully reviewed" (specification 4). */
export async function loadSetupGuide({ orgId, agentId }: AgentPlace): Promise<SetupGuide> {
  setupGuide.status = "loading";
  const before = changes;
  try {
    const { data } = await client.call(getSetupGuide, { params: { orgId, productId: agentId } });
    Object.assign(setupGuide, { status: "ready", error: null });
    if (before === changes) takeSetupGuide(agentId, data);
    return data;
  } catch (thrown) {
    const error = toRequestError(thrown);
    console.error(error.message);
    Object.assign(setupGuide, { status: "failed", error: ref(error) });
    const guide = { ...emptySetupGuide, items: [] };
    takeSetupGuide(agentId, guide);
    return guide;
  }
}

/** Says of a step that it is done, or passed over. */
export async function reviewStep(
  { orgId, agentId }: AgentPlace,
  { type, change }: { type: SetupGuideType; change: StepChange },
): Promise<void> {
  const params = { orgId, productId: agentId, setupGuideType: type };
  const { data } = await client.call(updateSetupStep, { params, body: { data: change } });
  changes += 1;
  takeSetupGuide(agentId, data);
}

/** Ticks a step because what it asks for was just done here; the server has ticked it too. */
export function noteStepDone(agentId: string, type: SetupGuideType): void {
  const agent = agents.items.find(({ id }) => id === agentId);
  if (!agent) return;
  changes += 1;
  const { items } = agent.setupGuide;
  takeSetupGuide(agentId, guideOf(changeStep(items, type, { completed: true, skipped: false })));
}
