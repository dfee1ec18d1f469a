import { lazyFamily } from "../../../parts/lazy.ts";

/** What is opened to write: dialogs, a recording, and the replies that wait for their time. */
export const { CannedDialog, ScheduledItem, SendLaterDialog, VoiceNote } = lazyFamily(
  () => import("./overlayParts.ts"),
);
