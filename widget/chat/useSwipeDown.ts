import { useRef } from "react";
import type { TouchEvent } from "react";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";

/** So far down the header is drawn before the panel closes. */
const closesAfterPx = 90;

/** On a phone the panel is closed by drawing its header down; less than that, and it goes back. */
export function useSwipeDown(actions: Chat) {
  const start = useRef<number | null>(null);

  const onTouchStart = ({ touches }: TouchEvent<HTMLElement>): void => {
    start.current = chat.isClosable && touches.length === 1 ? (touches[0]?.clientY ?? null) : null;
  };
  const onTouchMove = (event: TouchEvent<HTMLElement>): void => {
    const panel = event.currentTarget.parentElement;
    if (start.current === null || !panel) return;
    const way = Math.max(0, (event.touches[0]?.clientY ?? 0) - start.current);
    panel.dataset["dragged"] = "";
    panel.style.translate = `0 ${way}px`;
  };
  const onTouchEnd = (event: TouchEvent<HTMLElement>): void => {
    const panel = event.currentTarget.parentElement;
    if (start.current === null || !panel) return;
    const way = (event.changedTouches[0]?.clientY ?? 0) - start.current;
    start.current = null;
    delete panel.dataset["dragged"];
    panel.style.translate = "";
    if (way > closesAfterPx) actions.close();
  };
  return { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: onTouchEnd };
}
