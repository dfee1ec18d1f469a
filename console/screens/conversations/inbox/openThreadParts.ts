export { FoundMessage } from "../messages/FoundMessage.tsx";
export { MarkViewing } from "../threads/MarkViewing.tsx";
export { OpenThread } from "./all/OpenThread.tsx";
export { ThreadGone } from "../threads/ThreadGone.tsx";
export { ThreadView } from "../threads/ThreadView.tsx";
