/**
 * What an open chat needs later, in one part that comes when it is needed first: the tone of a new answer, the number in the
 * page's title, and what page code that listens is asked.
 */
export { askPage, openLink } from "./asked.ts";
export { sound } from "./sound.ts";
export { createTitleBadge } from "./titleBadge.ts";
