import { useEffect, useEffectEvent } from "react";

interface FlowKeys {
  onNext: () => void;
  /** Null on the first step, where the browser's own Back stays what it is. */
  onBack: (() => void) | null;
}

/** Cmd or Ctrl with Enter continues, Alt with the arrow to the left goes back, wherever the focus is. */
export function useFlowKeys({ onNext, onBack }: FlowKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onNext();
    } else if (event.key === "ArrowLeft" && event.altKey && onBack) {
      event.preventDefault();
      onBack();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
