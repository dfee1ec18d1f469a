/** The visitor's conversations, in one part: the list, its title in the header, and the way to another one. */
export { HistoryTitle } from "./HistoryTitle.tsx";
export { HistoryView } from "./HistoryView.tsx";
export { OtherDeviceButton } from "./OtherDeviceButton.tsx";
