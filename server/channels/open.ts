import { createHmac } from "node:crypto";
import { findAgent } from "../agents/find.ts";
import { isInstalled } from "../../shared/domain/channels.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Db } from "../database/store.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { Account, OpenChannel } from "./kind.ts";
import type { ChannelRow } from "./tables.ts";

/** Where providers send what people write. */
export const hookPath = "/api/channels/{type}/{key}";

/** A channel of this agent; undefined where nobody has set it up. `locks` keeps it as it is until the transaction ends. */
export async function findChannel(
  db: Db,
  { organizationId, agentId, type }: ChannelKey,
  { locks = false } = {},
): Promise<ChannelRow | undefined> {
  const found = db
    .selectFrom("channels")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type);
  return (locks ? found.forUpdate() : found).executeTakeFirst();
}

/** The channel that a provider's request names, of an agent that is not deleted; a wrong key is `not_found`. */
export async function findByHook(db: Db, type: string, webhookKey: string): Promise<ChannelRow> {
  const row = await db
    .selectFrom("channels")
    .selectAll()
    .where("webhookKey", "=", webhookKey)
    .executeTakeFirst();
  if (row?.type !== type || row.enabled !== 1) throw new AppError("not_found");
  await findAgent(db, row);
  return row;
}

/** Gives a channel as its kind works with it. */
export async function openChannel(
  { seal, lookOrigin }: Pick<ChannelDeps, "seal" | "lookOrigin">,
  row: ChannelRow,
): Promise<OpenChannel> {
  return {
    type: row.type,
    settings: readFields(row.settings),
    secrets: openCredentials(seal, row),
    account: readAccount(row),
    webhookUrl: webhookUrlOf(await lookOrigin(), row),
    webhookSecret: createHmac("sha256", seal.derive("channel-webhook")).update(row.webhookKey).digest("hex"),
  };
}

export function webhookUrlOf(
  origin: string | null,
  { type, webhookKey }: Pick<ChannelRow, "type" | "webhookKey">,
): string | null {
  return origin && origin + hookPath.replace("{type}", type).replace("{key}", webhookKey);
}

export function readFields(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>; // written after the contract's check
}

export function readAccount({ account }: Pick<ChannelRow, "account">): Account | null {
  return account === null ? null : (JSON.parse(account) as Account); // as connect gave it
}

/** Sealed for this channel alone: a row that is copied elsewhere opens nothing. */
export function sealSecretFields(
  seal: Secrets,
  key: ChannelKey,
  fields: Readonly<Record<string, string>>,
): string {
  return seal.seal(JSON.stringify(fields), purposeOf(key));
}

export function openSecretFields(seal: Secrets, row: ChannelRow): Record<string, string> {
  return readFields(seal.unseal(row.secrets, purposeOf(row)));
}

/** What the team entered; of an added app what it was given. */
function openCredentials(seal: Secrets, row: ChannelRow): Record<string, string> {
  if (!isInstalled(row.type, readFields(row.settings))) return openSecretFields(seal, row);
  const { botToken, refreshToken } = openInstall(seal, row) ?? {};
  return { ...(botToken !== undefined && { botToken }), ...(refreshToken !== undefined && { refreshToken }) };
}

/** What a provider gave when somebody added our app. */
export interface Install {
  /** When they added it: what the provider says of an earlier time is about another installation. */
  installedAt: number;
  botToken: string;
  /** Renews the token before its end; where there is none, it lasts. */
  refreshToken?: string;
  expiresAt?: number;
}

export function sealInstall(seal: Secrets, key: ChannelKey, install: Install): string {
  return seal.seal(JSON.stringify(install), `${purposeOf(key)}:install`);
}

export function openInstall(seal: Secrets, row: ChannelRow): Install | null {
  if (row.install === null) return null;
  return JSON.parse(seal.unseal(row.install, `${purposeOf(row)}:install`)) as Install; // written by sealInstall
}

function purposeOf({ organizationId, agentId, type }: ChannelKey): string {
  return `channel:${organizationId}:${agentId}:${type}`;
}
