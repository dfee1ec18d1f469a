import type { AnsweringAgent } from "../agents/find.ts";
import type { Credits } from "../billing/credits.ts";
import type { Asker } from "./question.ts";

/** What a model is about to cost. */
export interface Spending {
  agent: AnsweringAgent;
  asker: Pick<Asker, "contactId" | "preview" | "answerKey">;
  credits: number;
}

/** Takes the credits from the budgets of agent and visitor, once for each answer; gives why not where one does not suffice. */
export type Spend = (spending: Spending) => Promise<string | Spent>;

export interface Spent {
  /** Puts them back: the model said nothing. */
  giveBack(): Promise<void>;
}

/** Where nothing is counted. */
export const spendFreely: Spend = async () => ({ giveBack: async () => {} });

/** Takes them from the budgets that the agent's configuration sets. The preview is never counted. */
export function createSpend(credits: Credits): Spend {
  return async ({ agent, asker, credits: cost }) => {
    if (asker.preview || cost === 0) return spendFreely({ agent, asker, credits: cost });
    const { organizationId, agentId, configuration } = agent;
    const { contactId, answerKey } = asker;
    const charge = {
      organizationId,
      agentId,
      contactId,
      answerKey,
      credits: cost,
      caps: configuration.budget,
    };
    const taken = await credits.charge(charge);
    if (typeof taken !== "string") return taken;
    if (taken === "planPerMonth") return "The credits of your plan are used up for this month.";
    const cap = configuration.budget[taken];
    return cap !== null && cap < cost
      ? `${owners[taken]} budget for a day is less than this costs.`
      : `${owners[taken]} budget for today is used up.`;
  };
}

const owners = { agentPerDay: "The agent's", visitorPerDay: "This visitor's" };
