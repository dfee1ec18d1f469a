import { useState } from "react";

interface HeldAddress {
  /** What is drawn or played. */
  src: string;
  /** Neither it nor a fresher one can be read. */
  isBroken: boolean;
  /** It was read: it stays. */
  onLoad(): void;
  onError(): void;
}

/**
 * Holds on to the address of a picture or a recording that was read, whatever fresher ones follow: what shows is not
 * fetched again, and what plays continues. One that can't be read gives way to the next.
 */
export function useHeldAddress(url: string): HeldAddress {
  const [held, setHeld] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const src = held ?? url;
  return {
    src,
    isBroken: src === failed,
    onLoad: () => setHeld(src),
    onError() {
      setHeld(null);
      setFailed(src);
    },
  };
}
