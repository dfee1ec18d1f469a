/** The visitor's conversations, in one part: the list, and its title in the header. */
export { HistoryTitle } from "./HistoryTitle.tsx";
export { HistoryView } from "./HistoryView.tsx";
