import { useState } from "react";
import type { SavedBy } from "../../shared/contract/shapes.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { countChanges } from "./countChanges.ts";
import { useAction } from "./useAction.ts";

/** What is saved, with the revision by which the server notices that another member saved since. */
export interface Revised<Value> {
  revision: number;
  value: Value;
  /** The member who last saved it. */
  savedBy?: Readonly<SavedBy> | null;
}

interface RevisedFormOptions<Value> {
  /** As it was read last. */
  current: Revised<Value>;
  /** What is typed already when the form opens: something new that is not saved yet. */
  start?: Value | undefined;
  /** Saves and gives what is saved now. */
  save: (typed: Revised<Value>) => Promise<Revised<Value>>;
  /** Reads it again. */
  readNewest: () => Promise<Revised<Value>>;
}

/**
 * What is typed beside what it started from. What others save replaces both as long as nothing is typed; after that only a
 * revision that left the value alone is taken over, so that saving over another member's work is noticed.
 */
export function useRevisedForm<Value extends object>(options: RevisedFormOptions<Value>) {
  const { current, start: begun, save, readNewest } = options;
  const [base, setBase] = useState(current);
  const [typed, setTyped] = useState(begun ?? current.value);
  /** The revision over which saving was refused, because there is a newer one. */
  const [refused, setRefused] = useState<number | null>(null);
  const changedCount = countChanges(base.value, typed);
  if (current.revision > base.revision) {
    if (changedCount === 0) start(current);
    else if (countChanges(base.value, current.value) === 0) setBase({ ...base, revision: current.revision });
  }

  function start(from: Revised<Value>): void {
    setBase(from);
    setTyped(from.value);
  }

  const saving = useAction(async (revision: number) => {
    try {
      start(await save({ revision, value: typed }));
    } catch (thrown) {
      if (toRequestError(thrown).code === "conflict") {
        // The saved state has the member who was faster.
        await readNewest().catch(() => undefined);
        setRefused(revision);
      }
      throw thrown;
    }
  });
  const isOvertaken = current.revision > base.revision && changedCount > 0;

  return {
    typed,
    saved: base.value,
    changedCount,
    saving,
    /** What another member saved while this was typed; null if none did. */
    overtaken: isOvertaken && countChanges(base.value, current.value) > 0 ? current : null,
    /** Saving was refused, and what is typed still begins from what was overtaken: who read the newest is over it. */
    isRefused: refused !== null && refused >= base.revision,
    change: (part: Partial<Value>) => setTyped((before) => ({ ...before, ...part })),
    save: () => saving.run(base.revision),
    discard: () => {
      setTyped(base.value);
      saving.clear();
    },
    /** Takes what another member saved; what was typed here is gone. */
    reload: async () => {
      start(await readNewest());
      saving.clear();
    },
    /** Saves what was typed here over what another member saved. */
    overwrite: async () => saving.run((await readNewest()).revision),
  };
}

export type RevisedForm<Value extends object> = ReturnType<typeof useRevisedForm<Value>>;
