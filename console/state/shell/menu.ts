import { proxy } from "valtio";

/** What opens over the page by a key or a button of the top bar. */
export type Overlay = "palette" | "shortcuts";

interface Menu {
  /** The top bar; hidden while an invitation is accepted. */
  isTopPanelVisible: boolean;
  /** On phones the side panel carries the agents and is shut until asked for. */
  isSidePanelVisible: boolean;
  /** The button that goes back to the top of a long page. */
  scrollTopVisible: boolean;
  overlay: Overlay | null;
}

/** Which panels are open. */
export const menu = proxy<Menu>({
  isTopPanelVisible: true,
  isSidePanelVisible: false,
  scrollTopVisible: false,
  overlay: null,
});

/** A page that is scrolled further than this offers the way back to its top. */
const farDownPx = 800;

export function openSidePanel(): void {
  menu.isSidePanelVisible = true;
}

export function closeSidePanel(): void {
  menu.isSidePanelVisible = false;
}

export function openOverlay(overlay: Overlay): void {
  menu.overlay = overlay;
}

export function closeOverlay(): void {
  menu.overlay = null;
}

/** "Hides the top bar on accept-invite" (specification 2, Layout). */
export function arrangeFor(path: string): void {
  menu.isTopPanelVisible = !/\/accept-invite/.test(path);
  menu.scrollTopVisible = false;
}

/** Hears how far down the page is. */
export function noteScroll(top: number): void {
  menu.scrollTopVisible = top > farDownPx;
}
