import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";

/** A source as it was typed. */
export interface HeldSource {
  name: string;
  config: DataSourceConfig;
}

let held: { agentId: string; source: HeldSource } | null = null;

/** Keeps a source that was refused for an agent, so that the form that opens next begins with what was typed. */
export function holdSource(agentId: string, source: HeldSource): void {
  held = { agentId, source };
}

/** Gives the source that is kept for an agent. */
export function findHeldSource(agentId: string): HeldSource | null {
  return held?.agentId === agentId ? held.source : null;
}

export function forgetHeldSource(): void {
  held = null;
}
