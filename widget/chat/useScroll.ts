import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { useMessages } from "./useMessages.ts";

/** Nearer to the end than this counts as being there. */
const endZonePx = 48;
/** Older messages are read before the visitor comes to the first one. */
const topZonePx = 120;

interface Box {
  readonly current: HTMLDivElement | null;
}

interface StickProps {
  box: Box;
  sticks: { current: boolean };
  /** Where it was scrolled to last, in px from the top. */
  lastTop: { current: number };
}

/**
 * Keeps a conversation at its end while the visitor is there, and leaves it alone while they read further up; older
 * messages come in above without a jump.
 */
export function useScroll(box: Box) {
  const { pending } = useSnapshot(chat);
  const messages = useMessages();
  const actions = useActions();
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const sticks = useRef(true);
  const fromEnd = useRef(0);
  const lastTop = useRef(0);
  const lastSeen = useRef(0);
  if (isAtEnd) lastSeen.current = messages.at(-1)?.position ?? 0;
  const missed = messages.filter(({ position }) => position > lastSeen.current).length;

  const scrollToEnd = (): void => {
    sticks.current = true;
    fromEnd.current = 0;
    setIsAtEnd(true);
    actions.setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };

  const firstId = messages[0]?.id;
  useLayoutEffect(() => {
    const { current } = box;
    // When other messages come first, what was on the screen stays where it was.
    if (current) current.scrollTop = current.scrollHeight - fromEnd.current;
  }, [box, firstId]);

  // Another conversation is shown: its end is in sight.
  useEffect(() => actions.setAtEnd(true), [actions]);

  const written = pending.at(-1)?.clientId;
  useLayoutEffect(() => {
    if (written) scrollToEnd();
  }, [written]);

  useStickToEnd({ box, sticks, lastTop });

  const handleScroll = (): void => {
    const { current } = box;
    if (!current) return;
    fromEnd.current = current.scrollHeight - current.scrollTop;
    // The browser tells late of a scroll: text that came in since is no reason to stay behind.
    const wentUp = current.scrollTop < lastTop.current;
    lastTop.current = current.scrollTop;
    const isNear = fromEnd.current - current.clientHeight < endZonePx;
    sticks.current = isNear || (sticks.current && !wentUp);
    if (sticks.current !== isAtEnd) actions.setAtEnd(sticks.current);
    setIsAtEnd(sticks.current);
    if (current.scrollTop > topZonePx || isLoadingOlder || !chat.hasMore) return;
    setIsLoadingOlder(true);
    void actions.loadOlder().finally(() => setIsLoadingOlder(false));
  };

  return { isAtEnd, missed, isLoadingOlder, handleScroll, scrollToEnd };
}

/** Text grows and frames are resized: both move the end. */
function useStickToEnd({ box, sticks, lastTop }: StickProps): void {
  useLayoutEffect(() => {
    const { current } = box;
    const content = current?.firstElementChild;
    if (!current || !content) return;
    const seen = new WeakSet<Element>();
    const stick = () => {
      if (!sticks.current) return;
      const form = findTallForm(current);
      if (form && !seen.has(form)) {
        seen.add(form);
        sticks.current = false;
        // It is filled in from its beginning; from then on the visitor scrolls.
        const card = form.parentElement ?? form;
        current.scrollTop += card.getBoundingClientRect().top - current.getBoundingClientRect().top - 8;
        lastTop.current = current.scrollTop;
        return;
      }
      current.scrollTop = current.scrollHeight;
      lastTop.current = current.scrollTop;
    };
    stick();
    const observer = new ResizeObserver(stick);
    observer.observe(content);
    observer.observe(current);
    return () => observer.disconnect();
  }, [box, sticks, lastTop]);
}

/** The last form of an action, where it is higher than what can be seen at once. */
function findTallForm(box: HTMLElement): Element | null {
  const form = [...box.querySelectorAll<HTMLElement>("form[data-action]")].at(-1);
  return form && form.offsetHeight > box.clientHeight ? form : null;
}
