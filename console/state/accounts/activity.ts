import { getAgentActivity, setAgentActivity } from "../../../shared/contract/accounts/accounts.ts";
import type { Organization } from "../../../shared/contract/accounts/accounts.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { client } from "../platform/client.ts";
import { organization } from "./organization.ts";
import { notePoll } from "../platform/pollState.ts";

/** Whether a support agent is there for new chats and e-mails. */
export type AgentStatus = Organization["member"]["agentStatus"];

/** The words by which the server tells that somebody is no support agent. */
const notFoundWords = "Agent user not found";

/**
 * Asks whether the signed-in support agent is online; undefined where the server knows no such agent, which is no error:
 * "the flow continues without status" (specification 4).
 */
export async function fetchActivity(orgId: string): Promise<AgentStatus | undefined> {
  try {
    return (await client.call(getAgentActivity, { params: { orgId } })).data.status;
  } catch (thrown) {
    if (toRequestError(thrown).message === notFoundWords) return undefined;
    throw thrown;
  }
}

/** Says that the signed-in support agent is online or offline. */
export async function changeActivity(orgId: string, status: AgentStatus): Promise<void> {
  const input = { params: { orgId }, body: { data: { status } } };
  const { data } = await client.call(setAgentActivity, input);
  notePoll(orgId);
  takeActivity(data.status);
}

/** Takes in what the server says of the signed-in agent. */
export function takeActivity(status: AgentStatus): void {
  if (organization.member) organization.member.agentStatus = status;
}
