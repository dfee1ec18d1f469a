import type { Boot } from "./bootState.ts";

/** Not in every browser: moves an element with its state, so that a frame in it continues. */
interface MovingParent {
  moveBefore?(node: Node, before: Node | null): void;
}

const placers = new WeakMap<Boot, () => void>();

/**
 * Keeps launcher and chat reachable while the page shows modal dialogs. Everything outside the topmost `<dialog>` is inert
 * and lies below it, so launcher and chat move into it, as a popover over it. With the last one they go back beside the body.
 * An open chat continues where the browser can move a frame; otherwise its document reloads. Over a dialog that a script of
 * the page makes modal they become a popover where they are, and what happens in them is kept from that script.
 */
export function followDialogs(boot: Boot): void {
  const place = placers.get(boot) ?? follow(boot);
  placers.set(boot, place);
  place();
}

function follow(boot: Boot): () => void {
  const { host, root } = boot.launcher as NonNullable<Boot["launcher"]>; // the core begins after it
  /** The page's modal dialogs, the topmost one last. */
  let open: HTMLDialogElement[] = [];
  /** What has the focus in the chat while the dialog around it closes. */
  let focused: HTMLElement | null = null;
  const observer = new MutationObserver((records) => {
    // One that is shown again comes over the others, and over the chat.
    for (const { target, attributeName } of records) if (attributeName === "open") drop(target);
    place();
    focused?.focus({ preventScroll: true });
    focused = null;
  });

  function drop(dialog: unknown): void {
    open = open.filter((one) => one !== dialog);
  }

  function place(): void {
    // It was destroyed, or stepped aside.
    if (boot.state.status !== "ready" && !host.isConnected) return stop();
    if (host.dataset["mode"] === "inline") return;
    const before = open.at(-1);
    const shown = [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")];
    const isNew = (one: HTMLDialogElement) => !open.includes(one);
    open = [...open.filter((one) => shown.includes(one)), ...shown.filter(isNew).sort(byFocus)];
    const top = open.at(-1);
    const isOver = top !== undefined || isTrapped();
    const isPlaced = host.parentNode === (top ?? document.documentElement) && top === before;
    if (!isPlaced || isOver !== host.hasAttribute("popover")) stand(top, isOver);
    if (isOver) watch();
    else stop();
  }

  function stand(top: HTMLDialogElement | undefined, isOver: boolean): void {
    if (host.hasAttribute("popover")) host.hidePopover();
    host.removeAttribute("popover");
    const parent: Element & MovingParent = top ?? document.documentElement;
    if (host.isConnected && parent.moveBefore) parent.moveBefore(host, null);
    else if (host.parentNode !== parent) parent.append(host);
    if (!isOver || !("showPopover" in host)) return;
    host.popover = "manual";
    host.showPopover();
  }

  function watch(): void {
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ["open", "aria-modal"] });
    document.addEventListener("beforetoggle", leaveEarly, true);
    for (const name of kept) addEventListener(name, keep, true);
  }

  function stop(): void {
    observer.disconnect();
    document.removeEventListener("beforetoggle", leaveEarly, true);
    for (const name of kept) removeEventListener(name, keep, true);
  }

  /** Before a dialog closes, so that the focus finds the chat where it was before the dialog had it. */
  function leaveEarly({ target, newState }: ToggleEvent): void {
    if (newState !== "closed" || !open.includes(target as HTMLDialogElement)) return; // or anything else that toggles
    if (target === host.parentNode) {
      focused = root.activeElement as HTMLElement | null; // of HTML, as all in the root that takes a focus
      drop(target);
      stand(open.at(-1), open.length > 0 || isTrapped());
    }
  }

  /** Dialogs close by a press beside them, or take the focus back: they must not hear of what happens in the chat. */
  function keep(event: Event): void {
    const { relatedTarget } = event as FocusEvent; // others have none
    const isLeft = relatedTarget === host && open.length === 0;
    if (event.target !== host && !isLeft) return;
    event.stopImmediatePropagation();
    // Our own listeners stand below: this one goes no further than the shadow root.
    if (event.type === "click")
      event.composedPath()[0]?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  return place;
}

/** The one with the focus was opened last. */
function byFocus(one: Element, other: Element): number {
  const { activeElement } = document;
  return Number(one.contains(activeElement)) - Number(other.contains(activeElement));
}

/** Whether a script of the page shows a modal dialog of its own, as libraries do. */
function isTrapped(): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((one) => one.checkVisibility?.() ?? true);
}

const kept = ["pointerdown", "mousedown", "touchstart", "click", "focusin", "focusout"];
