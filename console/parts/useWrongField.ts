import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** For the form's element: its first wrong field takes the focus each time that `refusal`, which says of it, comes anew. */
export function useWrongField<Form extends HTMLElement>(refusal: unknown): RefObject<Form | null> {
  const form = useRef<Form>(null);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [refusal]);
  return form;
}
