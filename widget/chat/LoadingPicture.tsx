import type { ReactNode } from "react";
import { Skeleton } from "../../shared/ui/Skeleton.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { widgetWords } from "../../shared/words/widget.ts";

/** The shape of a conversation while it is read; what is quick never shows it. */
export function LoadingPicture(): ReactNode {
  return (
    <main className={shape} aria-busy="true" aria-label={widgetWords.loading}>
      <Skeleton width="46%" height="38px" />
      <Skeleton width="78%" height="76px" />
      <Skeleton width="36%" height="38px" />
      <Skeleton width="70%" height="56px" />
    </main>
  );
}

const shape = css`
  display: flex;
  flex-direction: column;
  gap: 16px;
  overflow: hidden;
  padding: 20px 16px;
  & > :nth-child(odd) {
    align-self: flex-end;
  }
`;
