import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ConsoleRoute } from "../guards/route.ts";
import { isShownTo } from "../guards/route.ts";
import { readMember } from "../guards/runGuards.ts";
import { Forbidden } from "../parts/Forbidden.tsx";
import { organization } from "../state/accounts/organization.ts";

/** Shows a tab to those of its roles, and tells the others who may see it. */
export function TabGate({ route, children }: { route: ConsoleRoute; children: ReactNode }): ReactNode {
  useSnapshot(organization);
  if (!route.users || isShownTo(route, readMember())) return children;
  return <Forbidden needs="agents.update" users={route.users} />;
}
