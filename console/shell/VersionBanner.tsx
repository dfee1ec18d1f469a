import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Sparkles } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { newVersion, startWatchingVersion } from "../state/shell/newVersion.ts";
import { bannerStyle } from "./bannerStyle.ts";

/** Says that the server was brought up to date under this page. Unsaved work is asked about before it loads again. */
export function VersionBanner(): ReactNode {
  const { isThere } = useSnapshot(newVersion);
  useEffect(startWatchingVersion, []);
  return (
    <div role="status">
      {isThere && (
        <div className={bannerStyle} data-tone="news">
          <Sparkles size={16} aria-hidden />
          <span>There is a new version.</span>
          <Button size="small" kind="quiet" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
