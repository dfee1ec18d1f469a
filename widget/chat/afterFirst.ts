/** What comes right after the first picture, in one part: the list of messages, what says them, and what follows fingers. */
export { Announcer } from "./Announcer.tsx";
export { AttachButton } from "./AttachButton.tsx";
export { CallPlace } from "./CallPlace.tsx";
export { ComposerTools } from "./ComposerTools.tsx";
export { findEditable } from "./findEditable.ts";
export { Gestures } from "./Gestures.tsx";
export { Transcript } from "./Transcript.tsx";
