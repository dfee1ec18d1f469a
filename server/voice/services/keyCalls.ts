import { listVoiceKeys, removeVoiceKey, setVoiceKey } from "../../../shared/contract/voice/voiceKeys.ts";
import { isVoiceService } from "../../../shared/domain/voiceServices.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Store } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import { ServiceFault, serviceAddresses } from "./askService.ts";
import { presentVoiceKey, readVoiceKeys, sealPurpose } from "./keys.ts";
import type { OpenedBy } from "./keys.ts";
import { checkAccess } from "./listEntries.ts";
import type { VoiceKeyRow } from "./tables.ts";

export interface VoiceKeyDeps extends Pick<OpenedBy, "fetchFor"> {
  store: Store;
  seal: Secrets;
  now: () => number;
}

/** The calls on the organization's keys of services for voices and avatars. Services are asked before anything is written. */
export function voiceKeyRoutes({ store, seal, fetchFor, now }: VoiceKeyDeps): Route[] {
  return [
    handle(listVoiceKeys, async ({ caller }) => ({
      items: (await readVoiceKeys(store.db, caller.organizationId)).map(presentVoiceKey),
    })),

    handle(setVoiceKey, async ({ caller: { organizationId }, params: { service }, body }) => {
      if (!isVoiceService(service)) throw new AppError("not_found");
      const { key, baseUrl } = body.data;
      const address = baseUrl ?? serviceAddresses[service];
      await checkAccess({ service, key, address, fetch: fetchFor(baseUrl) }).catch((error: unknown) => {
        if (!(error instanceof ServiceFault)) throw error;
        const field = baseUrl === null || error.isKeyWrong ? "key" : "baseUrl";
        throw new AppError("invalid_input", {
          fields: [{ path: `body.data.${field}`, message: error.message }],
        });
      });
      const at = now();
      const row: VoiceKeyRow = {
        ...{ organizationId, service, baseUrl, refusal: null, checkedAt: at, createdAt: at },
        ...{ sealedKey: seal.seal(key, sealPurpose), lastFour: key.slice(-4) },
      };
      await store.db
        .insertInto("voiceKeys")
        .values(row)
        .onConflict((conflict) => conflict.columns(["organizationId", "service"]).doUpdateSet(row))
        .execute();
      return { data: presentVoiceKey(row) };
    }),

    handle(removeVoiceKey, async ({ caller: { organizationId }, params: { service } }) => {
      if (!isVoiceService(service)) throw new AppError("not_found");
      const { numDeletedRows } = await store.db
        .deleteFrom("voiceKeys")
        .where("organizationId", "=", organizationId)
        .where("service", "=", service)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) throw new AppError("not_found");
      return undefined;
    }),
  ];
}
