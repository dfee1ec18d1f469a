import { lazyFamily } from "../parts/lazy.ts";

/** The menus, panels and dialogs of the console's frame. */
export const {
  SidePanel,
  ScrollTop,
  UndoBar,
  UpgradeDialog,
  NoticeList,
  ProfileSheet,
  ChangeAccountDialog,
  ShortcutSheet,
  LeaveDialog,
} = lazyFamily(() => import("./overlayParts.ts"));
