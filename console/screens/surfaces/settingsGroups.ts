import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import type { FieldError } from "../../../shared/errors/errors.ts";
import { languageNames } from "../../../shared/domain/chatLanguages.ts";
import { hasLook, presets } from "./presets.ts";

type Name = keyof WidgetSettings;

export interface SettingsGroupEntry {
  id: string;
  title: string;
  names: readonly Name[];
  /** What people may call what is in it, beside its title. */
  words: string;
  summary: (settings: WidgetSettings) => string;
}

const outsideWords: Record<WidgetSettings["outsideHours"], string> = {
  answer: "The agent answers",
  form: "Offline form",
  hide: "No launcher",
};

/** The groups of the appearance editor, in the order in which people need them. */
export const settingsGroups = [
  {
    id: "look",
    title: "Look",
    names: ["primary", "onPrimary", "scheme", "radius", "font", "density"],
    words: "presets theme main color text light dark scheme corners radius rounded font type density compact",
    summary: (settings) =>
      [presets.find((one) => hasLook(settings, one))?.name ?? "Your own", settings.primary].join(" · "),
  },
  {
    id: "words",
    title: "Words",
    names: ["title", "subtitle", "welcome", "placeholder"],
    words: "title subtitle welcome greeting placeholder input message text",
    summary: ({ title, welcome }) => [title, welcome].filter(Boolean).join(" · "),
  },
  {
    id: "suggestions",
    title: "Suggestions",
    names: ["suggestions", "minimisedSuggestions"],
    words: "questions starters prompts closed launcher minimized lines",
    summary: ({ suggestions, minimisedSuggestions }) =>
      `${suggestions.length} in the chat, ${minimisedSuggestions.length} next to the closed launcher`,
  },
  {
    id: "launcher",
    title: "Launcher and panel",
    names: [
      ...(["launcherIcon", "launcherLabel", "position", "offsetX", "offsetY"] as const),
      ...(["panelWidth", "panelHeight", "isMovable"] as const),
    ],
    words: "button icon bubble label position left right offset edge distance size width height drag move",
    summary: ({ position, panelWidth, panelHeight }) =>
      `Bottom ${position} · ${panelWidth} × ${panelHeight} px`,
  },
  {
    id: "hours",
    title: "Outside opening hours",
    names: ["outsideHours"],
    words: "closed away team business hours offline form message e-mail hide holiday weekend night",
    summary: ({ outsideHours }) => outsideWords[outsideHours],
  },
  {
    id: "language",
    title: "Language and wording",
    names: ["language", "words"],
    words: "languages translation locale replace strings texts german french spanish portuguese arabic rtl",
    summary: ({ language, words }) => {
      const count = Object.values(words).reduce((sum, one) => sum + Object.keys(one ?? {}).length, 0);
      const chosen = language === "auto" ? "The visitor's language" : languageNames[language];
      return count > 0 ? `${chosen} · ${count} replaced` : chosen;
    },
  },
  {
    id: "offers",
    title: "What visitors can do",
    names: [
      ...(["hasFeedback", "hasAttachments", "hasVoice", "hasPersonRequest"] as const),
      ...(["hasHistory", "hasTranscript", "hasSound"] as const),
    ],
    words:
      "feedback rating thumbs attachments files upload voice speech microphone person human support history transcript download sound",
    summary: (settings) => {
      const { hasFeedback, hasAttachments, hasVoice, hasPersonRequest } = settings;
      const { hasHistory, hasTranscript, hasSound } = settings;
      const all = [
        ...[hasFeedback, hasAttachments, hasVoice, hasPersonRequest],
        ...[hasHistory, hasTranscript, hasSound],
      ];
      return `${all.filter(Boolean).length} of ${all.length} switched on`;
    },
  },
  {
    id: "calls",
    title: "Voice calls",
    names: [
      "hasCalls",
      "callGreeting",
      "callSpeech",
      "recordsCalls",
      "callVoiceService",
      "callVoice",
      "callVoiceModel",
    ],
    words: "call phone talk speak voice speech microphone greeting",
    summary: ({ hasCalls }) => (hasCalls ? "Visitors can call the agent" : "Off"),
  },
  {
    id: "consent",
    title: "Consent and legal links",
    names: ["consentText", "consentUrl", "links"],
    words: "privacy terms imprint gdpr policy agree notice links legal",
    summary: ({ consentText, links }) =>
      `${consentText ? "Asks for consent" : "No consent line"} · ${links.length} links`,
  },
  {
    id: "images",
    title: "Images in answers",
    names: ["imageHosts"],
    words: "pictures hosts domains allowed",
    summary: ({ imageHosts }) => (imageHosts.length > 0 ? imageHosts.join(", ") : "Shown as links"),
  },
] as const satisfies readonly SettingsGroupEntry[];
export type SettingsGroupId = (typeof settingsGroups)[number]["id"];

/** The groups that somebody may mean by what they typed; all of them for nothing. */
export function findGroups(typed: string): readonly SettingsGroupEntry[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return settingsGroups.filter(({ title, words }) =>
    wanted.every((word) => `${title} ${words}`.toLowerCase().includes(word)),
  );
}

/** Gives what the server says is wrong with a setting or anything inside it. */
export function findSettingError(
  error: { fields: readonly FieldError[] } | null,
  name: string,
): string | undefined {
  const inside = new RegExp(`(^|\\.)settings\\.${name}(\\.|$)`);
  return error?.fields.find(({ path }) => inside.test(path))?.message;
}
