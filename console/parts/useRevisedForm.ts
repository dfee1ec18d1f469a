import { useState } from "react";
import { countChanges } from "./countChanges.ts";
import { useAction } from "./useAction.ts";

/** What is saved, with the revision by which the server notices that somebody else saved since. */
export interface Revised<Value> {
  revision: number;
  value: Value;
}

interface RevisedFormOptions<Value> {
  /** As it was read last. */
  current: Revised<Value>;
  /** Saves and gives what is saved now. */
  save: (typed: Revised<Value>) => Promise<Revised<Value>>;
  /** Reads it anew. */
  readNewest: () => Promise<Revised<Value>>;
}

/**
 * What is typed beside what it started from. What others save replaces both as long as nothing is typed; after that only a
 * revision that left the value alone is taken over, so that saving over somebody else's work is noticed.
 */
export function useRevisedForm<Value extends object>(options: RevisedFormOptions<Value>) {
  const { current, save, readNewest } = options;
  const [base, setBase] = useState(current);
  const [typed, setTyped] = useState(current.value);
  const changedCount = countChanges(base.value, typed);
  if (current.revision > base.revision) {
    if (changedCount === 0) start(current);
    else if (countChanges(base.value, current.value) === 0) setBase({ ...base, revision: current.revision });
  }

  function start(from: Revised<Value>): void {
    setBase(from);
    setTyped(from.value);
  }

  const saving = useAction(async (revision: number) => start(await save({ revision, value: typed })));

  return {
    typed,
    saved: base.value,
    changedCount,
    saving,
    change: (part: Partial<Value>) => setTyped((before) => ({ ...before, ...part })),
    save: () => saving.run(base.revision),
    discard: () => {
      setTyped(base.value);
      saving.clear();
    },
    /** Takes what somebody else saved; what was typed here is gone. */
    reload: async () => {
      start(await readNewest());
      saving.clear();
    },
    /** Saves what was typed here over what somebody else saved. */
    overwrite: async () => saving.run((await readNewest()).revision),
  };
}

export type RevisedForm<Value extends object> = ReturnType<typeof useRevisedForm<Value>>;
