import { channelNames } from "../../shared/domain/channelNames.ts";

/** What the surfaces by which visitors come are called. */
export const surfaceNames: Record<string, string> = {
  widget: "Chat widget",
  "hosted-web": "Hosted page",
  api: "API",
  import: "Imported",
  ...channelNames,
};
