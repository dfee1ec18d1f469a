import { randomBytes } from "node:crypto";
import { maxIntegrations } from "../../../shared/domain/integrations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import { unsealOrNull } from "../../database/secrets.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { GivenSecret } from "../secretColumns.ts";
import { findClient } from "./resolveProvider.ts";
import type { OAuthClient } from "./resolveProvider.ts";
import type { IntegrationSettings } from "./settings.ts";
import type { IntegrationRow } from "./tables.ts";

export interface IntegrationKey extends AgentKey {
  integrationId: string;
}

type Seal = Pick<Secrets, "seal" | "unseal">;

/** An agent's connections in the order in which they were added. */
export function listIntegrationRows(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<IntegrationRow[]> {
  return db
    .selectFrom("integrations")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("id")
    .execute();
}

export async function findIntegrationRow(
  db: Db,
  { organizationId, agentId, integrationId }: IntegrationKey,
): Promise<IntegrationRow> {
  const row = await db
    .selectFrom("integrations")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", integrationId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** The connection that skills of an agent know by this name. */
export function findByName(
  db: Db,
  { organizationId, agentId, name }: AgentKey & { name: string },
): Promise<IntegrationRow | undefined> {
  return db
    .selectFrom("integrations")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("nameKey", "=", name.toLowerCase())
    .executeTakeFirst();
}

/** A new connection, without anything that signs in. */
export function newIntegration(
  { organizationId, agentId }: AgentKey,
  { now, ...about }: Pick<IntegrationRow, "provider" | "name" | "settings" | "auth"> & { now: number },
): IntegrationRow {
  return {
    ...{ organizationId, agentId, id: newId(now), ...about, nameKey: about.name.toLowerCase() },
    ...{
      clientId: null,
      sealedClientSecret: null,
      sealedEventSecret: null,
      problem: null,
      lastEventAt: null,
    },
    hookId: randomBytes(24).toString("base64url"),
    ...{ createdAt: now, updatedAt: now },
  };
}

/** Adds a connection. `conflict` for a name that is taken, and beyond as many as an agent may have. */
export async function insertIntegration(tx: Tx, row: IntegrationRow): Promise<IntegrationRow> {
  const rows = await listIntegrationRows(tx, row);
  if (rows.length >= maxIntegrations)
    throw new AppError("conflict", {
      message: `An agent has at most ${maxIntegrations} connections. Disconnect one first.`,
    });
  if (rows.some(({ nameKey }) => nameKey === row.nameKey))
    throw new AppError("conflict", {
      message: `Another connection is called ${row.name}. Use another name.`,
    });
  await tx.insertInto("integrations").values(row).execute();
  return row;
}

/** Changes a connection. `conflict` where somebody saved it since it was read. */
export async function changeIntegration(
  tx: Tx,
  { organizationId, id }: Pick<IntegrationRow, "organizationId" | "id">,
  { readAt, now, ...changes }: Partial<IntegrationRow> & { readAt: number; now: number },
): Promise<IntegrationRow> {
  const changed = await tx
    .updateTable("integrations")
    // Two savings within one millisecond are two.
    .set({ ...changes, updatedAt: Math.max(now, readAt + 1) })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("updatedAt", "=", readAt)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw new AppError("conflict");
  return changed;
}

/** Deletes a connection with the access to it and what it told. */
export async function deleteIntegration(
  tx: Tx,
  { organizationId, agentId, integrationId }: IntegrationKey,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom("integrations")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", integrationId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError("not_found");
  for (const table of ["integrationGrants", "integrationEvents", "integrationSignIns"] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("integrationId", "=", integrationId)
      .execute();
  }
}

/** The columns of a client's secret, or of the one for events, as a call says it. */
export function sealedColumns(
  seal: Seal,
  id: string,
  given: { clientSecret?: GivenSecret; eventSecret?: GivenSecret },
): Partial<Pick<IntegrationRow, "sealedClientSecret" | "sealedEventSecret">> {
  const { clientSecret, eventSecret } = given;
  return {
    ...(clientSecret !== undefined && {
      sealedClientSecret: clientSecret && seal.seal(clientSecret, `integration-client:${id}`),
    }),
    ...(eventSecret !== undefined && {
      sealedEventSecret: eventSecret && seal.seal(eventSecret, `integration-events:${id}`),
    }),
  };
}

/** The client with which one signs in for a connection: its own, else the operator's; null where there is none. */
export function openClient(
  { seal, integrations }: { seal: Seal; integrations: IntegrationSettings },
  { id, provider, clientId, sealedClientSecret }: IntegrationRow,
): OAuthClient | null {
  if (clientId === null) return findClient(integrations, provider);
  const purpose = `integration-client:${id}`;
  return {
    clientId,
    clientSecret: sealedClientSecret === null ? null : unsealOrNull(seal, sealedClientSecret, purpose),
  };
}

/** What a provider signs its events with; null where nobody entered it. */
export function openEventSecret(seal: Seal, { id, sealedEventSecret }: IntegrationRow): string | null {
  return sealedEventSecret === null
    ? null
    : unsealOrNull(seal, sealedEventSecret, `integration-events:${id}`);
}
