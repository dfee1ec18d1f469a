import { toastMs } from "../domain/limits.ts";

export interface Toast {
  id: number;
  text: string;
  tone: "success" | "danger";
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a short word top-right for 2000 ms. What people must act on belongs into the page as well. */
export function showToast(text: string, tone: Toast["tone"] = "success"): void {
  const toast: Toast = { id: ++lastId, text, tone };
  change([...toasts, toast]);
  setTimeout(() => change(toasts.filter((one) => one.id !== toast.id)), toastMs);
}

/** The toasts that show now. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

/** Calls back when they change, until the function it gives is called. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
