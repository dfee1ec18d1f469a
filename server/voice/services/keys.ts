import type { VoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import { voiceServices } from "../../../shared/domain/voiceServices.ts";
import { unsealOrNull } from "../../database/secrets.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Db } from "../../database/store.ts";
import { serviceAddresses } from "./askService.ts";
import type { ServiceAccess } from "./askService.ts";
import type { VoiceKeyRow } from "./tables.ts";

/** How the keys are sealed. */
export const sealPurpose = "voice-key";

/** The keys of an organization, in the order in which the services are offered. */
export async function readVoiceKeys(db: Db, organizationId: string): Promise<VoiceKeyRow[]> {
  const rows = await db
    .selectFrom("voiceKeys")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .execute();
  return voiceServices.flatMap((service) => rows.filter((row) => row.service === service));
}

/** The key of one service, if there is one. */
export function findVoiceKey(
  db: Db,
  { organizationId, service }: Pick<VoiceKeyRow, "organizationId" | "service">,
): Promise<VoiceKeyRow | undefined> {
  return db
    .selectFrom("voiceKeys")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("service", "=", service)
    .executeTakeFirst();
}

export interface OpenedBy {
  seal: Pick<Secrets, "unseal">;
  /** The way to where a key is sent: an address that somebody typed goes by the egress guard. */
  fetchFor(baseUrl: string | null): typeof fetch;
}

/** The way to a key's service; null where the installation's secret key is not the one that sealed it. */
export function openAccess({ seal, fetchFor }: OpenedBy, row: VoiceKeyRow): ServiceAccess | null {
  const { service, baseUrl } = row;
  const key = unsealOrNull(seal, row.sealedKey, sealPurpose);
  if (key === null) return null;
  return { service, key, address: baseUrl ?? serviceAddresses[service], fetch: fetchFor(baseUrl) };
}

/** What is said of a key that can't be opened. */
export const cantOpenKey = "The key can’t be opened with this server’s secret key. Enter it again.";

/** Keeps what a service says of a key that is still the one that it was asked with. */
export async function noteRefusal(
  db: Db,
  { organizationId, service, sealedKey }: VoiceKeyRow,
  refusal: string | null,
): Promise<void> {
  await db
    .updateTable("voiceKeys")
    .set({ refusal })
    .where("organizationId", "=", organizationId)
    .where("service", "=", service)
    .where("sealedKey", "=", sealedKey)
    .execute();
}

/** A key as members see it: an allow-list, without the key. */
export function presentVoiceKey({
  service,
  baseUrl,
  lastFour,
  refusal,
  checkedAt,
  createdAt,
}: VoiceKeyRow): VoiceKey {
  return { service, baseUrl, lastFour, refusal, checkedAt, createdAt };
}
