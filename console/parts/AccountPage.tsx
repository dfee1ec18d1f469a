import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { BackLink } from "./BackLink.tsx";
import { Page } from "./Page.tsx";
import type { PageProps } from "./Page.tsx";
import { organization } from "../state/accounts/organization.ts";
import { paths } from "../state/shell/paths.ts";

/** A page of the account: it has no sidebar, so the way back stands over its title. */
export function AccountPage(props: Omit<PageProps, "above">): ReactNode {
  const { _id: orgId, name } = useSnapshot(organization);
  return <Page {...props} above={orgId && <BackLink href={paths.dashboard(orgId)}>{name}</BackLink>} />;
}
