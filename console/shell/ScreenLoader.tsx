import type { ReactNode } from "react";
import { Skeleton } from "../../shared/ui/Skeleton.tsx";
import { Page } from "../parts/Page.tsx";

/** The rough shape of a screen while its script comes. */
export function ScreenLoader(): ReactNode {
  return (
    <Page title={"\u00a0"}>
      <Skeleton width="38%" height="20px" />
      <Skeleton height="160px" />
    </Page>
  );
}
