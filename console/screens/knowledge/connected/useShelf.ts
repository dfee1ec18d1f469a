import { useCallback, useEffect, useState } from "react";
import type { Shelf } from "../../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";
import { toRequestError, type RequestError } from "../../../../shared/client/requestError.ts";
import { browseAccount, type Browsing } from "../../../state/knowledge/connections.ts";

interface Asked {
  provider: ConnectionProvider;
  connectionId: string;
  /** `TYPE:ID`; "" for the top. */
  inside: string;
  search: string;
}

interface OpenShelf {
  shelf: Shelf | null;
  error: RequestError | null;
  isReading: boolean;
  retry: () => void;
  /** Reads what comes after what is there. */
  more: () => void;
}

/** What lies at a place of an account, or what a search finds. A pasted link leads to what it names. */
export function useShelf({ provider, connectionId, inside, search }: Asked): OpenShelf {
  const [shelf, setShelf] = useState<Shelf | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [isReading, setIsReading] = useState(true);
  const [tries, setTries] = useState(0);

  const ask = useCallback(
    (cursor: string | null, signal?: AbortSignal) => {
      const isLink = /^https?:\/\//i.test(search.trim());
      const wanted: Browsing = {
        ...{ connectionId, ...(inside && { inside }), ...(cursor !== null && { cursor }) },
        ...(search.trim() && (isLink ? { link: search.trim() } : { search: search.trim() })),
      };
      return browseAccount(provider, wanted, signal);
    },
    [provider, connectionId, inside, search],
  );

  useEffect(() => {
    const leaving = new AbortController();
    setIsReading(true);
    setShelf(null);
    setError(null);
    ask(null, leaving.signal)
      .then(setShelf, (thrown: unknown) => {
        if (!leaving.signal.aborted) setError(toRequestError(thrown));
      })
      .finally(() => {
        if (!leaving.signal.aborted) setIsReading(false);
      });
    return () => leaving.abort();
  }, [ask, tries]);

  const more = () => {
    if (!shelf?.next || isReading) return;
    setIsReading(true);
    ask(shelf.next)
      .then(
        ({ items, next }) => setShelf({ items: [...shelf.items, ...items], next }),
        (thrown: unknown) => setError(toRequestError(thrown)),
      )
      .finally(() => setIsReading(false));
  };
  return { shelf, error, isReading, retry: () => setTries(tries + 1), more };
}
