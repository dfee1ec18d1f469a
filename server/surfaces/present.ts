import type { AnsweringAgent } from "../agents/find.ts";
import type { PublicConfiguration, Surface, WidgetSettings } from "../../shared/contract/surfaces.ts";
import type { SurfaceRow } from "./tables.ts";

/** A surface as members see it. */
export function presentSurface(row: SurfaceRow): Surface {
  const seen = row.lastSeenAt !== null && row.lastSeenOrigin !== null;
  return {
    type: row.type,
    enabled: row.enabled === 1,
    token: row.token,
    allowedDomains: readDomains(row),
    settings: readSettings(row.settings),
    revision: row.revision,
    lastSeen: seen ? { at: row.lastSeenAt ?? 0, origin: row.lastSeenOrigin ?? "" } : null,
  };
}

/** What a stranger's page gets to see: this list and nothing else. */
export function presentPublic(agent: AnsweringAgent, row: SurfaceRow): PublicConfiguration {
  const frozen = agent.parts["surfaces"] as Record<string, WidgetSettings> | undefined; // written by this folder's part
  return {
    agentId: agent.agentId,
    name: agent.configuration.name,
    icon: agent.configuration.icon,
    version: agent.version,
    preview: false,
    settings: frozen?.[row.type] ?? readSettings(row.settings),
    language: agent.configuration.language,
  };
}

/** The domains that a row lists. */
export function readDomains(row: SurfaceRow): string[] {
  return JSON.parse(row.allowedDomains) as string[]; // written after the contract's check
}

/** The settings that a row keeps. */
export function readSettings(json: string): WidgetSettings {
  return JSON.parse(json) as WidgetSettings; // written after the contract's check
}
