/**
 * What an open chat needs later, in one part that comes when it is needed first: the tone of a new answer, the number in the
 * page's title, what page code is asked, and the page's modal dialogs.
 */
export { askPage, openLink } from "./asked.ts";
export { followDialogs } from "./modalDialogs.ts";
export { sound } from "./sound.ts";
export { createTitleBadge } from "./titleBadge.ts";
