import { useEffect } from "react";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";

/** Escape closes the panel, unless a part inside takes it for itself; F6 goes to the page. */
export function useKeys(actions: Chat): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || document.querySelector("dialog[open]") !== null;
      if (isTaken || !chat.isClosable) return;
      if (event.key === "Escape") actions.close();
      if (event.key === "F6") actions.leave();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [actions]);
}
