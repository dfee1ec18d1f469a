import type { AnsweringAgent } from "../agents/find.ts";
import type { PublicConfiguration, WidgetSettings, WidgetSurface } from "../../shared/contract/surfaces.ts";
import { attachmentTypes } from "../../shared/domain/attachments.ts";
import { maxAttachmentBytes, maxAttachments } from "../../shared/domain/limits.ts";
import { launcherWords } from "../../shared/words/embed.ts";
import { defaultWidgetSettings } from "./settings.ts";
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
    lastSeen: seen ? { at: row.lastSeenAt ?? 0, origin: row.lastSeenOrigin ?? "" } : null,
  };
}

/** Whether a model is given visitors' files. */
export type TakesFiles = (model: string) => boolean;

/** What a stranger's page gets to see: this list and nothing else. */
export function presentPublic(
  agent: AnsweringAgent,
  row: SurfaceRow,
  takesFiles: TakesFiles,
): PublicConfiguration {
  const frozen = agent.parts["surfaces"] as Record<string, Partial<WidgetSettings>> | undefined; // written by this folder's part
  const settings = frozen ? complete(frozen[row.type] ?? {}) : readSettings(row.settings);
  return {
    agentId: agent.agentId,
    name: agent.configuration.name,
    icon: agent.configuration.icon,
    version: agent.version,
    preview: false,
    settings,
    language: agent.configuration.language,
    attachments: settings.hasAttachments && takesFiles(agent.configuration.model) ? taken : null,
    isIdentityRequired: row.identityMode === "required",
    launcherWords,
    hostedUrl: null,
  };
}

const taken = { types: [...attachmentTypes], maxBytes: maxAttachmentBytes, maxCount: maxAttachments };

/** The domains that a row lists. */
export function readDomains(row: SurfaceRow): string[] {
  return JSON.parse(row.allowedDomains) as string[]; // written after the contract's check
}

/** The settings that a row keeps. */
export function readSettings(json: string): WidgetSettings {
  return complete(JSON.parse(json) as Partial<WidgetSettings>); // written after the contract's check
}

/** Settings that were kept before some of them existed get the defaults of those. */
function complete(kept: Partial<WidgetSettings>): WidgetSettings {
  return { ...defaultWidgetSettings(""), ...kept };
}
