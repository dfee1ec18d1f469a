import type { AnsweringAgent } from "../agents/find.ts";
import { readSavedBy } from "../agents/savedBy.ts";
import type {
  PublicConfiguration,
  WidgetSettings,
  WidgetSurface,
} from "../../shared/contract/surfaces/surfaces.ts";
import { frameOnlySettings } from "../../shared/contract/surfaces/surfaces.ts";
import { findPresence } from "../../shared/domain/openingHours.ts";
import { describeTaken } from "../../shared/domain/takenFiles.ts";
import { launcherWords } from "../../shared/words/embed.ts";
import { defaultWidgetSettings } from "../../shared/contract/surfaces/widgetDefaults.ts";
import type { SurfaceRow } from "./tables.ts";

/** A surface as members see it. */
export function presentSurface(row: SurfaceRow): WidgetSurface {
  const seen = row.lastSeenAt !== null && row.lastSeenOrigin !== null;
  return {
    type: row.type,
    enabled: row.enabled === 1,
    token: row.token,
    allowedDomains: readDomains(row),
    allowsNullOrigin: row.allowsNullOrigin === 1,
    settings: readSettings(row.settings),
    revision: row.revision,
    savedBy: readSavedBy(row),
    lastSeen: seen ? { at: row.lastSeenAt ?? 0, origin: row.lastSeenOrigin ?? "" } : null,
  };
}

/** What visitors may send beside text. */
export interface Takes {
  /** Whether a model is given visitors' files. */
  files(organizationId: string, model: string): Promise<boolean>;
  /** Whether an organization has recordings written down. */
  speech(organizationId: string): Promise<boolean>;
  /** Whether the server hears and speaks in an organization's calls. */
  calls(organizationId: string): Promise<boolean>;
  /** Whether an agent's calls show a video avatar. */
  avatar(agent: AnsweringAgent): Promise<boolean>;
  /** What is filled in before the first message there; null where nothing is. */
  form(agent: AnsweringAgent, surfaceType: string): Promise<PublicConfiguration["form"]>;
}

interface ShownTo {
  row: SurfaceRow;
  takes: Takes;
  surfaceType: "widget" | "hosted-web";
  now: number;
}

/** What a stranger's page gets to see: this list and nothing else. */
export async function presentPublic(
  agent: AnsweringAgent,
  { row, takes, surfaceType, now }: ShownTo,
): Promise<PublicConfiguration> {
  const { organizationId, configuration } = agent;
  const settings = settingsOf(agent, row);
  const { callSpeech, callGreeting: _said, callVoice: _voice, callVoiceModel: _model, ...rest } = settings;
  const { callVoiceService: _service, ...others } = rest;
  const { proactive: _rules, ...forVisitors } = others;
  const [files, recordings, hearsCalls, hasAvatar, form] = await Promise.all([
    settings.hasAttachments && takes.files(organizationId, configuration.model),
    settings.hasVoice && takes.speech(organizationId),
    settings.hasCalls && takes.calls(organizationId),
    settings.hasCalls && takes.avatar(agent),
    takes.form(agent, surfaceType),
  ]);
  return {
    agentId: agent.agentId,
    name: agent.configuration.name,
    icon: agent.configuration.icon,
    version: agent.version,
    preview: false,
    settings: forVisitors,
    language: agent.configuration.language,
    ...describeTaken({ files, recordings }),
    callSpeech: hearsCalls ? (callSpeech === "server" ? "server" : "either") : "browser",
    hasAvatar,
    form,
    team: findPresence(configuration.hours, now),
    isIdentityRequired: row.identityMode === "required",
    launcherWords,
    hostedUrl: null,
  };
}

/** The settings that this agent's visitors get: those of the published version, or of the draft. */
export function settingsOf({ parts }: Pick<AnsweringAgent, "parts">, row: SurfaceRow): WidgetSettings {
  const frozen = parts["surfaces"] as Record<string, Partial<WidgetSettings>> | undefined; // written by this folder's part
  return frozen ? completeSettings(frozen[row.type] ?? {}) : readSettings(row.settings);
}

/** The settings that a page needs before anybody opens the chat. */
export function withoutFrameOnly(settings: PublicConfiguration["settings"]) {
  const left = { ...settings };
  for (const name of frameOnlySettings) delete (left as Partial<typeof left>)[name];
  return left as Omit<typeof left, (typeof frameOnlySettings)[number]>; // those are deleted
}

/** The domains that a row lists. */
export function readDomains(row: SurfaceRow): string[] {
  return JSON.parse(row.allowedDomains) as string[]; // written after the contract's check
}

/** The settings that a row keeps. */
export function readSettings(json: string): WidgetSettings {
  return completeSettings(JSON.parse(json) as Partial<WidgetSettings>); // written after the contract's check
}

/** Settings that were kept before some of them existed get the defaults of those. */
export function completeSettings(kept: Partial<WidgetSettings>): WidgetSettings {
  return { ...defaultWidgetSettings(""), ...kept };
}
