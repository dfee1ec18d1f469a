import { useRef, useState } from "react";
import type { DragEvent } from "react";
import type { Chat } from "../session/chat.ts";
import { canAttach } from "./canAttach.ts";

/**
 * Files dropped anywhere on the chat go into the composer. Where none are taken they are refused, because the browser would
 * open them in place of the chat.
 */
export function useFileDrop(actions: Chat) {
  const [isOver, setIsOver] = useState(false);
  /** Entering a child comes before leaving its parent, so the two are counted. */
  const depth = useRef(0);

  const count = (event: DragEvent<HTMLElement>, step: number): void => {
    if (!hasFiles(event)) return;
    depth.current = Math.max(0, depth.current + step);
    setIsOver(depth.current > 0 && canAttach());
  };
  const handlers = {
    onDragEnter: (event: DragEvent<HTMLElement>) => count(event, 1),
    onDragLeave: (event: DragEvent<HTMLElement>) => count(event, -1),
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = canAttach() ? "copy" : "none";
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      if (canAttach()) actions.attach([...(event.dataTransfer?.files ?? [])]);
    },
  };
  return { isOver, handlers };
}

function hasFiles({ dataTransfer }: DragEvent<HTMLElement>): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
