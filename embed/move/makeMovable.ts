import type { Boot } from "../bootState.ts";
import { moveStyle } from "./moveStyle.ts";

interface Place {
  side: "left" | "right";
  /** From the page's bottom edge, in px. */
  y: number;
}

export interface MoveDeps {
  boot: Boot;
  /** What the site's own storage has, as far as page and visitor allow it. */
  kept: { get(key: string): string | null; set(key: string, value: string): unknown };
  /** Reads the options again, and draws launcher and panel by them. */
  readOptions(): void;
}

const key = "place";
/** So far a pointer moves before it drags, and does not click. */
const dragFromPx = 6;
const edgePx = 8;
const stepPx = 24;

/**
 * Lets visitors move the launcher along the left and right edge: they drag it, or press Shift with the arrow keys. It stays within
 * the window, and its place is remembered. Gives what ends that.
 */
export function makeMovable({ boot, kept, readOptions }: MoveDeps): () => void {
  const { launcher, configuration } = boot;
  if (!launcher || !configuration || boot.state.status !== "ready") return () => {};
  const { host, root, button } = launcher;
  const { settings, moveLabel = "" } = configuration;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(moveStyle);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  button.setAttribute("aria-description", moveLabel);
  button.setAttribute("aria-keyshortcuts", "Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight");
  const ending = new AbortController();
  const { signal } = ending;
  let wanted = parse(kept.get(key));
  let drag: { x: number; y: number; place: Place; rect: DOMRect; isMoving: boolean } | null = null;
  /** A click follows the end of a drag, and opens nothing. */
  let isDropped = false;

  function read(): Place {
    const side = (boot.options.position ?? settings.position) === "left" ? "left" : "right";
    return { side, y: Number(boot.options.offsetY ?? settings.offsetY) };
  }

  function put({ side, y }: Place): void {
    const highest = innerHeight - button.offsetHeight - edgePx;
    const within = Math.round(Math.max(edgePx, Math.min(highest, y)));
    host.dataset["moved"] = within > innerHeight / 2 ? "high" : "low";
    Object.assign(boot.options, { position: side, offsetY: within, offsetMobileY: within });
    readOptions();
  }

  /** Before consent nothing is kept. */
  function remember(place: Place): void {
    put(place);
    wanted = read();
    if ((boot.options.consent ?? "granted") === "granted") kept.set(key, JSON.stringify(wanted));
  }

  function begin(event: PointerEvent): void {
    isDropped = false;
    if (event.button !== 0 || boot.state.open) return;
    const { clientX: x, clientY: y } = event;
    drag = { x, y, place: read(), rect: button.getBoundingClientRect(), isMoving: false };
    button.setPointerCapture(event.pointerId);
  }

  function follow({ clientX, clientY }: PointerEvent): void {
    if (!drag) return;
    const { rect } = drag;
    const far = { x: clientX - drag.x, y: clientY - drag.y };
    if (!drag.isMoving && Math.hypot(far.x, far.y) < dragFromPx) return;
    drag.isMoving = true;
    button.toggleAttribute("data-dragged", true);
    const x = clamp(far.x, edgePx - rect.left, innerWidth - edgePx - rect.right);
    const y = clamp(far.y, edgePx - rect.top, innerHeight - edgePx - rect.bottom);
    button.style.translate = `${x}px ${y}px`;
  }

  function drop({ clientX, clientY }: PointerEvent): void {
    const ended = drag;
    stopDrag();
    if (!ended?.isMoving) return;
    isDropped = true;
    const before = button.getBoundingClientRect();
    const center = clamp(ended.rect.left + ended.rect.width / 2 + clientX - ended.x, 0, innerWidth);
    remember({
      side: center < innerWidth / 2 ? "left" : "right",
      y: ended.place.y - (clientY - ended.y),
    });
    slide({
      x: before.left + clientX - ended.x,
      y: before.top + clientY - ended.y,
    });
  }

  function stopDrag(): void {
    drag = null;
    button.removeAttribute("data-dragged");
    button.style.translate = "";
  }

  /** From where it was let go to its edge. */
  function slide(from: { x: number; y: number }): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { left, top } = button.getBoundingClientRect();
    button.animate?.([{ translate: `${from.x - left}px ${from.y - top}px` }, { translate: "0 0" }], {
      duration: 180,
      easing: "ease-out",
    });
  }

  function press(event: KeyboardEvent): void {
    const move = event.shiftKey && moves[event.key];
    if (!move) return;
    event.preventDefault();
    remember(move(read()));
  }

  button.addEventListener("pointerdown", begin, { signal });
  button.addEventListener("pointermove", follow, { signal });
  button.addEventListener("pointerup", drop, { signal });
  button.addEventListener("pointercancel", stopDrag, { signal });
  button.addEventListener("keydown", press, { signal });
  root.addEventListener(
    "click",
    (event) => {
      if (isDropped) event.stopImmediatePropagation();
      isDropped = false;
    },
    { capture: true, signal },
  );

  const restore = () => wanted && put(wanted);
  addEventListener("resize", restore, { signal });
  restore();
  return () => ending.abort();
}

const moves: Record<string, ((place: Place) => Place) | undefined> = {
  __proto__: null as never, // a key's name is looked up in it
  ArrowUp: ({ side, y }) => ({ side, y: y + stepPx }),
  ArrowDown: ({ side, y }) => ({ side, y: y - stepPx }),
  ArrowLeft: ({ y }) => ({ side: "left", y }),
  ArrowRight: ({ y }) => ({ side: "right", y }),
};

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Whatever is in the site's storage. */
function parse(text: string | null): Place | null {
  try {
    const { side, y } = JSON.parse(text ?? "{}") as Partial<Place>; // checked below
    return (side === "left" || side === "right") && Number.isFinite(y) ? { side, y: Number(y) } : null;
  } catch {
    return null;
  }
}
