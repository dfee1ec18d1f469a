import { randomBytes } from "node:crypto";
import { defaultWidgetSettings } from "../../shared/contract/surfaces/widgetDefaults.ts";
import type { SurfaceRow } from "./tables.ts";

type NewWidget = Pick<
  SurfaceRow,
  "token" | "allowedDomains" | "allowsNullOrigin" | "settings" | "lastSeenAt" | "lastSeenOrigin"
>;

/** What a chat widget has that nobody has set up yet: a token of its own, the usual look, and no page that loaded it. */
export function newWidget(agentName: string): NewWidget {
  return {
    token: randomBytes(16).toString("hex"),
    allowedDomains: "[]",
    allowsNullOrigin: 0,
    settings: JSON.stringify(defaultWidgetSettings(agentName)),
    lastSeenAt: null,
    lastSeenOrigin: null,
  };
}
