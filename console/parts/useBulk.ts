import { useRef, useState } from "react";
import type { RequestError } from "../../shared/client/requestError.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { noteError } from "../state/notifications/notices.ts";

interface Failed<T> {
  item: T;
  error: RequestError;
}

/** The same done to several things, as far as it has come. */
export interface Bulk<T> {
  done: readonly T[];
  failed: readonly Failed<T>[];
  isBusy: boolean;
  /** Does it to all that it was not done to yet; gives whether it is done to all now. */
  run: () => Promise<boolean>;
}

/** Does the same to several things, one after the other, and continues where one fails. */
export function useBulk<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Bulk<T> {
  const [state, setState] = useState<Omit<Bulk<T>, "run">>({ done: [], failed: [], isBusy: false });
  const isRunning = useRef(false);

  async function run(): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    let { done } = state;
    let failed: readonly Failed<T>[] = [];
    for (const item of items.filter((one) => !done.includes(one))) {
      setState({ done, failed, isBusy: true });
      try {
        await work(item);
        done = [...done, item];
      } catch (thrown) {
        const error = toRequestError(thrown);
        failed = [...failed, { item, error }];
        noteError(error);
      }
    }
    isRunning.current = false;
    setState({ done, failed, isBusy: false });
    return failed.length === 0;
  }

  return { ...state, run };
}
