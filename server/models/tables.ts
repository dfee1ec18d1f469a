import type { KeyProvider } from "../../shared/domain/providers.ts";

/** A provider's key of an organization, sealed. */
export interface ModelKeyRow {
  organizationId: string;
  id: string;
  name: string;
  provider: KeyProvider;
  /** The one address to which the key is sent; null for the provider's own. */
  baseUrl: string | null;
  /** Null for a server that asks for no key. */
  sealedKey: string | null;
  lastFour: string | null;
  /** What the provider offered when it was last asked: JSON of the contract's models. */
  models: string;
  /** Those of them that write down what is said: a JSON list of ids. */
  speechModels: string;
  /** Why the provider refuses the key. */
  refusal: string | null;
  /** When its owners were told that it is refused; null again once it has worked since, or is another one. */
  toldAt: number | null;
  checkedAt: number;
  createdAt: number;
}

export type ModelJob = "chat" | "code" | "embedding" | "speech";

/** The model that an organization chose for a job. */
export interface ModelDefaultRow {
  organizationId: string;
  job: ModelJob;
  model: string;
}

declare module "../database/store.ts" {
  interface Tables {
    modelKeys: ModelKeyRow;
    modelDefaults: ModelDefaultRow;
  }
}
