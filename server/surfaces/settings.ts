import { defaultBrand } from "../../shared/domain/product.ts";
import type { WidgetSettings } from "../../shared/contract/surfaces.ts";

/** What a new agent's chat widget looks like and says first. */
export function defaultWidgetSettings(agentName: string): WidgetSettings {
  return {
    title: agentName,
    subtitle: "",
    welcome: "Hi! How can I help you today?",
    placeholder: "Ask a question",
    suggestions: [],
    minimisedSuggestions: [],
    primary: defaultBrand,
    scheme: "auto",
    position: "right",
    radius: 16,
    launcherLabel: "",
  };
}
