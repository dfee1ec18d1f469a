import { providerOf } from "../../shared/domain/providers.ts";
import { letterLanguage } from "../accounts/letterLanguage.ts";
import { listManagers } from "../accounts/managers.ts";
import type { Store, Tx } from "../database/store.ts";
import { writeKeyLetter } from "../mail/keyLetter.ts";
import type { Mail } from "../mail/mail.ts";
import { changeSeen } from "./keys.ts";
import { listUses, type UsesWanted } from "./listUses.ts";
import type { ModelKeyRow } from "./tables.ts";

export interface RefusalDeps {
  store: Store;
  mail: Pick<Mail, "post">;
  isAvailable: UsesWanted["isAvailable"];
  /** The address that links begin with; null while nobody has said it. */
  lookOrigin(): Promise<string | null>;
  now: () => number;
}

/**
 * Keeps why a key, still as it was read, is refused. Those who may change it hear of it by mail: once, however many
 * processes meet it and however often it is checked again, until it has answered since or another one is in its place.
 */
export async function refuseKey(deps: RefusalDeps, row: ModelKeyRow, refusal: string): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const at = deps.now();
    if (!(await changeSeen(tx, row, { refusal, checkedAt: at }))) return;
    const { numUpdatedRows } = await tx
      .updateTable("modelKeys")
      .set({ toldAt: at })
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", row.id)
      .where("toldAt", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await tellManagers(deps, tx, row);
  });
}

async function tellManagers(deps: RefusalDeps, tx: Tx, row: ModelKeyRow): Promise<void> {
  const { organizationId, name, provider, baseUrl } = row;
  const origin = await deps.lookOrigin();
  const uses = await listUses(tx, { row, isAvailable: deps.isAvailable });
  const told = {
    ...{ key: name, uses },
    provider: baseUrl === null ? providerOf(provider).label : new URL(baseUrl).host,
    url: origin === null ? null : `${origin}/accounts/${organizationId}/account/models`,
  };
  for (const user of await listManagers(tx, organizationId, "modelKeys.update")) {
    const addressee = { to: user.email, language: letterLanguage(user) };
    await deps.mail.post(tx, writeKeyLetter(addressee, { ...told, organization: user.organization }));
  }
}
