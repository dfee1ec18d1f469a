import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../shared/ui/style/css.ts";
import { Tab, Tabs } from "../../shared/ui/Tabs.tsx";
import { mayDo, organization } from "../state/accounts/organization.ts";
import { accountParts, type AccountPart } from "./accountParts.ts";
import { follow } from "./follow.ts";
import { toAddress } from "../../shared/client/basePath.ts";

/** The parts of Settings, each a link; the one that shows is scrolled into sight. */
export function AccountTabs({ current }: { current: AccountPart }): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = row.current?.querySelector("[aria-current]");
    shown?.scrollIntoView?.({ block: "nearest", inline: "center" });
  }, [current, orgId]);
  if (!orgId) return null;
  return (
    <div ref={row} className={rowStyle}>
      <Tabs label="Parts of Settings">
        {accountParts
          .filter(({ needs }) => !needs || mayDo(needs))
          .map(({ part, label, href }) => (
            <Tab
              key={part}
              href={toAddress(href(orgId))}
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

/** As wide as the page and no wider, so that the tabs scroll and the page does not. */
const rowStyle = css`
  min-width: 0;
`;
