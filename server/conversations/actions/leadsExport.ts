import { exportLeads, leadsExport } from "../../../shared/contract/conversations/exports/leadExports.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { findSkillRow, readSkill } from "../../actions/skills/stored.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { PageRoute } from "../../requests/page.ts";
import { createExportAddress } from "../exports/exportAddress.ts";
import { createExportPage } from "../exports/exportPage.ts";
import type { ExportDeps } from "../exports/exportPage.ts";
import { writeLeads } from "./writeLeads.ts";

const address = createExportAddress("leads", {
  path: "/api/console/v1/leadexports",
  wanted: leadsExport,
});

/** The call that gives the address at which what visitors wrote in a form is saved as a file. */
export function createLeadsExportRoute({ store, attachmentKey, now }: ExportDeps): Route {
  return handle(exportLeads, async ({ caller, params: { productId, skillId } }) => {
    const { organizationId, userId } = caller;
    const agent = { organizationId, agentId: productId };
    const { config } = readSkill(await findSkillRow(store.reader, { ...agent, skillId }));
    if (config.kind !== "form")
      throw new AppError("invalid_input", { message: "Only the answers of a form can be exported." });
    const asked = { ...agent, userId, export: { format: "csv", skillId } } as const;
    return { data: address.make(attachmentKey, asked, now()) };
  });
}

/** The address itself. */
export function leadsExportPage(deps: ExportDeps): PageRoute {
  const { store } = deps;
  return createExportPage(deps, {
    address,
    name: () => "leads",
    write: async ({ organizationId, agentId, export: { skillId } }) => {
      const skill = readSkill(await findSkillRow(store.reader, { organizationId, agentId, skillId }));
      return writeLeads(store.reader, { organizationId, agentId, skill });
    },
  });
}
