import { useRef, useState } from "react";
import type { RequestError } from "../../shared/client/requestError.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { noteError } from "../state/notifications/notices.ts";

interface RunningAction<Args extends unknown[]> {
  /** Does it; gives whether it worked. A second call while one runs does nothing. */
  run: (...args: Args) => Promise<boolean>;
  isBusy: boolean;
  error: RequestError | null;
  clear: () => void;
}

/** Something that a button does, with what the button and the alert beside it show meanwhile and afterwards. */
export function useAction<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): RunningAction<Args> {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<RequestError | null>(null);
  const isRunning = useRef(false);

  async function run(...args: Args): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setIsBusy(true);
    setError(null);
    try {
      await action(...args);
      return true;
    } catch (thrown) {
      const failure = toRequestError(thrown);
      setError(failure);
      noteError(failure);
      return false;
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }

  return { run, isBusy, error, clear: () => setError(null) };
}
