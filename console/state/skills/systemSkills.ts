import type { AnswerOf } from "../../../shared/contract/call.ts";
import { listSystemSkills } from "../../../shared/contract/skills/systemSkills.ts";
import { client } from "../platform/client.ts";
import { createResource, load } from "../platform/resource.ts";

/** The ready-made skills: the same for every organization. */
export const systemSkills = createResource<AnswerOf<typeof listSystemSkills>>();

export function loadSystemSkills(orgId: string): Promise<void> {
  return load(systemSkills, () =>
    client.call(listSystemSkills, { params: { orgId }, query: { limit: 100 } }),
  );
}
