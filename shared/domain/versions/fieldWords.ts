import { nameLanguage } from "../nameLanguage.ts";
import { assignmentNames } from "../assignment.ts";
import type { AssignmentMode } from "../assignment.ts";
import { findModel } from "../models.ts";
import { endsNextDay, listDaySpans } from "../openingHours.ts";
import type { OpeningHours, OpeningSpan } from "../openingHours.ts";
import { personalities } from "../personalities.ts";
import { websiteScopes } from "../websiteScopes.ts";
import type { ChangeArea } from "./content.ts";

interface FieldWords {
  label: string;
  /** A value as people read it, where the value itself is a code. */
  say?: (value: unknown) => string;
  /** A list that is one value to people. */
  isWhole?: true;
}

/** What the agent's screens call a field, by its path; a field that is not here is called after its name. */
const words: Record<string, FieldWords> = {
  name: { label: "Name" },
  icon: { label: "Icon", say: sayIcon },
  description: { label: "Description" },
  "personality.preset": { label: "Personality", say: sayPersonality },
  "personality.text": { label: "Persona text" },
  model: { label: "Model", say: sayModel },
  fallbackModel: { label: "Fallback model", say: sayModel },
  instructions: { label: "Instructions" },
  language: {
    label: "Language",
    say: (value) => (value === "auto" ? "The visitor’s language" : nameLanguage(String(value))),
  },
  knowledge: { label: "Answers from", say: sayKnowledge },
  rewriting: {
    label: "Follow-up questions",
    say: (value) => (value === "model" ? "Rewritten by a model" : "By their words"),
  },
  guidance: { label: "Guidance rule" },
  "guardrails.blockedTopics": { label: "Blocked topic" },
  "guardrails.refusal": { label: "Refusal" },
  "guardrails.hidesPersonalData": { label: "Hide personal data from the model" },
  "budget.agentPerDay": { label: "Credits a day", say: sayCap },
  "budget.visitorPerDay": { label: "Credits a day and visitor", say: sayCap },
  hours: { label: "Opening hours" },
  "hours.timeZone": { label: "Opening hours: time zone" },
  "hours.closedDays": { label: "Opening hours: closed days", say: sayDays, isWhole: true },
  "hours.week": { label: "Opening hours", say: sayWeek, isWhole: true },
  "assignment.mode": { label: "Assignment", say: (value) => assignmentNames[value as AssignmentMode] },
  "assignment.teamId": {
    label: "Assignment: team",
    say: (value) => (value === null ? "Everyone who can reply" : "One team"),
  },
  "assignment.capacity": { label: "Assignment: conversations at once" },
  "assignment.returnAfterMinutes": {
    label: "Assignment: back into the queue",
    say: (value) => (value === null ? "Never" : `After ${String(value)} minutes offline`),
  },
  "assignment.tellsPlace": { label: "Assignment: place in the queue told" },
  "sla.firstReplyMinutes": { label: "SLA: first reply", say: sayMinutes },
  "sla.nextReplyMinutes": { label: "SLA: each later reply", say: sayMinutes },
  retentionDays: {
    label: "Keeping conversations",
    say: (value) => (value === null ? "As long as the agent exists" : `${String(value)} days`),
  },
  "look.title": { label: "Chat title" },
  "look.subtitle": { label: "Chat subtitle" },
  "look.welcome": { label: "Welcome message" },
  "look.placeholder": { label: "Placeholder" },
  "look.suggestions": { label: "Suggestions" },
  "look.minimisedSuggestions": { label: "Suggestions beside the launcher" },
  "look.proactive": { label: "Proactive message" },
  "look.primary": { label: "Main color" },
  "look.onPrimary": { label: "Text on the main color" },
  "look.scheme": { label: "Light or dark" },
  "look.words": { label: "Words of the chat" },
  "look.links": { label: "Link" },
  "look.hasFeedback": { label: "Feedback" },
  "look.hasAttachments": { label: "Attachments" },
  "look.hasVoice": { label: "Voice messages" },
  "look.hasCalls": { label: "Voice calls" },
  "look.callGreeting": { label: "Call greeting" },
  "look.callSpeech": { label: "Speech in calls" },
  "look.recordsCalls": { label: "Recording calls" },
  "look.callVoiceService": {
    label: "Speaks in calls",
    say: (value) => (value === "elevenlabs" ? "ElevenLabs" : "Model for speech"),
  },
  "look.callVoice": { label: "Voice of calls" },
  "look.callVoiceModel": { label: "Text-to-speech model of calls" },
  "look.hasPersonRequest": { label: "Asking for a person" },
  "look.hasHistory": { label: "Earlier chats" },
  "look.hasTranscript": { label: "Transcript" },
  "look.hasSound": { label: "Sound" },
  "look.consentText": { label: "Consent text" },
  "look.consentUrl": { label: "Consent link" },
  fileIds: { label: "Files", say: (value) => String((value as unknown[]).length), isWhole: true },
  connectionId: { label: "Connection", say: () => "" },
  items: { label: "Chosen" },
  urls: { label: "Address" },
  scope: {
    label: "What to read",
    say: (value) => websiteScopes[value as keyof typeof websiteScopes] ?? String(value),
  },
  maxDepth: { label: "Link depth" },
  maxPages: { label: "Maximum pages" },
  include: { label: "Include only paths" },
  exclude: { label: "Exclude paths" },
};

