/** How long an end of a turn is awaited in silence, where the words end like a sentence. */
export const sentencePauseMs = 350;
/** The same where they don't: people think in the middle of a sentence. */
export const thoughtPauseMs = 900;
/** With noise that never ends, words that have not changed for this long are all there is. */
export const noisyPauseMs = 2000;
/** A visitor who makes a sound but says no word in this time did not mean to interrupt. */
export const bargeInMs = 1500;
/** After how much silence the agent asks whether the visitor is still there, and after how much it says goodbye. */
export const stillThereMs = 10_000;
export const goodbyeMs = 30_000;
/** How long a call waits for a connection that was cut. */
export const resumeWithinMs = 15_000;
/** A call that is not begun in this time never is. */
export const beginWithinMs = 60_000;
/** The server's document around the avatar of a call, whose address is its `url`. */
export const avatarPath = "/avatar";
/** The longest call. */
export const longestCallMs = 60 * 60_000;

/** How long one file of a recorded call is at most. */
export const recordingPartMs = 10 * 60_000;

/** Why a call ended. */
export const callEndings = [
  "visitor",
  "silence",
  "handover",
  "limit",
  "network",
  "elsewhere",
  "refused",
  "failed",
] as const;
export type CallEnding = (typeof callEndings)[number];

/** Speech recognition and synthesis in a call: the visitor's browser itself, or models that the server asks. */
export const callSpeeches = ["browser", "server"] as const;
export type CallSpeech = (typeof callSpeeches)[number];
/** What a surface offers: one of them, or `either`, where each browser takes its own if it has one. */
export const offeredSpeeches = ["browser", "server", "either"] as const;
export type OfferedSpeech = (typeof offeredSpeeches)[number];

/** What speaks for the server in a call: the model for speech, or ElevenLabs. */
export const callVoiceServices = ["model", "elevenlabs"] as const;

/** What happens in a call. */
export const callStates = ["listening", "thinking", "speaking"] as const;
export type CallState = (typeof callStates)[number];
