import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { announceAgent } from "../agents/announce.ts";
import { findAnsweringAgent, type AnsweringAgent } from "../agents/find.ts";
import type { Capability } from "../agents/capability.ts";
import type { AgentKey } from "../agents/parts.ts";
import { findOpening } from "../../shared/domain/openingHours.ts";
import type { VisitorSessions } from "../conversations/contacts/sessions.ts";
import type { FindReachableSurfaces, VisitorOffers } from "../conversations/deps.ts";
import type { Store, Tx } from "../database/store.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { Egress } from "../egress/egress.ts";
import type { NameServers } from "../egress/nameServers.ts";
import type { Events } from "../live/events.ts";
import { avatarPage } from "./avatarPage.ts";
import { surfaceRoutes } from "./calls.ts";
import { checkRoutes } from "./check/checkCalls.ts";
import { createFindReachableSurfaces, listOffSurfaces } from "./reachableSurfaces.ts";
import { deleteRoutes } from "./deleteCalls.ts";
import { domainRoutes, findHolder } from "./domain/domainCalls.ts";
import { findSurface, type HasPlan } from "./find.ts";
import { framePage } from "./framePage.ts";
import { hostedRoutes } from "./hostedCalls.ts";
import { hostedPages } from "./hostedPage.ts";
import { identifyByToken } from "./identifyByToken.ts";
import { identityRoutes } from "./identityCalls.ts";
import { createLastSeen } from "./lastSeen.ts";
import type { Storage } from "../storage/storage.ts";
import { settingsOf } from "./present.ts";
import { proactiveRoutes } from "./proactiveCalls.ts";
import type { Takes } from "./present.ts";
import { surfacesPart } from "./part.ts";
import { createSessionLooks, type Listening } from "./sessionLooks.ts";
import { createTickets } from "./tickets.ts";
import { noFiles, whyNoFiles } from "./whyNoFiles.ts";
import type { FindScript } from "./writeDocument.ts";
import { visitorRoutes } from "./visitorCalls.ts";
import {
  endSessionsOf,
  findVisitorSession,
  listSessionsOf,
  moveVisitorSessions,
  splitVisitorSessions,
  type FoundVisitor,
  type Seal,
} from "./visitors.ts";

/** Its pages are the chat's documents: `/embed/TOKEN` and `/p/SLUG`. */
export interface Surfaces extends Capability {
  /** The visitor behind a public session id, with the key of their signature. */
  findVisitorSession(id: string): Promise<FoundVisitor | null>;
  /** Whether a visitor who listens still has the session that they were let in by. */
  hasVisitorSession(listening: Listening): Promise<boolean>;
  /** Ends the sessions of contacts that are deleted. */
  endSessions: typeof endSessionsOf;
  /** What is kept of contacts' sessions, and what becomes of them where contacts become one, or two. */
  sessions: VisitorSessions;
  /** The organization whose chat widget has this public token; null for a token that nobody has. */
  findOrganizationOfToken(token: string): Promise<string | null>;
  /** The page that a team's own domain stands for, by its slug; null for every host that was not proved to be somebody's. */
  findSlugOfDomain(host: string): Promise<string | null>;
  /** What a visitor is offered: their surface says so, and for files the agent's model is given them. */
  findOffers(
    visitor: Pick<VisitorCaller, "organizationId" | "agentId" | "preview">,
    known?: AnsweringAgent,
  ): Promise<VisitorOffers>;
  /** What a visitor's surface says of calls by voice. */
  findCallOffer(visitor: Pick<VisitorCaller, "organizationId" | "agentId" | "preview">): Promise<{
    isOn: boolean;
    isRecorded: boolean;
    greeting: string;
    words: Record<string, Record<string, string>>;
    voice: { service: WidgetSettings["callVoiceService"]; voice: string; model: string };
  }>;
  /** What an agent says before a visitor writes, and suggests to ask. */
  findWelcome(agent: AgentKey): Promise<{ text: string; suggestions: string[] }>;
  /** The contact whom a site vouches for by a token. Throws `identity_refused` and its relatives. */
  identifyByToken(agent: AgentKey, token: string): Promise<string>;
  /** By which surfaces a visitor would find what the team begins. */
  findReachableSurfaces: FindReachableSurfaces;
  /** The surfaces of an agent that are switched off. */
  listOffSurfaces(agent: AgentKey): Promise<string[]>;
}

export interface SurfacesOptions {
  store: Store;
  events: Events;
  now: () => number;
  seal: Seal;
  ticketKey: Uint8Array;
  findScript: FindScript;
  openFile: Storage["openFile"];
  uploadOrigin: string | null;
  egress: Egress;
  nameServers: NameServers;
  takes: Takes;
  hasPlan: HasPlan;
}

