import { paths, type AgentPlace } from "../../../state/shell/paths.ts";

/** "Create-agent modes: create, edit, create-using-import, replace-using-import, clone" (specification 2). */
export const createModes = [
  "create",
  "edit",
  "create-using-import",
  "replace-using-import",
  "clone",
] as const;
export type CreateMode = (typeof createModes)[number];

/** The mode that an address names; making an agent where it names none. */
export function readMode(text: string): CreateMode {
  return createModes.find((mode) => mode === text) ?? "create";
}

/** Where a mode that begins from an agent is opened for it. */
export function createModePath({ orgId, agentId }: AgentPlace, mode: CreateMode): string {
  return `${paths.createAgent(orgId)}?${new URLSearchParams({ mode, agent: agentId })}`;
}
