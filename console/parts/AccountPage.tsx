import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { ArrowLeft } from "lucide-react";
import { css } from "../../shared/ui/style/css.ts";
import { Page } from "./Page.tsx";
import type { PageProps } from "./Page.tsx";
import { organization } from "../state/organization.ts";
import { paths } from "../state/paths.ts";

/** A page of the account: it has no sidebar, so the way back stands over its title. */
export function AccountPage(props: Omit<PageProps, "above">): ReactNode {
  const { _id: orgId, name } = useSnapshot(organization);
  return (
    <Page
      {...props}
      above={
        orgId && (
          <Link href={paths.dashboard(orgId)} className={back}>
            <ArrowLeft size={15} aria-hidden />
            {name}
          </Link>
        )
      }
    />
  );
}

const back = css`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 28px;
  margin-bottom: 6px;
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
  font-weight: 500;
  text-decoration: none;
  &:hover {
    color: var(--ph-text);
  }
`;
