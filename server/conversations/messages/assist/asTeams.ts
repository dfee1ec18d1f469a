import type { AnsweringAgent } from "../../../agents/find.ts";
import type { Asker } from "../../../answering/question.ts";

/**
 * What the team has written is the agent's cost and no visitor's: it is counted for the member who asked, and no
 * visitor runs out of answers by it. Permissions stay the visitor's.
 */
export function asTeams(
  agent: AnsweringAgent,
  asker: Asker,
  userId: string,
): { agent: AnsweringAgent; asker: Asker } {
  const { configuration } = agent;
  const budget = { ...configuration.budget, visitorPerDay: null };
  return {
    agent: { ...agent, configuration: { ...configuration, budget } },
    asker: { ...asker, contactId: userId },
  };
}
