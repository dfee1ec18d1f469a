import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Action } from "../../shared/domain/access.ts";
import { css } from "../../shared/ui/style/css.ts";
import { Tab, Tabs } from "../../shared/ui/Tabs.tsx";
import { mayDo, organization } from "../state/accounts/organization.ts";
import { paths } from "../state/shell/paths.ts";
import { follow } from "./follow.ts";

type Part = "members" | "invites" | "keys" | "modelKeys" | "sources" | "webhooks" | "audit" | "billing";

/** In the order in which they show; a part without a right is for everybody who may come to the account. */
const parts: { part: Part; label: string; needs?: Action; href: (orgId: string) => string }[] = [
  { part: "members", label: "Members", href: paths.team },
  { part: "invites", label: "Pending invitations", href: viewOfTeam("invites") },
  { part: "keys", label: "API keys", needs: "keys.read", href: viewOfTeam("keys") },
  { part: "modelKeys", label: "Model keys", needs: "modelKeys.read", href: paths.modelKeys },
  { part: "sources", label: "Data sources", needs: "knowledge.read", href: paths.sharedSources },
  { part: "webhooks", label: "Webhooks", needs: "webhooks.read", href: paths.webhooks },
  { part: "audit", label: "Audit log", needs: "audit.read", href: viewOfTeam("audit") },
  { part: "billing", label: "Billing", href: paths.pricing },
];

/** The parts of Manage Account, each a link; the one that shows is scrolled into sight. */
export function AccountTabs({ current }: { current: Part }): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = row.current?.querySelector("[aria-current]");
    shown?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [current, orgId]);
  if (!orgId) return null;
  return (
    <div ref={row} className={rowStyle}>
      <Tabs label="Parts of Manage Account">
        {parts
          .filter(({ needs }) => !needs || mayDo(needs))
          .map(({ part, label, href }) => (
            <Tab
              key={part}
              href={href(orgId)}
              isCurrent={part === current}
              onClick={(event) => follow(event, href(orgId))}
            >
              {label}
            </Tab>
          ))}
      </Tabs>
    </div>
  );
}

function viewOfTeam(view: string): (orgId: string) => string {
  return (orgId) => `${paths.team(orgId)}?view=${view}`;
}

/** As wide as the page and no wider, so that the tabs scroll and the page does not. */
const rowStyle = css`
  min-width: 0;
`;
