import type { Route } from "../../door/handle.ts";
import type { PageRoute } from "../../door/page.ts";
import { createContactRoutes } from "./contactCalls.ts";
import { registerErasing } from "./erase.ts";
import type { EraseDeps } from "./erase.ts";
import type { ExportDeps } from "./exportContact.ts";
import { exportPage } from "./exportPage.ts";
import type { MergeDeps } from "./merge.ts";
import { createPrivacyRoutes } from "./privacyCalls.ts";

/** What a team does with the people who write to its agents. */
export interface Contacts {
  routes: Route[];
  pages: PageRoute[];
}

/** Makes the calls on people, and says how the job is done that erases one. */
export function createContacts(deps: MergeDeps & EraseDeps & ExportDeps): Contacts {
  registerErasing(deps);
  return { routes: [...createContactRoutes(deps), ...createPrivacyRoutes(deps)], pages: [exportPage(deps)] };
}
