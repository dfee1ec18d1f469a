import { useRef, useState } from "react";
import type { RequestError } from "../../shared/client/requestError.ts";
import { useAction } from "./useAction.ts";

interface LatestAction<Value> {
  /** Sends a choice: at once, or after the one that is on its way, and then the newest alone. */
  choose: (value: Value) => void;
  /** What was chosen and is not saved yet; null where all is. */
  chosen: { value: Value } | null;
  error: RequestError | null;
}

/**
 * Saves choices that may follow each other faster than the server answers: each is shown immediately, the last one
 * holds.
 */
export function useLatestAction<Value>(send: (value: Value) => Promise<unknown>): LatestAction<Value> {
  const newest = useRef<{ value: Value } | null>(null);
  const [chosen, setChosen] = useState<{ value: Value } | null>(null);
  const { run, error } = useAction(async () => {
    try {
      for (let sent = newest.current; sent; sent = newest.current) {
        await send(sent.value).catch((thrown: unknown) => {
          // One that was chosen since takes its place.
          if (newest.current === sent) throw thrown;
        });
        if (newest.current === sent) newest.current = null;
      }
    } finally {
      newest.current = null;
      setChosen(null);
    }
  });
  const choose = (value: Value) => {
    newest.current = { value };
    setChosen(newest.current);
    void run();
  };
  return { choose, chosen, error };
}
