import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { Route } from "../door/handle.ts";
import type { Egress } from "../egress/egress.ts";
import { readDefault } from "./defaults.ts";
import { modelKeyRoutes } from "./keyCalls.ts";
import { connectBy, pickKey, readKeys } from "./keys.ts";
import type { OwnWay } from "./models.ts";

export interface ModelKeysOptions {
  store: Store;
  seal: Secrets;
  egress: Egress;
  /** The way to the providers' own addresses. */
  fetch: typeof fetch;
  now: () => number;
}

/** The organisations' own keys of model providers. */
export interface ModelKeys {
  routes: Route[];
  findOwn(organizationId: string, entry: LanguageModelEntry): Promise<OwnWay | null>;
  /** The model that new agents are given where nobody chooses; null for the built-in one. */
  findDefaultModel(organizationId: string): Promise<string | null>;
}

export function createModelKeys({ store, seal, egress, fetch, now }: ModelKeysOptions): ModelKeys {
  const fetchFor = (baseUrl: string | null) => (baseUrl === null ? fetch : egress.streamFetch);
  return {
    routes: modelKeyRoutes({ store, seal, now, fetchFor }),
    findDefaultModel: (organizationId) => readDefault(store.db, organizationId),
    async findOwn(organizationId, entry) {
      const row = pickKey(await readKeys(store.db, organizationId), entry);
      if (!row) return null;
      return {
        connection: connectBy(row, seal),
        fetch: fetchFor(row.baseUrl),
        async refused(refusal) {
          await store.db
            .updateTable("modelKeys")
            .set({ refusal, checkedAt: now() })
            .where("organizationId", "=", organizationId)
            .where("id", "=", row.id)
            .where("checkedAt", "=", row.checkedAt)
            .execute();
        },
      };
    },
  };
}
