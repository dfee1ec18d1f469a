import { lazyFamily } from "../../../parts/lazy.ts";

/** What stands below few conversations: actions to approve, and the channel that replies take. */
export const { ChannelBar, ChannelPreview, PreviewButton, ThreadApprovals } = lazyFamily(
  () => import("./footParts.ts"),
);
