import { useMemo } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ConsoleRoute } from "../guards/route.ts";
import { isShownTo } from "../guards/route.ts";
import { ShownTabs } from "../parts/shownTabs.ts";
import type { ShownTab } from "../parts/shownTabs.ts";
import { organization } from "../state/accounts/organization.ts";

interface TabsOfMemberProps {
  routes: readonly ConsoleRoute[];
  children: ReactNode;
}

/** Tells the screens which tabs of an agent this member sees, so that they link to no other. */
export function TabsOfMember({ routes, children }: TabsOfMemberProps): ReactNode {
  const { roles, member } = useSnapshot(organization);
  const isSuperAdmin = member?.meta.isSuperAdmin === true;
  const tabs = useMemo(() => listTabs(routes, { roles, isSuperAdmin }), [routes, roles, isSuperAdmin]);
  return <ShownTabs value={tabs}>{children}</ShownTabs>;
}

function listTabs(routes: readonly ConsoleRoute[], member: Parameters<typeof isShownTo>[1]): ShownTab[] {
  return routes
    .filter((route) => route.menu?.place === "agent" && isShownTo(route, member))
    .map(({ path, menu }) => ({
      tab: readTab(path),
      label: menu?.label ?? "",
      isUntilSetUp: menu?.isUntilSetUp ?? false,
    }));
}

/** `inbox/conversations` of `…/cp/:agentId/inbox/conversations/:threadId?`. */
function readTab(path: string): string {
  return (path.split("/:agentId/")[1] ?? "").replace(/\/:.*$/, "");
}
