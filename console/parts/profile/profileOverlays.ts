import { lazyFamily } from "../lazy.ts";

/** The dialog of one's own profile, and its cards below what is read first. */
export const { ProfileDialog, PushCard, DigestCard } = lazyFamily(() => import("./profileOverlayParts.ts"));
