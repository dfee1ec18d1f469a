/** What comes with the first message, in one part: what others wrote, with its Markdown, and what came with a message. */
export { AgentMessage } from "./AgentMessage.tsx";
export { AttachedFiles } from "./AttachedFiles.tsx";
export { EventLine } from "./EventLine.tsx";
export { FollowUps } from "./FollowUps.tsx";
export { PersonMessage } from "./PersonMessage.tsx";
export { PersonMark } from "./PersonMark.tsx";
export { toSpeech } from "./toSpeech.ts";
export { TypingLine } from "./TypingLine.tsx";
export { Unavailable } from "./Unavailable.tsx";
export { WaitingCard } from "./WaitingCard.tsx";
