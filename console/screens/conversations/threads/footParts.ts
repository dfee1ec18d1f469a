export { ChannelBar } from "./ChannelBar.tsx";
export { ChannelPreview } from "../messages/compose/ChannelPreview.tsx";
export { PreviewButton } from "../messages/compose/PreviewButton.tsx";
export { ThreadApprovals } from "./ThreadApprovals.tsx";
