import type { MouseEvent } from "react";
import { navigate } from "../state/shell/navigation.ts";
import type { NavigateOptions } from "../state/shell/navigation.ts";

/** A plain click stays in the console; with Cmd or Ctrl it is the browser's. */
export function follow(event: MouseEvent, href: string, options?: NavigateOptions): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  navigate(href, options);
}
