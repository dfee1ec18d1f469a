import type { ReactNode } from "react";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { Badge } from "../../shared/ui/Badge.tsx";

type Facts = Pick<Agent, "publishedVersion" | "hasUnpublishedChanges">;

/** The live version, and whether the draft is ahead of it. */
export function PublishState({ publishedVersion, hasUnpublishedChanges }: Facts): ReactNode {
  if (hasUnpublishedChanges) return <Badge tone="warning">Unpublished changes</Badge>;
  return <Badge tone="success">Version {publishedVersion} is live</Badge>;
}
