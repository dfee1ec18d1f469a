import { lazyFamily } from "../../../parts/lazy.ts";

/** What stands around the list of conversations, and what nobody waits for to read it. */
export const { AboveList, LayoutSwitch, ListFoot, ListLinks, ListSearch, SelectSwitch, Views } = lazyFamily(
  () => import("./aroundListParts.ts"),
);
