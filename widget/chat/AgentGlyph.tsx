import type { ReactNode } from "react";
import { findAgentIcon } from "../../shared/ui/agentIcons.ts";

/** Draws a bundled icon by the name that a configuration keeps; loaded on demand because of the paths. */
export function AgentGlyph({ name }: { name: string }): ReactNode {
  const Glyph = findAgentIcon(name);
  return <Glyph size="1.3em" strokeWidth={1.9} />;
}
