import { createLater } from "./later.ts";

/** Draws what others wrote. It is loaded with the first message, so it is there before an answer can be. */
export const answersPart = createLater(() => import("./answers.ts"));
