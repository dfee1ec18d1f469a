import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Lock, RefreshCw } from "lucide-react";
import type { Installation as Shown } from "../../../shared/contract/installation/installation.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { AccountPage } from "../../parts/AccountPage.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { NoticePage } from "../../parts/NoticePage.tsx";
import { installation, loadInstallation } from "../../state/installation/installation.ts";
import { BackupsCard } from "./BackupsCard.tsx";
import { ChecksCard } from "./ChecksCard.tsx";
import { FactsCard } from "./FactsCard.tsx";
import { JobsCard } from "./JobsCard.tsx";
import { LogCard } from "./LogCard.tsx";

const lookEveryMs = 3000;

/** The installation as a whole: for its first owner and super admins. */
export default function Installation(): ReactNode {
  const resource = useSnapshot(installation);
  useEffect(() => void loadInstallation(), []);
  const isBackingUp = resource.data?.backups.isRunning === true;
  useEffect(() => {
    if (!isBackingUp) return;
    const timer = setInterval(() => void loadInstallation(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isBackingUp]);

  if (resource.error?.code === "not_found")
    return (
      <NoticePage
        heading="Not allowed"
        title="Only the installation’s owner can see this"
        icon={<Lock size={20} aria-hidden />}
      >
        Ask the first owner or a super admin.
      </NoticePage>
    );
  return (
    <AccountPage
      title="Installation"
      subtitle="This server and all its organizations."
      actions={
        <Button
          icon={<RefreshCw size={16} aria-hidden />}
          isBusy={resource.status === "loading"}
          onClick={() => void loadInstallation()}
        >
          Check again
        </Button>
      }
    >
      <Loaded
        resource={resource}
        needs="organization.read"
        onRetry={() => void loadInstallation()}
        skeleton={<Skeleton height="420px" />}
      >
        {(read) => {
          const shown = read as Shown; // a snapshot is only deeply readonly
          return (
            <>
              <ChecksCard checks={shown.checks} />
              <FactsCard installation={shown} />
              <JobsCard jobs={shown.jobs} />
              <BackupsCard backups={shown.backups} />
              <LogCard lines={shown.log} />
            </>
          );
        }}
      </Loaded>
    </AccountPage>
  );
}
