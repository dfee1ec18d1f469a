/** What comes at once after the first picture, in one part: all that draws an answer, says it, follows fingers, and goes along with
 * a message. */
export { Announcer } from "./Announcer.tsx";
export { AttachButton } from "./AttachButton.tsx";
export { Gestures } from "./Gestures.tsx";
export { Transcript } from "./Transcript.tsx";
export { VoiceButton } from "./VoiceButton.tsx";
