import { tryAgent } from "../../shared/contract/playground.ts";
import { RequestError } from "../../shared/client/requestError.ts";
import { client } from "./client.ts";
import type { AgentPlace } from "./paths.ts";

/** What the draft said to a question, and on which pages that stands. */
export interface TestAnswer {
  text: string;
  sources: string[];
}

/** Asks an agent's draft as a visitor would; nothing of it is kept or counted. */
export async function askTestQuestion({ orgId, agentId }: AgentPlace, question: string): Promise<TestAnswer> {
  const params = { orgId, productId: agentId };
  const asked = { question, version: "draft", pageUrl: null, isVerified: false } as const;
  let text = "";
  for await (const event of client.stream(tryAgent, { params, body: { data: { ...asked, history: [] } } })) {
    if (event.type === "delta") text += event.text;
    else if (event.type === "failed") throw new RequestError("internal", event.error.message);
    else return { text, sources: [...new Set(event.citations.map(({ title }) => title))] };
  }
  throw new RequestError("offline", "The answer broke off. Ask again.");
}
