import { breakpoints } from "../shared/domain/limits.ts";

/** Where the panel is the whole screen; the panel's sheet says the same. */
export const coveringQuery = `(max-width: ${breakpoints.mobileXS}px), (max-height: 420px) and (pointer: coarse)`;

/** Not in every browser: the platform's own "go back" closes what is open, without an entry in the history. */
interface CloseWatcherScope {
  CloseWatcher?: new () => EventTarget & { destroy(): void };
}

/** While the panel is modal the page behind it stays where it is and can't be reached. */
export interface Cover {
  set(isCovered: boolean): void;
}

/** `fit` is told the part of the screen that a phone's keyboard leaves, and null at the end. */
export function createCover(options: {
  host: Element;
  onBack: () => void;
  fit: (part: { top: number; height: number } | null) => void;
}): Cover {
  let undo: Array<() => void> = [];

  function cover(): void {
    const { style } = document.documentElement;
    const before = [style.getPropertyValue("overflow"), style.getPropertyPriority("overflow")] as const;
    style.setProperty("overflow", "hidden", "important");
    undo.push(() => style.setProperty("overflow", ...before));
    for (const element of around(options.host)) {
      if (element.inert) continue;
      element.inert = true;
      undo.push(() => void (element.inert = false));
    }
    watchBack();
    watchKeyboard();
  }

  function watchBack(): void {
    const { CloseWatcher } = window as CloseWatcherScope;
    if (!CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.addEventListener("close", options.onBack);
    undo.push(() => watcher.destroy());
  }

  function watchKeyboard(): void {
    const view = window.visualViewport;
    if (!view) return;
    const tell = () => options.fit({ top: view.offsetTop, height: view.height });
    tell();
    for (const name of ["resize", "scroll"]) view.addEventListener(name, tell);
    undo.push(() => {
      for (const name of ["resize", "scroll"]) view.removeEventListener(name, tell);
      options.fit(null);
    });
  }

  return {
    set(isCovered) {
      if (isCovered === undo.length > 0) return;
      if (isCovered) return cover();
      for (const step of undo) step();
      undo = [];
    },
  };
}

/** Everything in the page but this element and what it is in. */
function around(kept: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = kept; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const element of at.parentElement.children) {
      if (element !== at && element instanceof HTMLElement) found.push(element);
    }
  }
  return found;
}
