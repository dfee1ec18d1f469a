import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { WifiOff } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { connection } from "../state/connection.ts";
import { reachAgain } from "../state/reachAgain.ts";

/** Says that the server can't be reached while that is so; the region is there from the start for screen readers. */
export function ConnectionBanner(): ReactNode {
  const { isReachable } = useSnapshot(connection);
  return (
    <div role="status">
      {!isReachable && (
        <div className={banner}>
          <WifiOff size={16} aria-hidden />
          <span>The server can&rsquo;t be reached. Trying again…</span>
          <Button size="small" kind="quiet" onClick={reachAgain}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}

const banner = css`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  padding: 4px 16px;
  background: var(--ph-warning-soft);
  color: var(--ph-warning-text);
  font-weight: 500;
`;
