import type { Citation } from "../../../shared/contract/conversations/conversations.ts";
import { tryAgent } from "../../../shared/contract/playground/playground.ts";
import { RequestError } from "../../../shared/client/requestError.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** What the draft said to a question, and on which pages that stands. */
export interface TestAnswer {
  text: string;
  citations: Citation[];
}

/** Asks an agent's draft as a visitor would; nothing of it is kept or counted. Leaving by the signal ends the work. */
export async function askTestQuestion(
  { orgId, agentId }: AgentPlace,
  question: string,
  signal?: AbortSignal,
): Promise<TestAnswer> {
  const params = { orgId, productId: agentId };
  const asked = { question, version: "draft", pageUrl: null, isVerified: false } as const;
  let text = "";
  for await (const event of client.stream(tryAgent, {
    params,
    body: { data: { ...asked, history: [] } },
    ...(signal && { signal }),
  })) {
    if (event.type === "delta") text += event.text;
    else if (event.type === "failed") throw new RequestError("internal", event.error.message);
    else return { text, citations: event.citations };
  }
  throw new RequestError("offline", "The answer broke off. Ask again.");
}