const nothing: VisitorOffers = {
  whyNoAttachments: async () => noFiles,
  voice: async () => false,
  feedback: false,
  person: false,
  offlineForm: false,
  isTeamOnly: false,
};

/** Puts the surfaces together. */
export function createSurfaces(options: SurfacesOptions): Surfaces {
  const { store, events, now, seal, ticketKey, findScript, openFile, egress } = options;
  const { uploadOrigin, takes, nameServers, hasPlan } = options;
  const announce = (tx: Tx, key: AgentKey) => announceAgent(events, tx, { ...key, now: now() });
  const tickets = createTickets(ticketKey, now);
  const lastSeen = createLastSeen(store, now, announce);
  /** Whether visitors leave a message for the team now, and the agent is silent. */
  const isTeamOnly = ({ configuration }: AnsweringAgent, { outsideHours }: WidgetSettings) =>
    outsideHours === "form" && !findOpening(configuration.hours, now()).isOpen;
  return {
    name: "surfaces",
    routes: [
      ...surfaceRoutes({ store, now, tickets, lastSeen, announce, takes, hasPlan }),
      ...identityRoutes({ store, now, seal, announce }),
      ...visitorRoutes({ store, events, now, tickets, seal, hasPlan }),
      ...hostedRoutes({ store, now, openFile, announce }),
      ...deleteRoutes({ store, now, announce }),
      ...domainRoutes({ store, nameServers, now, announce }),
      ...checkRoutes({ store, egress, hasPlan }),
      ...proactiveRoutes({ store }),
    ],
    part: surfacesPart(now),
    pages: [
      framePage({ store, tickets, lastSeen, findScript, uploadOrigin, takes, hasPlan, now }),
      avatarPage,
      ...hostedPages({ store, tickets, findScript, openFile, uploadOrigin, takes, hasPlan, now }),
    ],
    identifyByToken: (agent, token) => identifyByToken({ store, events, seal, now }, agent, token),
    findVisitorSession: (id) => findVisitorSession(store.db, { id, seal, now: now() }),
    hasVisitorSession: createSessionLooks(store, now),
    endSessions: endSessionsOf,
    sessions: { move: moveVisitorSessions, split: splitVisitorSessions, list: listSessionsOf },
    async findOrganizationOfToken(token) {
      const surfaces = store.db.selectFrom("surfaces").select("organizationId");
      return (await surfaces.where("token", "=", token).executeTakeFirst())?.organizationId ?? null;
    },
    findReachableSurfaces: createFindReachableSurfaces({ store, now, hasPlan }),
    listOffSurfaces: (agent) => listOffSurfaces(store.reader, agent),
    async findSlugOfDomain(host) {
      return (await findHolder(store.db, host))?.slug ?? null;
    },
    async findCallOffer(visitor) {
      const agent = await findAnsweringAgent(store.db, visitor, visitor);
      if (!agent) return { isOn: false, isRecorded: false, greeting: "", words: {}, voice: usualVoice };
      const row = await findSurface(store.db, { ...visitor, type: "widget" });
      const settings = settingsOf(agent, row);
      const { hasCalls, recordsCalls, callGreeting, words } = settings;
      const { callVoiceService: service, callVoice, callVoiceModel } = settings;
      const voice = { service, voice: callVoice, model: callVoiceModel };
      const isOn = hasCalls && !isTeamOnly(agent, settings);
      return { isOn, isRecorded: recordsCalls, greeting: callGreeting, words, voice };
    },
    async findWelcome(key) {
      const agent = await findAnsweringAgent(store.db, key, { preview: false });
      if (agent?.status !== "live") return { text: "", suggestions: [] };
      const row = await findSurface(store.db, { ...key, type: "widget" });
      const { welcome, suggestions } = settingsOf(agent, row);
      return { text: welcome, suggestions };
    },
    async findOffers(visitor, known) {
      const agent = known ?? (await findAnsweringAgent(store.db, visitor, visitor));
      if (!agent) return nothing;
      // A page of the agent's own has the widget's look and words.
      const row = await findSurface(store.db, { ...visitor, type: "widget" });
      const settings = settingsOf(agent, row);
      const { hasAttachments, hasVoice, hasFeedback, hasPersonRequest, outsideHours } = settings;
      const { organizationId } = agent;
      const { model } = agent.configuration;
      return {
        whyNoAttachments: async () =>
          hasAttachments ? whyNoFiles({ organizationId, model, takes }) : noFiles,
        voice: async () => hasVoice && takes.speech(organizationId),
        feedback: hasFeedback,
        person: hasPersonRequest,
        offlineForm: outsideHours === "form",
        isTeamOnly: isTeamOnly(agent, settings),
      };
    },
  };
}

const usualVoice = { service: "model", voice: "", model: "" } as const;
