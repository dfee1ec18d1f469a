import { lazyFamily } from "../lazy.ts";

/** The question before an agent is published, with the comparison of its answers. */
export const { PublishDialog } = lazyFamily(() => import("./PublishDialog.tsx"));
