import type { AnswerOf } from "../../../shared/contract/call.ts";
import { getReproduction, makeTestCase } from "../../../shared/contract/evaluation/evaluation.ts";
import type { Reproduction } from "../../../shared/contract/evaluation/evaluation.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";

/** An answer in the inbox. */
export interface AnswerPlace extends AgentPlace {
  threadId: string;
  messageId: string;
}

/** A case that was made from an answer, and whether it was made just now. */
export type MadeCase = AnswerOf<typeof makeTestCase>["data"];

/** Makes a test case from an answer, or gives the one that was made from it before. */
export async function makeCase(place: AnswerPlace): Promise<MadeCase> {
  return (await client.call(makeTestCase, { params: paramsOf(place) })).data;
}

/** Gives everything an answer was built from, personal data as marks. */
export async function readReproduction(place: AnswerPlace): Promise<Reproduction> {
  return (await client.call(getReproduction, { params: paramsOf(place) })).data;
}

function paramsOf({ orgId, agentId, threadId, messageId }: AnswerPlace) {
  return { orgId, productId: agentId, threadId, messageId };
}
