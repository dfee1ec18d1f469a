import type { AgentPlace } from "../../state/shell/paths.ts";

/** Where a source lies: with which agent, or with the organization itself. */
export type SourcePlace = AgentPlace & { sourceId: string };
