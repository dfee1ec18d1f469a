import * as v from "valibot";
import { accountKinds } from "../../domain/sourceKinds.ts";
import { id } from "../shapes.ts";

/** Where somebody's account gives access to what lies there. */
export const connectionProvider = v.picklist(accountKinds);
export type ConnectionProvider = v.InferOutput<typeof connectionProvider>;

/** An account whose access the server holds. `expired`: the provider refuses it, until somebody connects again. */
export const sourceConnection = v.object({
  id,
  provider: connectionProvider,
  /** The account's address, or the workspace's name. */
  name: v.string(),
  state: v.picklist(["connected", "expired"]),
});
export type SourceConnection = v.InferOutput<typeof sourceConnection>;