/** The name of a field at this path. */
export function labelOf(path: readonly string[]): string {
  const known = words[path.join(".")];
  if (known) return known.label;
  const parent = words[path.slice(0, -1).join(".")];
  const last = path.at(-1) ?? "";
  if (parent) return `${parent.label}: ${spell(last)}`;
  const [first = "", ...rest] = path[0] === "look" ? path.slice(1) : path;
  return [capital(spell(first)), ...rest.map(spell)].join(": ");
}

/** Whether what is at this path is told as one value, though it is a list. */
export function isWhole(path: readonly string[]): boolean {
  return words[path.join(".")]?.isWhole === true;
}

/** A single value at this path as people read it. */
export function sayValue(path: readonly string[], value: unknown): string {
  const say = words[path.join(".")]?.say;
  if (say) return say(value);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "On" : "Off";
  return String(value);
}

/** Where a field is edited. */
export function areaOf([first = ""]: readonly string[]): ChangeArea {
  if (first === "look" || first === "guidance" || first === "guardrails") return first;
  return ["name", "icon", "description"].includes(first) ? "identity" : "behaviour";
}

/** `panelWidth` as "panel width"; what people named themselves (a word, a language) stays. */
function spell(name: string): string {
  if (!/^[a-z][a-zA-Z]*$/.test(name)) return name;
  return name
    .replace(/^(is|has)(?=[A-Z])/, "")
    .replace(/[A-Z]/g, (letter, at: number) => (at > 0 ? " " : "") + letter.toLowerCase());
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sayIcon(value: unknown): string {
  return String(value).startsWith("data:") ? "A picture of your own" : String(value);
}

function sayPersonality(value: unknown): string {
  return personalities.find((one) => one.value === value)?.label ?? capital(String(value));
}

function sayModel(value: unknown): string {
  if (value === null) return "None";
  return findModel(String(value))?.label ?? String(value);
}

function sayKnowledge(value: unknown): string {
  if (value === "strict") return "Data sources only, checked";
  return value === "general" ? "Data sources, and what the model knows" : "Data sources only";
}

function sayCap(value: unknown): string {
  return value === null ? "No cap" : `${String(value)} credits`;
}

function sayMinutes(value: unknown): string {
  return value === null ? "No target" : `Within ${String(value)} minutes`;
}

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

function sayWeek(value: unknown): string {
  const week = value as OpeningHours["week"]; // the field of this path
  return week
    .map((day, at) => `${dayNames[at]} ${listDaySpans(day).map(saySpan).join(", ") || "closed"}`)
    .join("\n");
}

function sayDays(value: unknown): string {
  return (value as string[] | undefined)?.join("\n") || "None"; // the field of this path
}

function saySpan(span: OpeningSpan): string {
  return `${span.opens}–${span.closes}${endsNextDay(span) ? " the next day" : ""}`;
}
