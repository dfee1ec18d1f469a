import { useEffect, useRef } from "react";

/**
 * Lets a message that is off the screen cost nothing: the browser leaves it out and keeps its height. It may do so only once
 * the message has been laid out, or what is read above would jump while heights are guessed.
 */
export function useRest(isChanging: boolean) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = row;
    if (!current || isChanging) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (current.dataset["rests"] = ""));
    });
    return () => {
      cancelAnimationFrame(frame);
      delete current.dataset["rests"];
    };
  }, [isChanging]);
  return row;
}
