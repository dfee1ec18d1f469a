import { useState } from "react";
import type { FormEvent } from "react";

/** Gives what a form does when it is sent: the first try shows what is missing, and only a complete form is sent on. */
export function useSubmit(isComplete: boolean, send: () => unknown) {
  const [hasTried, setHasTried] = useState(false);
  return {
    hasTried,
    /** The words for what is missing, once somebody has tried. */
    needed: (isMissing: boolean, words: string) => (hasTried && isMissing ? words : undefined),
    handleSubmit(event: FormEvent): void {
      event.preventDefault();
      // A dialog may be inside another form, which is sent on its own.
      event.stopPropagation();
      setHasTried(true);
      if (isComplete) send();
    },
  };
}
