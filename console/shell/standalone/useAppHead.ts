import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { standalonePath } from "../../../shared/domain/standalone.ts";
import type { StandaloneScope } from "../../../shared/domain/standalone.ts";
import { findScope, moveToScope } from "../../../shared/domain/standaloneScope.ts";
import { watchInstalling } from "../../state/shell/installing.ts";
import { navigate } from "../../state/shell/navigation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { platformTheme } from "../../state/shell/platformTheme.ts";
import { startWorker } from "../../state/platform/worker.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

/** Lets browsers install the page as the app of this agent's conversations at this address, with the theme's color around it. */
export function useAppHead({ orgId, agentId, scope }: AgentPlace & { scope: StandaloneScope }): void {
  const { choice } = useSnapshot(platformTheme);

  useEffect(() => {
    const stopWatching = watchInstalling();
    const manifest = addLink(
      "manifest",
      toAddress(`${standalonePath({ orgId, agentId }, scope)}/app.webmanifest`),
    );
    const icon = addLink("apple-touch-icon", toAddress("/inbox/icon-180.png"));
    const stopFollowing = followClicks(scope);
    startWorker().catch((thrown: unknown) => console.warn(thrown));
    return () => {
      stopWatching();
      stopFollowing();
      manifest.remove();
      icon.remove();
    };
  }, [orgId, agentId, scope]);

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
function followClicks(scope: StandaloneScope): () => void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => {};
  const handleMessage = ({ data }: MessageEvent<{ open?: unknown } | null>) => {
    const path = data?.open;
    if (typeof path === "string" && findScope(path)) navigate(moveToScope(path, scope));
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
