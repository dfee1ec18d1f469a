import { migrateFully } from "./migrateFully.ts";
import type { StoreKind } from "./stores.ts";

/** A kind of store whose servers all meet in one place, as processes on one database do. */
export async function shareStore(kind: StoreKind): Promise<StoreKind> {
  const place = await kind.newPlace();
  const open = async () => {
    const store = await kind.openAt(place);
    await migrateFully(store);
    return { store, place };
  };
  return { ...kind, open };
}
