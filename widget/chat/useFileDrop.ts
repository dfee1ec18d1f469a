import { useEffect, useState } from "react";
import type { Chat } from "../session/chat.ts";
import { chat } from "../session/state.ts";
import { canAttach } from "./mayWrite.ts";

/**
 * Files dropped anywhere on the chat go into the composer. Where none are taken they are refused, because the browser would
 * open them in place of the chat. Gives true while files are held above it.
 */
export function useFileDrop(actions: Chat): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    /** Entering a child comes before leaving its parent, so the two are counted. */
    let depth = 0;
    const show = (next: number): void => {
      depth = Math.max(0, next);
      setIsOver(depth > 0 && canAttach(chat));
    };
    const listening = new AbortController();
    const on = (
      type: "dragenter" | "dragleave" | "dragover" | "drop",
      handle: (data: DataTransfer) => void,
    ) => {
      const handleDrag = (event: DragEvent): void => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        if (type === "dragover" || type === "drop") event.preventDefault();
        handle(event.dataTransfer);
      };
      document.addEventListener(type, handleDrag, { signal: listening.signal });
    };
    on("dragenter", () => show(depth + 1));
    on("dragleave", () => show(depth - 1));
    on("dragover", (data) => (data.dropEffect = canAttach(chat) ? "copy" : "none"));
    on("drop", (data) => {
      show(0);
      if (canAttach(chat)) actions.attach([...data.files]);
    });
    return () => listening.abort();
  }, [actions]);
  return isOver;
}
