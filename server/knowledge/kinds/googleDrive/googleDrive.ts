import { connectedKind, withoutRepeats } from "../../connected/connectedKind.ts";
import type { KindOfSource } from "../kind.ts";

/** Files and folders of somebody's Google Drive. */
export const googleDrive: KindOfSource<"googleDrive"> = {
  ...connectedKind,
  check: (config) => ({ ...config, items: withoutRepeats(config.items) }),
};
