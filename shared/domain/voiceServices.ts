/** Services that speak or show a face, beside the model providers, whose keys an organization can keep. */
export const voiceServices = ["elevenlabs", "liveavatar", "tavus"] as const;
export type VoiceService = (typeof voiceServices)[number];

export interface VoiceServiceFacts {
  label: string;
  /** What a key is good for. */
  summary: string;
  /** Where its key comes from. */
  keyFrom: string;
  /** Only programs that use the API get something from it. */
  isForDevelopers?: true;
}

export const voiceServiceFacts: Readonly<Record<VoiceService, VoiceServiceFacts>> = {
  elevenlabs: {
    label: "ElevenLabs",
    summary: "Voices for calls.",
    keyFrom: "At elevenlabs.io, under Developers, create a key that can read voices and use text to speech.",
  },
  liveavatar: {
    label: "HeyGen LiveAvatar",
    summary: "Avatars and voices in the API’s lists. Calls don’t show them yet.",
    isForDevelopers: true,
    keyFrom: "At app.liveavatar.com/developers, copy the API key. Keys of heygen.com don’t work there.",
  },
  tavus: {
    label: "Tavus",
    summary: "Video avatars for calls.",
    keyFrom: "At maker.tavus.io/dev, under API Key, create a key.",
  },
};

export function isVoiceService(text: string): text is VoiceService {
  return Object.hasOwn(voiceServiceFacts, text);
}
