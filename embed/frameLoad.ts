/**
 * Sees to it that a frame's document, whose first load has begun, comes to speak: what a browser shows instead of one that
 * can't be had is no chat.
 */
export interface FrameLoad {
  /** Loads the document again. */
  begin(): void;
  /** It has said hello. */
  arrive(): void;
  /** Tries now what failed before. */
  retry(): void;
  end(): void;
}

export interface FrameLoadOptions {
  /** Of the second load (1), the third one and so on: the same one with another fragment would load nothing. */
  address(count: number): string;
  /** The loader began the first load: what came of it may have been missed. */
  isBegun: boolean;
  /** It could not be had, and is tried again by itself: after a while, or once there is a network. */
  onFail(): void;
}

/** A document that is there has said hello before it is loaded; its word may come a little later than the browser's. */
const helloWithinMs = 1000;
/** A page that may not have the frame does not ask for it for ever; opening it, or a network that returns, tries again. */
const mostTries = 6;

export function createFrameLoad(
  element: HTMLIFrameElement,
  { address, isBegun, onFail }: FrameLoadOptions,
): FrameLoad {
  let count = 1;
  let failures = 0;
  let isHere = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    clearTimeout(timer);
    isHere = isBegun = false;
    element.src = address(count++);
  }

  function noteLoad(): void {
    if (isHere) return;
    clearTimeout(timer);
    timer = setTimeout(isBegun ? begin : fail, helloWithinMs);
  }

  function fail(): void {
    failures += 1;
    onFail();
    if (navigator.onLine && failures < mostTries) timer = setTimeout(begin, 1000 * 2 ** failures);
  }

  function retry(): void {
    if (!isHere && failures) begin();
  }

  element.addEventListener("load", noteLoad);
  addEventListener("online", retry);
  if (isBegun && !element.onload) begin();
  return {
    begin,
    retry,
    arrive() {
      clearTimeout(timer);
      isHere = true;
      failures = 0;
    },
    end() {
      clearTimeout(timer);
      element.removeEventListener("load", noteLoad);
      removeEventListener("online", retry);
    },
  };
}
