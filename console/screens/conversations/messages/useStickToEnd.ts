import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";

/** Near enough to the end to be taken along. */
const nearPx = 80;
/** What grows so soon after a press in the list was opened by it. */
const openingMs = 1000;

interface StickToEnd {
  list: RefObject<HTMLDivElement | null>;
  /** Whether its end shows. */
  isAtEnd: boolean;
  /** The same at this moment, also where it was just scrolled away. */
  seesEnd: () => boolean;
  /** Leads there, and takes the focus along. */
  goToEnd: () => void;
}

/**
 * Keeps a scrolling list at its end when `end` changes, if it was there, and keeps what is read in its place when
 * something comes in above (`start` changes). Where the list was not whole, what came below is read from its beginning.
 */
export function useStickToEnd(end: string, start: string | undefined, isWhole: boolean): StickToEnd {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef({ isAtEnd: true, height: 0, start, isWhole });
  const [isAtEnd, setIsAtEnd] = useState(true);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const hasOlder = before.current.start !== undefined && before.current.start !== start;
    if (hasOlder) element.scrollTop += element.scrollHeight - before.current.height;
    else if (before.current.isAtEnd && before.current.isWhole) element.scrollTop = element.scrollHeight;
    before.current = { ...before.current, height: element.scrollHeight, start, isWhole };
  }, [end, start, isWhole]);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const note = () => {
      before.current.isAtEnd = isNearEnd(element);
      setIsAtEnd(before.current.isAtEnd);
    };
    let height = element.clientHeight;
    let pressedAt = Number.NEGATIVE_INFINITY;
    const notePress = () => (pressedAt = performance.now());
    const follow = new ResizeObserver(() => {
      // Something else is in its place: where it was read stays known.
      if (element.clientHeight === 0) return setIsAtEnd(false);
      // What is written below takes of its height, and what comes late to a message adds to it: the end stays in sight,
      // unless the reader opens something in it.
      const isOpening = height === element.clientHeight && performance.now() - pressedAt < openingMs;
      height = element.clientHeight;
      const { isAtEnd, isWhole } = before.current;
      if (isAtEnd && isWhole && !isOpening) element.scrollTop = element.scrollHeight;
      note();
    });
    const presses = ["pointerdown", "keydown"];
    for (const press of presses) element.addEventListener(press, notePress, { passive: true });
    element.addEventListener("scroll", note, { passive: true });
    for (const box of [element, ...element.children]) follow.observe(box);
    return () => {
      element.removeEventListener("scroll", note);
      for (const press of presses) element.removeEventListener(press, notePress);
      follow.disconnect();
    };
  }, []);

  const goToEnd = () => {
    list.current?.focus({ preventScroll: true });
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  const seesEnd = useCallback(() => list.current !== null && isNearEnd(list.current), []);
  return { list, isAtEnd, seesEnd, goToEnd };
}

function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < nearPx;
}
