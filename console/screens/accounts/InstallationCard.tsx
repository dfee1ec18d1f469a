import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { organization } from "../../state/accounts/organization.ts";
import { paths } from "../../state/shell/paths.ts";

/** The way to the installation, for owners: the person who set it up is one. */
export function InstallationCard(): ReactNode {
  const { _id: orgId, roles, member } = useSnapshot(organization);
  if (!orgId || !(roles.includes("owner") || member?.meta.isSuperAdmin === true)) return null;
  return (
    <Card
      title="Installation"
      subtitle="Health, jobs, storage and backups of this server. For its first owner and super admins."
      aside={
        <Link href={paths.installation(orgId)} className={buttonClass("secondary")}>
          Open
        </Link>
      }
    />
  );
}
