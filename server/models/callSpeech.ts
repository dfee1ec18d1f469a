import type { Speaker } from "./speaker.ts";
import type { Transcriber } from "./transcriber.ts";

/** The voice in a call: the provider's own names; empty for the default ones. */
export interface CallVoice {
  model: string;
  voice: string;
}

/** What hears and speaks in a call. */
export interface CallSpeech {
  transcriber: Transcriber;
  speaker: Speaker;
  /** Whether the provider is OpenAI itself. */
  isOpenai: boolean;
  /** The voices that the provider has; empty where it lists none. */
  listVoices(): Promise<string[]>;
  usual: CallVoice;
  /** Whether the key is the installation's own. */
  isInstallations: boolean;
}
