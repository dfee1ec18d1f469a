import type { KeyProvider } from "./providers.ts";

/** Those that take a recording as OpenAI does, and its imitators: the others have their own formats. */
const speechProviders: readonly KeyProvider[] = ["openai"];

/**
 * Whether a provider's model writes down what is said. Lists of models do not say it, ids do; those that need a connection
 * that stays open, or tell who speaks, want to be asked in another way.
 */
export function isSpeechModel(provider: KeyProvider, id: string): boolean {
  if (!speechProviders.includes(provider)) return false;
  return /whisper|transcribe|parakeet|\basr\b/i.test(id) && !/realtime|diarize/i.test(id);
}

/** The longest recording that the chat makes. */
export const maxRecordingSeconds = 120;
/** The longest that the team records in its own composer. */
export const maxVoiceNoteSeconds = 300;
/** The largest file of sound that is taken. */
export const maxAudioBytes = 5_000_000;

/** What a begun minute of a call costs that the server hears and speaks in by the installation's own key. */
export const callMinuteCredits = 1;

/** What writing down a recording counts: by its size, which says how long it may be. */
export function speechCredits(sizeBytes: number): number {
  return Math.ceil(sizeBytes / 1_000_000);
}
