import type { Capability } from "../../agents/capability.ts";
import { createContactRoutes } from "./contactCalls.ts";
import { erasingJob } from "./erase.ts";
import type { EraseDeps } from "./erase.ts";
import type { ExportDeps } from "./exportContact.ts";
import { exportPage } from "./exportPage.ts";
import type { MergeDeps } from "./merge.ts";
import { createPrivacyRoutes } from "./privacyCalls.ts";

/** What a team does with the people who write to its agents, with the job that erases one. */
export function createContacts(deps: MergeDeps & EraseDeps & ExportDeps): Capability {
  return {
    name: "contacts",
    routes: [...createContactRoutes(deps), ...createPrivacyRoutes(deps)],
    pages: [exportPage(deps)],
    jobs: [erasingJob(deps)],
  };
}
