import { useLayoutEffect } from "react";
import { useSnapshot } from "valtio";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";

/**
 * Where the page makes room for the whole chat, it is as high as what is in it, up to the height of Deploy: the page is told
 * how high, and gives the frame that height.
 */
export function useFit(actions: Chat): void {
  const { look, configuration } = useSnapshot(chat);
  const mostPx = look.height === "auto" ? configuration?.settings.panelHeight : undefined;
  useLayoutEffect(() => {
    const app = document.querySelector("header")?.parentElement;
    if (!app || mostPx === undefined) return;
    Object.assign(app.style, { height: "auto", maxHeight: `${mostPx}px` });
    const observer = new ResizeObserver(() =>
      actions.tellSize({ width: app.offsetWidth, height: app.offsetHeight }),
    );
    observer.observe(app);
    return () => {
      observer.disconnect();
      Object.assign(app.style, { height: "", maxHeight: "" });
    };
  }, [actions, mostPx]);
}
