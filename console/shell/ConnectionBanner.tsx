import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { WifiOff } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { connection } from "../state/platform/connection.ts";
import { reconnect } from "../state/platform/reconnect.ts";
import { bannerStyle } from "./bannerStyle.ts";

/** Says that the server can't be reached while that is so; the region is there from the start for screen readers. */
export function ConnectionBanner(): ReactNode {
  const { isReachable } = useSnapshot(connection);
  return (
    <div role="status">
      {!isReachable && (
        <div className={bannerStyle}>
          <WifiOff size={16} aria-hidden />
          <span>The server can&rsquo;t be reached. Trying again…</span>
          <Button size="small" kind="quiet" onClick={reconnect}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}
