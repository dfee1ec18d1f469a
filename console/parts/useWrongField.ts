import { useCallback, useEffect, useRef } from "react";
import type { RefCallback } from "react";

/**
 * For the form's element: its first wrong field takes the focus each time that it is sent and found wrong here, or that
 * `refusal`, which says of what the server found, comes again.
 */
export function useWrongField(refusal?: unknown): RefCallback<HTMLElement> {
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (refusal) focusWrongField(form.current);
  }, [refusal]);
  return useCallback((element: HTMLElement | null) => {
    form.current = element;
    // By the next picture it is drawn what is wrong.
    const handleSubmit = () => requestAnimationFrame(() => focusWrongField(form.current));
    element?.addEventListener("submit", handleSubmit);
    return () => {
      form.current = null;
      element?.removeEventListener("submit", handleSubmit);
    };
  }, []);
}

function focusWrongField(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
