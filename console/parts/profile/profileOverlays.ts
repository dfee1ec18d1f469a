import { lazyFamily } from "../lazy.ts";

/** The dialog of one's own profile. */
export const { ProfileDialog } = lazyFamily(() => import("./ProfileDialog.tsx"));
