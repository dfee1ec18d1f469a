import { migrate } from "../../../server/database/migrate.ts";
import type { Store } from "../../../server/database/store.ts";
import { migrations } from "../../../server/http/migrations.ts";

/** Makes the product's tables in an empty store; for tests below the assembly, which knows all steps. */
export const migrateFully = (store: Store): Promise<string[]> => migrate(store, migrations);
