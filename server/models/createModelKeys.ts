import type { Secrets } from "../database/secrets.ts";
import type { Tx } from "../database/store.ts";
import type { Route } from "../requests/handle.ts";
import type { Egress } from "../egress/egress.ts";
import { findDefault, findSpeechDefault } from "./defaults.ts";
import { findModelProblem } from "./findModelProblem.ts";
import { lookAgain } from "./checkKey.ts";
import { modelKeyRoutes } from "./keyCalls.ts";
import {
  cantOpenKey,
  changeSeen,
  connectBy,
  listFitting,
  pickKey,
  readKeys,
  type NamedModel,
} from "./keys.ts";
import { refuseKey, type RefusalDeps } from "./refuseKey.ts";
import type { ModelKeyRow } from "./tables.ts";
import type { OwnWay } from "./ownWay.ts";

export interface ModelKeysOptions extends RefusalDeps {
  seal: Secrets;
  egress: Egress;
  /** The way to the providers' own addresses. */
  fetch: typeof fetch;
  /** Is told, with the choice, that an organization chose its embedding model, or the same one again. */
  choseEmbedding: (tx: Tx, organizationId: string) => Promise<void>;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

/** The organizations' own keys of model providers. */
export interface ModelKeys {
  name: string;
  routes: Route[];
  findOwn(organizationId: string, entry: NamedModel): Promise<OwnWay | null>;
  /** The model that new agents are given where nobody chooses; null for the built-in one. */
  findDefaultModel(organizationId: string): Promise<string | null>;
  /** The model that drafts where nobody chooses; null for the built-in one. */
  findDraftModel(organizationId: string): Promise<string | null>;
  /** The model that writes down what visitors say; null for none. */
  findSpeechDefault(organizationId: string): Promise<string | null>;
  /** Why an organization's agents can't be given a model to answer by, and what to do; null where they can. */
  findModelProblem(organizationId: string, value: string): Promise<string | null>;
}

export function createModelKeys(options: ModelKeysOptions): ModelKeys {
  const { store, seal, egress, fetch, report } = options;
  const fetchFor = (baseUrl: string | null) => (baseUrl === null ? fetch : egress.streamFetch);
  const deps = { ...options, fetchFor };
  const findProblem = (organizationId: string, value: string) =>
    findModelProblem(store.db, { organizationId, value, work: "completion" });

  return {
    name: "model keys",
    routes: modelKeyRoutes(deps),
    findDefaultModel: (organizationId) => findDefault(store.db, organizationId, "chat"),
    findDraftModel: async (organizationId) =>
      (await findDefault(store.db, organizationId, "code")) ?? findDefault(store.db, organizationId, "chat"),
    findSpeechDefault: (organizationId) => findSpeechDefault(store.db, organizationId),
    findModelProblem: findProblem,
    findOwn,
  };

  async function findOwn(organizationId: string, entry: NamedModel): Promise<OwnWay | null> {
    const rows = await readKeys(store.db, organizationId);
    // Nobody who asks waits for it: what it finds is for those who ask next.
    const look = (one: ModelKeyRow) => void lookAgain(deps, one).catch(report);
    const row = pickKey(rows, entry);
    if (!row) {
      listFitting(rows, entry).forEach(look);
      return null;
    }
    const connection = connectBy(row, seal);
    if (!connection) {
      await refuseKey(deps, row, cantOpenKey);
      return findOwn(organizationId, entry);
    }
    return {
      connection,
      trust: row.baseUrl === null ? "trusted" : "checked",
      fetch: fetchFor(row.baseUrl),
      async noteAnswer() {
        if (row.toldAt !== null) await changeSeen(store.db, row, { toldAt: null });
      },
      async noteFault({ kind }) {
        if (kind === "key" || kind === "funds") await refuseKey(deps, row, refusals[kind]);
        // A key that was blocked is told in the same way as a model that it does not lead to.
        if (kind === "no_access") look(row);
      },
    };
  }
}

/** What an answer's end says of the key, for its owners: what a visitor reads sends them to these. */
const refusals = {
  key: "The provider refused this key. Enter another one, or have it checked again.",
  funds: "The account of this key has no credit left.",
};
