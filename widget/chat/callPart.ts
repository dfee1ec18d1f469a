import { createLater } from "./later.ts";

/** The call itself: it comes when the pointer or the focus is near, or with the first call. */
export const callPart = createLater(() => import("../voice/CallBar.tsx"));
