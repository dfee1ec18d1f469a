import {
  getSystemSkill,
  listSkillMappings,
  listSystemSkills,
} from "../../../../shared/contract/skills/systemSkills.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { handle } from "../../../requests/handle.ts";
import type { Route } from "../../../requests/handle.ts";
import type { SkillDeps } from "../deps.ts";
import { listMappings } from "./listMappings.ts";
import { systemSkills } from "./systemSkills.ts";

/** The account's calls on the system skills, and on which agents have them. */
export function systemSkillRoutes({ store }: Pick<SkillDeps, "store">): Route[] {
  return [
    handle(listSystemSkills, async ({ query: { page, limit } }) => ({
      items: systemSkills.slice((page - 1) * limit, page * limit),
      page: { page, limit, total: systemSkills.length },
    })),

    handle(listSkillMappings, async ({ caller, query }) => {
      const { organizationId, agentIds: only } = caller;
      const { items, total } = await listMappings(store.reader, { organizationId, only, ...query });
      return { items, page: { ...query, total } };
    }),

    handle(getSystemSkill, async ({ params }) => {
      const skill = systemSkills.find(({ id }) => id === params.systemSkillId);
      if (!skill) throw new AppError("not_found");
      return { data: skill };
    }),
  ];
}
