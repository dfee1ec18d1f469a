import type { ReactNode } from "react";
import type { IntegrationPartProps } from "../integrationPart.ts";
import { CollectionList } from "./CollectionList.tsx";
import { CollectionView } from "./CollectionView.tsx";

/** The agent's data collections, or the one that is open. */
export default function Collections({ place, itemId }: IntegrationPartProps): ReactNode {
  return itemId === undefined ? (
    <CollectionList place={place} />
  ) : (
    <CollectionView place={{ ...place, collectionId: itemId }} />
  );
}
