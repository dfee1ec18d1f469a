import { proxy } from "valtio";
import { keptForBrowser } from "../../platform/storage.ts";

/** How many conversations can be read at a time. */
export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const storedName = "threadsAtATime";

/** How many conversations of a list this browser reads at a time. */
export const threadPage = proxy<{ size: PageSize }>({ size: readSize() });

/** Has this browser read this many at a time from now on. */
export function keepPageSize(size: PageSize): void {
  threadPage.size = size;
  keptForBrowser.write(storedName, String(size));
}

function readSize(): PageSize {
  const stored = Number(keptForBrowser.read(storedName));
  return pageSizes.find((size) => size === stored) ?? 50;
}
