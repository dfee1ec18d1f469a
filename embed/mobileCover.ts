import { breakpoints } from "../shared/domain/limits.ts";

/** On a phone the panel is the whole screen: the page behind it stays where it is and can't be reached. */
export interface MobileCover {
  set(isCovered: boolean): void;
}

export function createMobileCover(host: Element): MobileCover {
  let undo: Array<() => void> = [];

  function cover(): void {
    const { style } = document.documentElement;
    const before = style.overflow;
    style.overflow = "hidden";
    undo.push(() => void (style.overflow = before));
    for (const element of Array.from(document.body.children)) {
      if (element === host || !(element instanceof HTMLElement) || element.inert) continue;
      element.inert = true;
      undo.push(() => void (element.inert = false));
    }
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

export function isNarrow(): boolean {
  return matchMedia(`(max-width: ${breakpoints.mobileXS}px)`).matches;
}
