import { updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import type { BenchApp } from "../visitor.ts";

/** Does work while nobody answers: a message is then all that there is to tell. */
export async function whilePaused<Result>(app: BenchApp, work: () => Promise<Result>): Promise<Result> {
  const setStatus = (status: "live" | "paused") =>
    app.client.call(updateAgentStatus, { params: { productId: app.agentId }, body: { data: { status } } });
  await setStatus("paused");
  try {
    return await work();
  } finally {
    await setStatus("live");
  }
}
