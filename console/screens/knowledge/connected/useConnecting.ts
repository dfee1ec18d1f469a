import { useCallback, useEffect, useState } from "react";
import type { Connecting } from "../../../../shared/contract/knowledge/connections.ts";
import type { ConnectionProvider } from "../../../../shared/contract/knowledge/sourceConnection.ts";
import { toRequestError, type RequestError } from "../../../../shared/client/requestError.ts";
import { readConnecting } from "../../../state/knowledge/connections.ts";

interface ReadConnecting {
  connecting: Connecting | null;
  error: RequestError | null;
  /** Reads it again. */
  read: () => Promise<void>;
}

/** How accounts of a provider can be connected here, and which ones this person has connected. */
export function useConnecting(orgId: string, provider: ConnectionProvider): ReadConnecting {
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  const read = useCallback(async () => {
    try {
      setConnecting(await readConnecting(orgId, provider));
      setError(null);
    } catch (thrown) {
      setError(toRequestError(thrown));
    }
  }, [orgId, provider]);
  useEffect(() => void read(), [read]);
  return { connecting, error, read };
}
