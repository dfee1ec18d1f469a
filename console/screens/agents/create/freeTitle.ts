import type { WidgetSettings } from "../../../../shared/contract/surfaces/surfaces.ts";

/** A look without the title where that is the agent's name: another agent's chat is titled by its own, as the server does. */
export function freeTitle(look: Partial<WidgetSettings>, name: string): Partial<WidgetSettings> {
  const { title, ...rest } = look;
  return title === name ? rest : look;
}
