import type { ProactiveFigure } from "../../shared/domain/proactive.ts";

export interface SurfaceRow {
  organizationId: string;
  agentId: string;
  type: "widget";
  token: string;
  enabled: number;
  /** JSON list; effective immediately. */
  allowedDomains: string;
  /** 1: pages without an origin may show the agent. */
  allowsNullOrigin: number;
  identityMode: "optional" | "required";
  /** JSON list of StoredSecret; effective immediately. */
  identitySecrets: string;
  /** The draft: JSON of WidgetSettings; the published ones are in the agent's version. */
  settings: string;
  revision: number;
  /** JSON of SavedBy; null where nobody saved since it was made. */
  savedBy: string | null;
  lastSeenAt: number | null;
  lastSeenOrigin: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A secret that signs identities, sealed. */
export interface StoredSecret {
  id: string;
  sealed: string;
  lastFour: string;
  createdAt: number;
}

/** An agent's page at `/p/SLUG`; made when it is first saved. */
export interface HostedPageRow {
  organizationId: string;
  agentId: string;
  slug: string;
  /** The team's own; several pages may name the same one, of which one is validated at most. */
  domain: string | null;
  /** What a record of that domain has to say. */
  domainProof: string | null;
  domainValidatedAt: number | null;
  enabled: number;
  /** JSON of HostedWebSettings. */
  settings: string;
  revision: number;
  savedBy: string | null;
  createdAt: number;
  updatedAt: number;
}

/** An anonymous session; its signing key is sealed, its id is public. */
export interface VisitorSessionRow {
  organizationId: string;
  id: string;
  agentId: string;
  surfaceType: string;
  contactId: string;
  /** The site's own id of its visitor, where the site vouched for it; null also for sessions of before that was kept. */
  userId: string | null;
  sealedKey: string;
  preview: number;
  /** The site on which the frame stood when the session was opened. */
  origin: string | null;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

/** How often visitors met a text that the chat says first. */
export interface ProactiveFiguresRow extends Record<ProactiveFigure, number> {
  organizationId: string;
  agentId: string;
  ruleId: string;
  textId: string;
}

declare module "../database/store.ts" {
  interface Tables {
    surfaces: SurfaceRow;
    hostedPages: HostedPageRow;
    visitorSessions: VisitorSessionRow;
    proactiveFigures: ProactiveFiguresRow;
  }
}
