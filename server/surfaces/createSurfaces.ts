import { announceAgent } from "../agents/announce.ts";
import type { AgentKey, AgentPart } from "../agents/parts.ts";
import type { Store, Tx } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { Events } from "../live/events.ts";
import { surfaceRoutes } from "./calls.ts";
import { createFramePage, type FrameRequest } from "./framePage.ts";
import { createLastSeen } from "./lastSeen.ts";
import { surfacesPart } from "./part.ts";
import { createTickets } from "./tickets.ts";
import { findVisitorSession, type FoundVisitor, type Seal } from "./visitors.ts";

export interface Surfaces {
  routes: Route[];
  part: AgentPart;
  /** Answers `/embed/TOKEN`. */
  framePage(request: FrameRequest): Promise<Response>;
  /** The visitor behind a public session id, with the key of their signature. */
  findVisitorSession(id: string): Promise<FoundVisitor | null>;
}

export interface SurfacesOptions {
  store: Store;
  events: Events;
  now: () => number;
  seal: Seal;
  ticketKey: Uint8Array;
  /** The address of the frame's script, from the build's manifest. */
  frameScript: string;
  openContact: (tx: Tx, contact: AgentKey & { now: number }) => Promise<string>;
}

/** Puts the surfaces together. */
export function createSurfaces(options: SurfacesOptions): Surfaces {
  const { store, events, now, seal, ticketKey, frameScript, openContact } = options;
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
    framePage: createFramePage({
      store,
      tickets,
      lastSeen,
      frameScript,
    }),
    findVisitorSession: (id) => findVisitorSession(store.db, { id, seal, now: now() }),
  };
}
