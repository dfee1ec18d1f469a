import { channelNames } from "../../shared/domain/channelNames.ts";

/** Where visitors come from besides the chat widget. */
export const otherSurfaceNames = {
  "hosted-web": "Hosted page",
  api: "API",
  import: "Imported",
  ...channelNames,
} as const;

/** What the surfaces by which visitors come are called. */
export const surfaceNames: Record<string, string> = { widget: "Chat widget", ...otherSurfaceNames };
