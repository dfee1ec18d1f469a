import { proxy } from "valtio";

/** Which panels are open. On phones the side panel carries the agents and is shut until asked for. */
export const menu = proxy({ isSidePanelVisible: false });

export function openSidePanel(): void {
  menu.isSidePanelVisible = true;
}

export function closeSidePanel(): void {
  menu.isSidePanelVisible = false;
}
