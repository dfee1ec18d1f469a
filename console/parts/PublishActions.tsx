import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Upload } from "lucide-react";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { mayDo } from "../state/accounts/organization.ts";
import { PublishState } from "./PublishState.tsx";
import { useKeptFocus } from "./useKeptFocus.ts";
import { PublishDialog } from "./publish/dialog.ts";

interface PublishActionsProps {
  agent: Pick<Agent, "publishedVersion" | "hasUnpublishedChanges">;
  place: { orgId: string; agentId: string };
  /** There are changes that are not even saved: publishing would leave them out. */
  isHeldBack?: boolean;
  /** Other ways from here, between what is public and the button. */
  children?: ReactNode;
}

/**
 * The live version, and, while there is something to publish and the member may, the button that shows what would
 * become public and publishes it.
 */
export function PublishActions({ agent, place, isHeldBack, children }: PublishActionsProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const kept = useKeptFocus<HTMLDivElement>();
  const mayPublish = mayDo("agents.publish");
  return (
    <div className={row} {...kept}>
      {/* Takes the focus where the button that published is gone and nothing else stands here. */}
      <span tabIndex={-1}>
        <PublishState {...agent} />
      </span>
      {children}
      {mayPublish && agent.hasUnpublishedChanges && (
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
      {mayPublish && isOpen && (
        <Suspense fallback={null}>
          <PublishDialog place={place} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

const row = css`
  display: contents;
`;
