import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import { AccountPage } from "./AccountPage.tsx";
import type { AccountPart } from "./accountParts.ts";
import { AccountTabs } from "./AccountTabs.tsx";
import type { PageProps } from "./Page.tsx";

interface SettingsPageProps extends Omit<PageProps, "above" | "title"> {
  part: AccountPart;
}

/** A part of Settings: title and tabs stand in the same place on all of them, also where a form is narrow. */
export function SettingsPage({ part, isNarrow, children, ...page }: SettingsPageProps): ReactNode {
  return (
    <AccountPage {...page} title="Settings">
      <AccountTabs current={part} />
      {isNarrow ? <div className={narrow}>{children}</div> : children}
    </AccountPage>
  );
}

const narrow = css`
  display: grid;
  gap: inherit;
  min-width: 0;
  max-width: 760px;
`;
