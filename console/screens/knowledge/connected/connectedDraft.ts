import type { ChosenItem } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";

/** What was chosen at a provider, and with whose account. */
export interface ConnectedDraft<Kind extends ConnectionProvider = ConnectionProvider> {
  kind: Kind;
  name: string;
  connectionId: string | null;
  items: readonly ChosenItem[];
  maxItems: string;
}
