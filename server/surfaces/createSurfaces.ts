import { announceAgent } from "../agents/announce.ts";
import type { AgentKey, AgentPart } from "../agents/parts.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { PageRoute } from "../door/page.ts";
import type { Events } from "../live/events.ts";
import { surfaceRoutes } from "./calls.ts";
import { framePage, type FindFrameScript } from "./framePage.ts";
import { createLastSeen } from "./lastSeen.ts";
import { surfacesPart } from "./part.ts";
import { createTickets } from "./tickets.ts";
import { findVisitorSession, type FoundVisitor, type Seal } from "./visitors.ts";

export interface Surfaces {
  routes: Route[];
  part: AgentPart;
  /** The frame's document, `/embed/TOKEN`. */
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
  findFrameScript: FindFrameScript;
  openContact: (tx: Tx, contact: AgentKey & { now: number }) => Promise<string>;
}

/** Puts the surfaces together. */
export function createSurfaces(options: SurfacesOptions): Surfaces {
  const { store, events, now, seal, ticketKey, findFrameScript, openContact } = options;
  const announce = (tx: Tx, key: AgentKey) => announceAgent(events, tx, { ...key, now: now() });
  const tickets = createTickets(ticketKey, now);
  const lastSeen = createLastSeen(store, now, announce);
  return {
    routes: surfaceRoutes({
      store,
      now,
      tickets,
      seal,
      lastSeen,
      openContact,
      announce,
    }),
    part: surfacesPart(now),
    pages: [framePage({ store, tickets, lastSeen, findFrameScript })],
    findVisitorSession: (id) => findVisitorSession(store.db, { id, seal, now: now() }),
  };
}
