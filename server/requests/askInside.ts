import type { AnyCall, AnswerOf, ParamsOf } from "../../shared/contract/call.ts";
import type { MemberCaller } from "./handle.ts";

/** What one of the product's own calls is asked with. Query and body are checked by the contract. */
interface Inside<C extends AnyCall> {
  organizationId: string;
  params?: Partial<ParamsOf<C>>;
  query?: Record<string, string>;
  body?: unknown;
  /** For whom; nobody where it is left out. */
  as?: MemberCaller;
}

/** Does one of the product's own calls for an organization, with all of its checks but who asks. */
export type AskInside = <C extends AnyCall>(call: C, input: Inside<C>) => Promise<AnswerOf<C>>;
