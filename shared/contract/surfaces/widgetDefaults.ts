import { defaultChatColor } from "../../domain/product.ts";
import type { WidgetSettings } from "./surfaces.ts";

/** What a new agent's chat widget looks like and says first. */
export function defaultWidgetSettings(agentName: string): WidgetSettings {
  return {
    title: agentName,
    subtitle: "",
    // Empty: our own words, in the visitor's language.
    welcome: "",
    placeholder: "",
    suggestions: [],
    minimisedSuggestions: [],
    primary: defaultChatColor,
    scheme: "auto",
    position: "right",
    radius: 16,
    launcherLabel: "",
    launcherIcon: "chat",
    offsetX: 20,
    offsetY: 20,
    panelWidth: 400,
    panelHeight: 680,
    onPrimary: null,
    density: "comfortable",
    font: "system",
    language: "auto",
    words: {},
    hasFeedback: true,
    hasAttachments: true,
    hasVoice: true,
    hasCalls: false,
    callGreeting: "",
    callSpeech: "auto",
    recordsCalls: false,
    callVoiceService: "model",
    callVoice: "",
    callVoiceModel: "",
    hasPersonRequest: true,
    hasHistory: true,
    hasTranscript: true,
    hasSound: false,
    consentText: "",
    consentUrl: null,
    links: [],
    proactive: [],
    imageHosts: [],
  };
}
