import { createHash } from "node:crypto";
import type { JSONValue } from "@jmespath-community/jmespath";
import { searchJson } from "../searchJson.ts";
import { eventsKeptForMs, maxEventBytes, maxIntegrationEvents } from "../../../shared/domain/integrations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import { readBody } from "../../requests/body.ts";
import type { PageRoute } from "../../requests/page.ts";
import type { IntegrationDeps } from "./deps.ts";
import type { EventPlace, ProviderEvents } from "./Provider.ts";
import { findProvider } from "./providers.ts";
import { openEventSecret } from "./stored.ts";
import type { IntegrationEventRow, IntegrationRow } from "./tables.ts";
import { verifyEvent } from "./verifyEvent.ts";

const path = "/api/webhooks/v1/integrations";

/** The address that a provider is given for its events. */
export function eventsAddress(origin: string, { hookId }: Pick<IntegrationRow, "hookId">): string {
  return `${origin}${path}/${hookId}`;
}

/** Takes what a provider tells: verified, once, as it came. Its answer is quick, for what follows is others' work. */
export function eventsPage(deps: IntegrationDeps): PageRoute {
  const { store, seal, limits, origins, now } = deps;
  return {
    path: `${path}/{hookId}`,
    method: "POST",
    async handler({ request, params: { hookId = "" } }) {
      const row = await findByHook(store.reader, hookId);
      const events = row && findProvider(row.provider)?.events;
      if (!events) throw new AppError("not_found");
      limits.take("eventByConnection", row.id);
      const body = Buffer.from(await readBody(request, { maxBytes: maxEventBytes }));
      const text = body.toString("utf8").replaceAll("\u0000", "\ufffd");
      const read = { headers: request.headers, value: parse(text) };
      const secret = openEventSecret(seal, row);
      if (secret === null) {
        if (!isHandover(events, read.value)) throw new AppError("signature_refused");
        await keep(deps, row, { type: handedOver, eventKey: hash(body), body: text });
        return new Response(null, { status: 204 });
      }
      const url = eventsAddress(await origins.find(), row);
      const { headers } = request;
      if (!verifyEvent(events.verify, { headers, body, url, secret, now: now() }))
        throw new AppError("signature_refused");
      const challenge = events.challenge ? pick(read.value, events.challenge) : null;
      if (challenge !== null) return Response.json({ challenge });
      await keep(deps, row, {
        type: (readPlace(read, events.type) ?? "event").slice(0, 200),
        eventKey: (events.id && readPlace(read, events.id)?.slice(0, 200)) || hash(body),
        body: text,
      });
      return new Response(null, { status: 204 });
    },
  };
}

/** As the event is listed by which a service hands over its secret. */
const handedOver = "verification";

interface ReadEvent {
  headers: Headers;
  value: JSONValue | undefined;
}

function findByHook(db: Db, hookId: string): Promise<IntegrationRow | undefined> {
  return db.selectFrom("integrations").selectAll().where("hookId", "=", hookId).executeTakeFirst();
}

/** A secret that comes by itself, before anything is signed: a person enters it in both places. */
function isHandover({ handover }: ProviderEvents, value: JSONValue | undefined): boolean {
  if (handover === undefined || typeof value !== "object" || value === null || Array.isArray(value))
    return false;
  const token = value[handover];
  return Object.keys(value).length === 1 && typeof token === "string" && token.length <= 200;
}

function readPlace({ headers, value }: ReadEvent, place: EventPlace): string | null {
  return "header" in place ? headers.get(place.header) : pick(value, place.pick);
}

function pick(value: JSONValue | undefined, expression: string): string | null {
  if (value === undefined) return null;
  const found = searchJson(value, expression);
  return typeof found === "string" && found !== "" ? found : null;
}

function parse(text: string): JSONValue | undefined {
  try {
    return JSON.parse(text) as JSONValue;
  } catch {
    return undefined;
  }
}

function hash(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex");
}

/** Keeps an event, where it is no repeat, and forgets what is too old. */
async function keep(
  { store, now, takeEvent }: IntegrationDeps,
  { organizationId, agentId, id: integrationId, provider: service, name: connection }: IntegrationRow,
  event: Pick<IntegrationEventRow, "type" | "eventKey" | "body">,
): Promise<void> {
  const receivedAt = now();
  const id = newId(receivedAt);
  await store.transaction(async (tx) => {
    const key = { organizationId, integrationId };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("integrationEvents")
      .values({ ...key, agentId, id, ...event, receivedAt })
      .onConflict((conflict) => conflict.columns(["organizationId", "integrationId", "eventKey"]).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await tx
      .updateTable("integrations")
      .set({ lastEventAt: receivedAt })
      .where("organizationId", "=", organizationId)
      .where("id", "=", integrationId)
      .execute();
    await forgetOld(tx, key, receivedAt - eventsKeptForMs);
    // A secret that is handed over is nothing that happened.
    if (event.type === handedOver) return;
    const { type, body } = event;
    await takeEvent(tx, { organizationId, agentId, id, service, connection, type, body });
  });
}

async function forgetOld(
  tx: Tx,
  { organizationId, integrationId }: { organizationId: string; integrationId: string },
  before: number,
): Promise<void> {
  const oldest = await tx
    .selectFrom("integrationEvents")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("integrationId", "=", integrationId)
    .orderBy("id", "desc")
    .limit(1)
    .offset(maxIntegrationEvents)
    .executeTakeFirst();
  await tx
    .deleteFrom("integrationEvents")
    .where("organizationId", "=", organizationId)
    .where("integrationId", "=", integrationId)
    .where((eb) => eb.or([eb("receivedAt", "<", before), ...(oldest ? [eb("id", "<=", oldest.id)] : [])]))
    .execute();
}
