import type { Snapshot } from "valtio";
import type { McpServer, McpTool } from "../../../shared/contract/mcps/mcps.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";
import type { BadgeTone } from "../../../shared/ui/Badge.tsx";

const stateWords: Record<McpServer["state"], { label: string; tone: BadgeTone }> = {
  unread: { label: "Not read yet", tone: "neutral" },
  reachable: { label: "Reachable", tone: "success" },
  unreachable: { label: "Unreachable", tone: "danger" },
};

/** How a server is: its sign-in where that is what it waits for. */
export function describeState({ state, signIn }: Snapshot<McpServer>): { label: string; tone: BadgeTone } {
  return signInWords[signIn] ?? stateWords[state];
}

const signInWords: Partial<Record<McpServer["signIn"], { label: string; tone: BadgeTone }>> = {
  needed: { label: "Needs sign-in", tone: "warning" },
  expired: { label: "Sign-in expired", tone: "warning" },
  refused: { label: "Sign-in refused", tone: "danger" },
};

/** What a tool may do, as short as a row has room for. */
export const riskLabels: Record<SkillRisk, string> = {
  read: "Only reads",
  write: "Visitor confirms",
  approval: "Team approves",
};

/** How many of a server's tools are used. */
export function describeTools({ tools, toolsOn }: Snapshot<McpServer>): string {
  if (tools === 0) return "No tools";
  return `${toolsOn} of ${tools} ${tools === 1 ? "tool" : "tools"} on`;
}

/** How many tools wait for somebody to look at them. */
export function describeHeldBack({ toolsHeldBack }: Snapshot<McpServer>): string | null {
  if (toolsHeldBack === 0) return null;
  return toolsHeldBack === 1 ? "1 tool changed and is off" : `${toolsHeldBack} tools changed and are off`;
}

/** What a tool has to do with apps; null where nothing. */
export function describeApp({ uri, forModel, forApp }: NonNullable<McpTool["app"]>): string | null {
  if (!forModel) return "for apps only";
  if (!forApp) return "not for apps";
  return uri === null ? null : "shows an app";
}
