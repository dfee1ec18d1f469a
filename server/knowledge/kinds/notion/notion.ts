import { connectedKind, withoutRepeats } from "../../connected/connectedKind.ts";
import type { KindOfSource } from "../kind.ts";

/** Pages and databases of somebody's Notion workspace. */
export const notion: KindOfSource<"notion"> = {
  ...connectedKind,
  check: (config) => ({ ...config, items: withoutRepeats(config.items) }),
};
