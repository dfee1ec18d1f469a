import { createLater } from "./later.ts";

/** It comes right after the first picture: nobody can have an answer before. */
export const afterFirstPart = createLater(() => import("./afterFirst.ts"));
