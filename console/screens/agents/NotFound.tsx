import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { SearchX } from "lucide-react";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { NoticePage } from "../../parts/NoticePage.tsx";
import { organization } from "../../state/organization.ts";
import { paths } from "../../state/paths.ts";

/** The organisation's area with a notice, for every address that leads nowhere. */
export default function NotFound(): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  return (
    <NoticePage
      heading="Not found"
      title="This page does not exist"
      icon={<SearchX size={20} aria-hidden />}
      action={
        <Link
          href={orgId ? paths.dashboard(orgId) : paths.chooseCompany}
          className={buttonClass("secondary")}
        >
          Go to the dashboard
        </Link>
      }
    >
      The address may be old or mistyped.
    </NoticePage>
  );
}
