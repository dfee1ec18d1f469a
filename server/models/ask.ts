import type { ChatRequest, Hear } from "./chatModel.ts";
import type { ModelLimits } from "./limits.ts";
import type { Connection } from "./providers.ts";

/** The way out to a provider: to its own address or the operator's, which are trusted, or to one that a member typed. */
export type NetworkTrust = "trusted" | "checked";

/** One question to a model. */
export interface Asking {
  connection: Connection;
  /** The provider's own id of the model. */
  name: string;
  request: ChatRequest;
  trust: NetworkTrust;
  limits: ModelLimits;
}

/** Asks a model once and tells what it says. Throws a ModelFault, the reason of the request's signal, or what `hear` throws. */
export type Ask = (asking: Asking, hear: Hear) => Promise<void>;
