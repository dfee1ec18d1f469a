import { useEffect, useEffectEvent, useState } from "react";
import type { ImportSummary } from "../../../../shared/contract/agents/templates.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { useQuery } from "../../../parts/useQuery.ts";

interface NamedExport {
  /** Empty where the address names none. */
  exportId: string;
  summary: ImportSummary | null;
  error: RequestError | null;
  name: (exportId: string) => void;
  forget: () => void;
  retry: () => void;
}

/** The export that the address names, with what it would bring, read afresh: a reload and Back find it again. */
export function useNamedExport(read: (exportId: string) => Promise<ImportSummary>): NamedExport {
  const query = useQuery();
  const exportId = query.read("export");
  const [summary, setSummary] = useState<ImportSummary | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  const reading = useEffectEvent(read);
  useEffect(() => {
    if (exportId === "") return;
    let isCurrent = true;
    reading(exportId).then(
      (found) => isCurrent && setSummary(found),
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
      setSummary(null);
      setError(null);
    };
  }, [exportId, tries]);
  return {
    ...{ exportId, summary, error },
    name: (found) => query.set({ export: found }),
    forget: () => query.set({ export: null }),
    retry: () => setTries(tries + 1),
  };
}
