import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import { getWorkflowRun, listWorkflowApprovals } from "../../../shared/contract/workflows/runs.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { note } from "../../state/notifications/notices.ts";
import { client } from "../../state/platform/client.ts";
import { agentTabPath, inboxPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { inSeenTabs } from "./inOneTab.ts";

type RunEvent = Extract<LiveEvent, { type: "workflow" }>;

/** Has the bell tell of a run without a conversation: what it asks whom, and to those who may mend it that it failed. */
export async function tellRun(place: AgentPlace, event: RunEvent): Promise<void> {
  await inSeenTabs(`bell ${event.runId} ${event.what}`, async () => {
    // What can't be read is on the page of the workflow and in the mail.
    const told = await describe(place, event).catch(() => null);
    if (told) note(told);
  });
}

async function describe(place: AgentPlace, { workflowId, runId, what }: RunEvent) {
  const { orgId, agentId } = place;
  if (what === "asks") {
    const query = { agentId, threadId: "none", limit: 100 };
    const { items } = await client.call(listWorkflowApprovals, { params: { orgId }, query });
    const asked = items.find((one) => one.runId === runId && one.mayDecide);
    if (!asked) return null;
    const text = `“${asked.workflowName}” needs your approval.`;
    return { text, tone: "success" as const, path: inboxPath(place) };
  }
  if (!mayDo("workflows.update")) return null;
  const { data } = await client.call(getWorkflowRun, { params: { orgId, workflowId, runId } });
  const path = `${agentTabPath({ ...place, tab: `workflows/${workflowId}` })}?view=runs&run=${runId}`;
  return { text: `“${data.workflowName}” failed.`, tone: "danger" as const, path };
}
