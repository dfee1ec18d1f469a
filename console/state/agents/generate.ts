import type { BodyOf } from "../../../shared/contract/call.ts";
import type { Generated } from "../../../shared/contract/agents/generate.ts";
import { generate } from "../../../shared/contract/agents/generate.ts";
import { client } from "../platform/client.ts";

/** Has an agent drafted from a description or a website; nothing is kept anywhere. */
export async function draftAgent(
  orgId: string,
  data: BodyOf<typeof generate>["data"],
  signal: AbortSignal,
): Promise<Generated> {
  return (await client.call(generate, { params: { orgId }, body: { data }, signal })).data;
}
