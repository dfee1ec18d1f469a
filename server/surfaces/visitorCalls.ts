import { pickContactTexts } from "../../shared/domain/contactFields.ts";
import { sayConsent } from "../../shared/contract/conversations/contacts/consent.ts";
import type { SaidConsent } from "../../shared/contract/conversations/contacts/consent.ts";
import {
  closeSession,
  identifyVisitor,
  openChatWidget,
  renewTicket,
  setAttributes,
} from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import { claimContact } from "../conversations/contacts/claimContact.ts";
import { addAttributes, openContact, sayOfContact } from "../conversations/contacts/contacts.ts";
import { keepConsent } from "../conversations/contacts/consent.ts";
import { openVerifiedUser } from "../conversations/contacts/verifiedUsers.ts";
import { retryOnDuplicate } from "../conversations/messages/retryOnDuplicate.ts";
import type { Store, Tx } from "../database/store.ts";
import { handle, type Route, type VisitorCaller } from "../requests/handle.ts";
import type { Events } from "../live/events.ts";
import { checkOpen, checkPlan, findSurface } from "./find.ts";
import type { HasPlan } from "./find.ts";
import { checkHostedOpen } from "./hostedWeb.ts";
import { readIdentity, type KnownIdentity } from "./identity.ts";
import { openIdentitySecrets } from "./identitySecrets.ts";
import type { SurfaceRow } from "./tables.ts";
import type { Ticket, Tickets } from "./tickets.ts";
import {
  endVisitorSession,
  insertVisitorSession,
  moveVisitorSessions,
  nameVisitorSession,
  type Seal,
} from "./visitors.ts";

export interface VisitorDeps {
  store: Store;
  events: Events;
  now: () => number;
  tickets: Tickets;
  seal: Seal;
  hasPlan: HasPlan;
}

const nobody: KnownIdentity = {
  ...pickContactTexts({}),
  ...{ userId: null, signedEmail: null, signedMore: null, name: null, attributes: {} },
};

/** The calls by which a visitor's session begins, learns whose it is, and ends. */
export function visitorRoutes(deps: VisitorDeps): Route[] {
  const { store, events, now, tickets, seal, hasPlan } = deps;

  async function checkTicket(ticket: Ticket): Promise<void> {
    const agent = await findAnsweringAgent(store.db, ticket, { preview: ticket.preview });
    if (!agent) throw new AppError("bad_token");
    if (ticket.preview) return;
    await checkPlan(hasPlan, ticket);
    if (ticket.surfaceType === "hosted-web") return checkHostedOpen(store.db, agent);
    checkOpen({
      row: await findSurface(store.db, { ...ticket, type: ticket.surfaceType }),
      agent,
      origin: ticket.origin,
    });
  }

  /** A hosted page asks for what the chat widget asks for. */
  const findWidget = (key: { organizationId: string; agentId: string }): Promise<SurfaceRow> =>
    findSurface(store.db, { ...key, type: "widget" });

  async function open(tx: Tx, ticket: Ticket, known: KnownIdentity) {
    const { organizationId, agentId } = ticket;
    const at = now();
    const key = { organizationId, agentId, now: at };
    const contactId =
      known.userId === null
        ? await openContact({ events }, tx, { ...key, ...known, preview: ticket.preview })
        : await openVerifiedUser({ events }, tx, { ...key, person: { ...known, userId: known.userId } });
    const session = await insertVisitorSession(tx, {
      ticket,
      contactId,
      userId: known.userId,
      seal,
      now: at,
    });
    return { session: { ...session, time: at }, agentId, contactId, userId: known.userId };
  }

  function keep(
    tx: Tx,
    { organizationId, agentId, contactId, surfaceType }: VisitorCaller,
    consent: SaidConsent,
  ) {
    const key = { organizationId, agentId, contactId, now: now() };
    return keepConsent({ events }, tx, { ...key, surfaceType, consent });
  }

  return [
    handle(renewTicket, async ({ body }) => tickets.renew(body.ticket, checkTicket)),

    handle(openChatWidget, async ({ body }) => {
      const { identity } = body.data;
      const ticket = tickets.read(body.data.ticket);
      await checkTicket(ticket);
      let known = nobody;
      // The console's preview is nobody, whatever identity its page claims.
      if (!ticket.preview) {
        const row = await findWidget(ticket);
        if (identity) known = readIdentity(identity, { secrets: openIdentitySecrets(row, seal), now: now() });
        if (row.identityMode === "required" && known.userId === null) throw new AppError("identity_required");
      }
      const opened = await retryOnDuplicate(() => store.transaction((tx) => open(tx, ticket, known)));
      return { data: opened };
    }),

    handle(identifyVisitor, async ({ caller, body }) => {
      const { organizationId, agentId, contactId } = caller;
      if (caller.preview) return { data: { contactId, userId: null } };
      const secrets = openIdentitySecrets(await findWidget(caller), seal);
      const known = readIdentity(body.data, { secrets, now: now() });
      const key = { organizationId, agentId, contactId, now: now() };
      const { userId } = known;
      if (userId === null) {
        const verified = await store.transaction((tx) => sayOfContact({ events }, tx, { ...key, ...known }));
        return { data: { contactId, userId: verified } };
      }
      const person = { ...known, userId };
      const personId = await retryOnDuplicate(() =>
        store.transaction(async (tx) => {
          const next = await claimContact({ events }, tx, { ...key, person });
          if (next !== contactId)
            await moveVisitorSessions(tx, { organizationId, from: contactId, to: next });
          await nameVisitorSession(tx, { ...caller, userId });
          return next;
        }),
      );
      return { data: { contactId: personId, userId } };
    }),

    handle(setAttributes, async ({ caller, body }) => {
      const { organizationId, agentId, contactId } = caller;
      const key = { organizationId, agentId, contactId, now: now() };
      await store.transaction((tx) => addAttributes({ events }, tx, { ...key, attributes: body.data }));
      return undefined;
    }),

    handle(sayConsent, async ({ caller, body }) => {
      if (!caller.preview) await store.transaction((tx) => keep(tx, caller, body.data));
      return undefined;
    }),

    handle(closeSession, async ({ caller, query }) => {
      await store.transaction(async (tx) => {
        if (query.consent === "denied" && !caller.preview) {
          await keep(tx, caller, { value: "denied", text: null, agoMs: 0 });
        }
        await endVisitorSession(tx, caller);
      });
      return undefined;
    }),
  ];
}
