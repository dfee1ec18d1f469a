import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { SourcePage } from "../../../shared/contract/knowledge/knowledge.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { describeCount } from "../../parts/describeNumber.ts";

type Page = Pick<Snapshot<SourcePage>, "error" | "status" | "enabled" | "edits">;

/** What stands out about a page: that it failed, is off as a whole or in parts, or has been edited. */
export function PageBadges({ page: { error, status, enabled, edits } }: { page: Page }): ReactNode {
  return (
    <>
      {error && <Badge tone={status === "failed" ? "danger" : "warning"}>Failed</Badge>}
      {!enabled && <Badge>Off</Badge>}
      {edits.off > 0 && <Badge>{describeCount(edits.off, "passage")} off</Badge>}
      {edits.kept > 0 && <Badge tone="accent">Edited</Badge>}
      {edits.replaced > 0 && <Badge tone="warning">Edit replaced</Badge>}
    </>
  );
}
