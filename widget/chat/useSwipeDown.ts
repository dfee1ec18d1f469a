import { useEffect } from "react";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";

/** So far down the header is drawn before the panel closes. */
const closesAfterPx = 90;

/** On a phone the panel is closed by drawing its header down; less than that, and it goes back. */
export function useSwipeDown(actions: Chat): void {
  useEffect(() => {
    let start: number | null = null;
    const listening = new AbortController();
    const on = (
      type: "touchstart" | "touchmove" | "touchend" | "touchcancel",
      handle: (event: TouchEvent) => void,
    ) => document.addEventListener(type, handle, { signal: listening.signal, passive: true });
    const move = (way: number | null): void => {
      const panel = document.querySelector("header")?.parentElement;
      if (!panel) return;
      panel.toggleAttribute("data-dragged", way !== null);
      panel.style.translate = way === null ? "" : `0 ${Math.max(0, way)}px`;
    };
    on("touchstart", ({ touches, target }) => {
      const isOnHeader = target instanceof Element && target.closest("header") !== null;
      start = chat.isClosable && isOnHeader && touches.length === 1 ? (touches[0]?.clientY ?? null) : null;
    });
    on("touchmove", ({ touches }) => {
      if (start !== null) move((touches[0]?.clientY ?? start) - start);
    });
    const end = ({ type, changedTouches }: TouchEvent): void => {
      if (start === null) return;
      const way = (changedTouches[0]?.clientY ?? start) - start;
      start = null;
      move(null);
      if (type === "touchend" && way > closesAfterPx) actions.close();
    };
    on("touchend", end);
    on("touchcancel", end);
    return () => listening.abort();
  }, [actions]);
}
