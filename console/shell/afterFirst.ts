import { lazyFamily } from "../parts/lazy.ts";

/** What joins the console's frame right after its first picture. */
export const { ActivitySwitch, HelpLinks, ProfileList, Shortcuts } = lazyFamily(
  () => import("./afterFirstParts.ts"),
);
