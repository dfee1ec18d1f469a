import type { ConnectedConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { KindOfSource } from "../kinds/kind.ts";
import { lookAtConnected } from "./lookAtConnected.ts";
import { readConnected } from "./readConnected.ts";

/** What all kinds that are read with somebody's account have in common. */
export const connectedKind = {
  name({ items }) {
    const [first, ...rest] = items;
    const name = (first?.name ?? "").slice(0, 100);
    return rest.length === 0 ? name : `${name} and ${rest.length} more`;
  },
  read: readConnected,
  preview: lookAtConnected,
  placeOf: ({ key }) => key,
  countPlaces: ({ items }) => items.length,
} satisfies KindOfSource<ConnectedConfig["kind"]>;

/** What was chosen, each once. */
export function withoutRepeats<Item extends { id: string }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
