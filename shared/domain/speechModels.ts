import { readOwnModel, type Provider } from "./models.ts";

/** A model that writes down what is said. */
export interface SpeechModelEntry {
  label: string;
  /** The provider's own id of the model. */
  name: string;
  provider: Provider;
  /** Our id of the model, as for language models. */
  value: string;
}

/** Programs that the operator installed on the server's machine: they hear and speak in calls, without a key. */
export const programSpeech = "programs";

type SpeechRow = [value: string, label: string, provider: Provider];

const speechRows: SpeechRow[] = [
  [programSpeech, "Programs on this server (basic, calls only)", "builtin"],
  ["whisper-1", "OpenAI whisper-1", "openai"],
  ["gpt-4o-mini-transcribe", "OpenAI gpt-4o-mini-transcribe", "openai"],
  ["gpt-4o-transcribe", "OpenAI gpt-4o-transcribe", "openai"],
  // As with open language models, their servers speak OpenAI's protocol.
  ["whisper-large-v3", "Whisper large v3", "meta"],
  ["whisper-large-v3-turbo", "Whisper large v3 turbo", "meta"],
];

/** The models for speech of the providers that have any. */
export const speechModels: SpeechModelEntry[] = speechRows.map(([value, label, provider]) => ({
  ...{ label, name: value, provider, value },
}));

/** The entry of a model for speech: the list's, or one made for a model that only an organization's own key knows. */
export function findSpeechModel(value: string): SpeechModelEntry | undefined {
  const own = readOwnModel(value);
  if (own) return { label: own.name, name: own.name, provider: "own", value };
  return speechModels.find((model) => model.value === value);
}
