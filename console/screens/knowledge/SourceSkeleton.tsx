import type { ReactNode } from "react";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Page } from "../../parts/Page.tsx";
import { BackToSources } from "./BackToSources.tsx";

/** The rough shape of a source's page while it comes; the way back works already. */
export function SourceSkeleton(): ReactNode {
  return (
    <Page title={"\u00a0"} above={<BackToSources />}>
      <Skeleton height="180px" />
    </Page>
  );
}
