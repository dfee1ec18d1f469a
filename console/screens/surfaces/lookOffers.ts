import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import type { ListOffers } from "../../parts/generate/offers.ts";

/** Gives what a draft of the theme and the welcome content would change; what the draft leaves open is not offered. */
export function lookOffers(
  typed: WidgetSettings,
  onChange: (part: Partial<WidgetSettings>) => void,
): ListOffers {
  return ({ theme, welcome_content: welcome }) => {
    const texts = [
      { label: "Title", name: "title", text: welcome?.title ?? "" },
      { label: "Welcome", name: "welcome", text: welcome?.welcome ?? "" },
    ] as const;
    const lists = [
      { label: "Suggestions", name: "suggestions", lines: welcome?.suggestions ?? [] },
      {
        label: "Next to the closed launcher",
        name: "minimisedSuggestions",
        lines: welcome?.minimisedSuggestions ?? [],
      },
    ] as const;
    const colour = theme?.primary?.toLowerCase();
    return [
      ...(colour && colour !== typed.primary.toLowerCase()
        ? [{ label: "Main color", lines: [colour], colour, take: () => onChange({ primary: colour }) }]
        : []),
      ...texts
        .filter(({ name, text }) => text !== "" && text !== typed[name])
        .map(({ label, name, text }) => ({ label, lines: [text], take: () => onChange({ [name]: text }) })),
      ...lists
        .filter(({ name, lines }) => lines.length > 0 && lines.join("\n") !== typed[name].join("\n"))
        .map(({ label, name, lines }) => ({ label, lines, take: () => onChange({ [name]: lines }) })),
    ];
  };
}
