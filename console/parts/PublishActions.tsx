import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Upload } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { mayDo } from "../state/organization.ts";

const PublishDialog = lazy(() => import("./publish/PublishDialog.tsx"));

interface PublishButtonProps {
  place: { orgId: string; agentId: string };
  hasUnpublishedChanges: boolean;
  /** There are changes that are not even saved: publishing would leave them out. */
  isHeldBack?: boolean;
}

/** Shows what would become public, and publishes it; there while there is something to publish and the member may. */
export function PublishButton({ place, hasUnpublishedChanges, isHeldBack }: PublishButtonProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (!mayDo("agents.publish")) return null;
  return (
    <>
      {hasUnpublishedChanges && (
        <Button
          kind="primary"
          icon={<Upload size={16} aria-hidden />}
          disabled={isHeldBack}
          title={isHeldBack ? "Save your changes first" : undefined}
          onClick={() => setIsOpen(true)}
        >
          Publish
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PublishDialog place={place} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
