import { channelKinds, channelTypes } from "../../shared/domain/channels.ts";

/** What the surfaces by which visitors come are called. */
export const surfaceNames: Record<string, string> = {
  widget: "Chat widget",
  "hosted-web": "Hosted page",
  api: "API",
  ...Object.fromEntries(channelTypes.map((type) => [type, channelKinds[type].name])),
};
