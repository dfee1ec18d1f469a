import type { ReactNode } from "react";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { partWords } from "../../shared/words/parts.ts";

/** Fills the window while a guard works. */
export function FullScreenLoader(): ReactNode {
  return (
    <div className={loader} role="status">
      <Spinner size={1.75} label={partWords.loading} />
    </div>
  );
}

const loader = css`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  color: var(--ph-accent-text);
`;
