/** What comes at once after the first picture, in one part: all that draws an answer, says it, and follows fingers. */
export { Announcer } from "./Announcer.tsx";
export { Gestures } from "./Gestures.tsx";
export { Transcript } from "./Transcript.tsx";
