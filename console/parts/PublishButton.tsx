import type { ReactNode } from "react";
import { Upload } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { showToast } from "../../shared/ui/toasts.ts";
import type { useAction } from "./useAction.ts";
import { publishAgent } from "../state/agents.ts";
import { mayDo } from "../state/organization.ts";

interface PublishButtonProps {
  hasUnpublishedChanges: boolean;
  /** From usePublish, so that the page shows what went wrong. */
  action: ReturnType<typeof useAction<[]>>;
  /** There are changes that are not even saved: publishing would leave them out. */
  isHeldBack?: boolean;
}

/** Makes the draft public; there while there is something to publish and the member may. */
export function PublishButton({ hasUnpublishedChanges, action, isHeldBack }: PublishButtonProps): ReactNode {
  if (!hasUnpublishedChanges || !mayDo("agents.publish")) return null;
  return (
    <Button
      kind="primary"
      icon={<Upload size={16} aria-hidden />}
      isBusy={action.isBusy}
      disabled={isHeldBack}
      title={isHeldBack ? "Save your changes first" : undefined}
      onClick={() => action.run()}
    >
      Publish
    </Button>
  );
}

/** Publishes and says so. */
export async function publishAndTell(place: { orgId: string; agentId: string }): Promise<void> {
  const { publishedVersion } = await publishAgent(place);
  showToast(`Version ${publishedVersion} is public`);
}
