import { lazyFamily } from "../parts/lazy.ts";

/** What joins the console's frame right after its first picture. */
export const {
  ActivitySwitch,
  Attention,
  CreatedLine,
  HelpLinks,
  NewsBanners,
  ProfileList,
  Shortcuts,
  UnreadMark,
} = lazyFamily(() => import("./afterFirstParts.ts"));
