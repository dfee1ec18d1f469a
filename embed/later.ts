/** What tells of a new answer, in one part that comes with the first one: the tone, and the number in the page's title. */
export { sound } from "./sound.ts";
export { createTitleBadge } from "./titleBadge.ts";
