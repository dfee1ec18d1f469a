import { useCallback } from "react";
// Not the router's own, which decodes the whole query before it is taken apart: a "%26" that somebody typed would part it.
import { useSearch } from "wouter/use-browser-location";
import { navigate } from "../state/shell/navigation.ts";
import type { NavigateOptions } from "../state/shell/navigation.ts";
import { readLocationPath } from "../../shared/client/basePath.ts";

/** Changes of the address's query; null takes a name out. */
export type QueryChange = Record<string, string | null>;

interface Query {
  /** The value, or "" where it is not there. */
  read: (name: string) => string;
  /** The address with the changes, for a link. */
  link: (change: QueryChange) => string;
  /** Goes there; `replace` for what is typed, so that Back does not walk through every letter. */
  set: (change: QueryChange, options?: NavigateOptions) => void;
}

/** What the address's query says: filters, what is open. It is kept there so that Back, reload and sharing work. */
export function useQuery(): Query {
  const search = useSearch();
  const link = useCallback((change: QueryChange) => changeQuery(search, change), [search]);
  const set = useCallback<Query["set"]>((change, options) => {
    navigate(changeQuery(location.search, change), options);
  }, []);
  return { read: (name) => new URLSearchParams(search).get(name) ?? "", link, set };
}

function changeQuery(search: string, change: QueryChange): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  return readLocationPath() + (text && `?${text}`);
}
