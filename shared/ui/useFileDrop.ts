import { useEffect, useState } from "react";

interface FileDrop {
  canTake(): boolean;
  onDrop(files: File[]): void;
}

/**
 * Files dropped anywhere on the page go into the composer. Where none are taken they are refused, because the browser would
 * open them in place of the page. Gives true while files are held above it. `drop` stays the same from drawing to drawing.
 */
export function useFileDrop(drop: FileDrop): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    /** Entering a child comes before leaving its parent, so the two are counted. */
    let depth = 0;
    const show = (next: number): void => {
      depth = Math.max(0, next);
      setIsOver(depth > 0 && drop.canTake());
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
    on("dragover", (data) => (data.dropEffect = drop.canTake() ? "copy" : "none"));
    on("drop", (data) => {
      show(0);
      if (drop.canTake()) drop.onDrop([...data.files]);
    });
    return () => listening.abort();
  }, [drop]);
  return isOver;
}
