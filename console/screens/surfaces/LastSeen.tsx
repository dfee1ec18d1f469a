import type { ReactNode } from "react";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { css, keyframes } from "../../../shared/ui/style/css.ts";
import { useNow } from "../../parts/useNow.ts";

/** Whether a page has loaded the widget: waits for the first load, and turns green the moment it comes. */
export function LastSeen({ lastSeen }: { lastSeen: { at: number; origin: string } | null }): ReactNode {
  const now = useNow();
  return (
    <div className={frame} role="status" data-seen={lastSeen ? "" : undefined}>
      <span aria-hidden="true" />
      {lastSeen ? (
        <p>
          <strong>It works.</strong> Last loaded on{" "}
          <b>{lastSeen.origin === "null" ? "a page without an origin" : lastSeen.origin}</b>,{" "}
          <time dateTime={new Date(lastSeen.at).toISOString()} title={describeDateTime(lastSeen.at)}>
            {formatRelativeTime(lastSeen.at, now)}
          </time>
          .
        </p>
      ) : (
        <p>
          <strong>Waiting for the first load.</strong> Open a page that has the snippet; this turns green.
        </p>
      )}
    </div>
  );
}

const pulse = keyframes`
  50% {
    opacity: 0.35;
  }
`;
const frame = css`
  display: flex;
  align-items: baseline;
  gap: 10px;
  padding: 10px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  & > span {
    flex: none;
    width: 9px;
    height: 9px;
    border-radius: 50%;
    background: var(--ph-warning-text);
    animation: ${pulse} 1.8s ease-in-out infinite;
  }
  & > p {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: 600;
    color: var(--ph-text);
  }
  & b {
    font-weight: 550;
    color: var(--ph-text);
  }
  &[data-seen] {
    background: var(--ph-success-soft);
  }
  &[data-seen] > span {
    background: var(--ph-success-text);
    animation: none;
  }
  @media (prefers-reduced-motion: reduce) {
    & > span {
      animation: none;
    }
  }
`;
