import { createLater } from "./later.ts";

/** The list of the visitor's conversations, with its title. */
export const historyPart = createLater(() => import("./historyParts.ts"));
