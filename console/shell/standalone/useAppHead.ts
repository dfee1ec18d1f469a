import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { standalonePath, standaloneScope } from "../../../shared/domain/standalone.ts";
import { watchInstalling } from "../../state/installing.ts";
import { navigate } from "../../state/navigation.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { platformTheme } from "../../state/platformTheme.ts";
import { startWorker } from "../../state/worker.ts";

/** Lets browsers install the page as the app of this agent's conversations, with the theme's colour around it. */
export function useAppHead({ orgId, agentId }: AgentPlace): void {
  const { choice } = useSnapshot(platformTheme);

  useEffect(() => {
    const stopWatching = watchInstalling();
    const manifest = addLink("manifest", `${standalonePath({ orgId, agentId })}/app.webmanifest`);
    const icon = addLink("apple-touch-icon", "/inbox/icon-180.png");
    const stopFollowing = followClicks();
    startWorker().catch((thrown: unknown) => console.warn(thrown));
    return () => {
      stopWatching();
      stopFollowing();
      manifest.remove();
      icon.remove();
    };
  }, [orgId, agentId]);

  useEffect(() => {
    const meta = document.createElement("meta");
    meta.name = "theme-color";
    const device = matchMedia("(prefers-color-scheme: dark)");
    const show = () => (meta.content = getComputedStyle(document.body).backgroundColor);
    show();
    document.head.append(meta);
    device.addEventListener("change", show);
    return () => {
      device.removeEventListener("change", show);
      meta.remove();
    };
  }, [choice]);
}

/** The worker says which conversation to open where somebody pressed a notification. */
function followClicks(): () => void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => {};
  const handleMessage = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    const path = data?.open;
    if (typeof path === "string" && path.startsWith(standaloneScope)) navigate(path);
  };
  serviceWorker.addEventListener("message", handleMessage);
  serviceWorker.startMessages();
  return () => serviceWorker.removeEventListener("message", handleMessage);
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  return link;
}
