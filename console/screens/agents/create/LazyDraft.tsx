import { Suspense } from "react";
import type { ReactNode } from "react";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import type { DraftPreviewProps } from "./DraftPreview.tsx";
import { DraftPreview } from "./draft.ts";

/** The chat as it will look, once its part of the console has come. */
export function LazyDraft(props: DraftPreviewProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height="640px" />}>
      <DraftPreview {...props} />
    </Suspense>
  );
}
