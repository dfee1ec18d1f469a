import { announceAgent } from "../agents/announce.ts";
import type { AgentKey, AgentPart } from "../agents/parts.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { PageRoute } from "../door/page.ts";
import type { Egress } from "../egress/egress.ts";
import type { Events } from "../live/events.ts";
import { surfaceRoutes } from "./calls.ts";
import { checkRoutes } from "./check/checkCalls.ts";
import { framePage } from "./framePage.ts";
import { hostedRoutes } from "./hostedCalls.ts";
import { hostedPages } from "./hostedPage.ts";
import { createLastSeen } from "./lastSeen.ts";
import type { Storage } from "../storage/storage.ts";
import { surfacesPart } from "./part.ts";
import { createTickets } from "./tickets.ts";
import type { FindScript } from "./writeDocument.ts";
import { findVisitorSession, type FoundVisitor, type Seal } from "./visitors.ts";

export interface Surfaces {
  routes: Route[];
  part: AgentPart;
  /** The chat's documents: `/embed/TOKEN` and `/p/SLUG`. */
  pages: PageRoute[];
  /** The visitor behind a public session id, with the key of their signature. */
  findVisitorSession(id: string): Promise<FoundVisitor | null>;
}

export interface SurfacesOptions {
  store: Store;
  events: Events;
  now: () => number;
  seal: Seal;
  ticketKey: Uint8Array;
  findScript: FindScript;
  openFile: Storage["openFile"];
  egress: Egress;
  openContact: (tx: Tx, contact: AgentKey & { now: number }) => Promise<string>;
}

/** Puts the surfaces together. */
export function createSurfaces(options: SurfacesOptions): Surfaces {
  const { store, events, now, seal, ticketKey, findScript, openFile, egress, openContact } = options;
  const announce = (tx: Tx, key: AgentKey) => announceAgent(events, tx, { ...key, now: now() });
  const tickets = createTickets(ticketKey, now);
  const lastSeen = createLastSeen(store, now, announce);
  return {
    routes: [
      ...surfaceRoutes({ store, now, tickets, seal, lastSeen, openContact, announce }),
      ...hostedRoutes({ store, now, openFile, announce }),
      ...checkRoutes({ store, egress }),
    ],
    part: surfacesPart(now),
    pages: [
      framePage({ store, tickets, lastSeen, findScript }),
      ...hostedPages({ store, tickets, findScript, openFile }),
    ],
    findVisitorSession: (id) => findVisitorSession(store.db, { id, seal, now: now() }),
  };
}
