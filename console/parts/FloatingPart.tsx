import { Suspense } from "react";
import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import { FallbackBoundary } from "./FallbackBoundary.tsx";

interface Props {
  /** The error is forgotten when this changes. */
  resetOn: string;
  /** Where the notice of a part that arrives with this one is enough; see `FallbackBoundary`. */
  standIn?: null;
  children: ReactNode;
}

/** Around what stands over or beside a page and is fetched on its own: where it can't be, that is said and the page stays. */
export function FloatingPart({ resetOn, standIn, children }: Props): ReactNode {
  return (
    <div className={place}>
      <FallbackBoundary resetOn={resetOn} standIn={standIn}>
        <Suspense>{children}</Suspense>
      </FallbackBoundary>
    </div>
  );
}

const place = css`
  display: contents;
  & > [role="alert"] {
    position: fixed;
    inset: auto 16px 16px;
    z-index: 20;
    max-width: 400px;
    margin: auto;
    padding: 16px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-l);
    background: var(--ph-raised);
    box-shadow: var(--ph-shadow-2);
  }
`;
