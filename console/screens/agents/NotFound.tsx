import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Search, SearchX } from "lucide-react";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { NoticePage } from "../../parts/NoticePage.tsx";
import { openOverlay } from "../../state/shell/menu.ts";
import { organization } from "../../state/accounts/organization.ts";
import { paths } from "../../state/shell/paths.ts";

/** The organization's area with a notice, for every address that leads nowhere. */
export default function NotFound(): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  return (
    <NoticePage
      heading="Not found"
      title="This page does not exist"
      icon={<SearchX size={20} aria-hidden />}
      action={
        <span className={choices}>
          <Button icon={<Search size={16} aria-hidden />} onClick={() => openOverlay("palette")}>
            Search
          </Button>
          <Link
            href={orgId ? paths.dashboard(orgId) : paths.chooseCompany}
            className={buttonClass("secondary")}
          >
            Go to the dashboard
          </Link>
        </span>
      }
    >
      The address may be old or mistyped. Search for an agent, a page or a person.
    </NoticePage>
  );
}

const choices = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-top: 12px;
`;
