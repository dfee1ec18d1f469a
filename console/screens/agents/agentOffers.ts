import type { AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { personalities } from "../../../shared/domain/personalities.ts";
import type { ListOffers, Offer } from "../../parts/generate/offers.ts";
import { listLanguages } from "./languages.ts";

/** Gives what a draft of an agent would change; what the draft leaves open is not offered. */
export function agentOffers(
  typed: AgentConfiguration,
  onChange: (part: Partial<AgentConfiguration>) => void,
): ListOffers {
  return ({ agent, model }) => {
    if (!agent) return [];
    const { icon, personality, language } = agent;
    const texts = [
      { label: "Name", name: "name" },
      { label: "Description", name: "description" },
      { label: "Instructions", name: "instructions" },
    ] as const;
    const offers: Offer[] = texts
      .filter(({ name }) => agent[name] !== "" && agent[name] !== typed[name])
      .map(({ label, name }) => ({
        ...{ label, lines: [agent[name]], take: () => onChange({ [name]: agent[name] }) },
      }));
    if (icon !== null && icon !== typed.icon) {
      offers.push({ label: "Icon", lines: ["The website’s own"], take: () => onChange({ icon }) });
    }
    // The built-in model has no opinion on these.
    if (model === builtinModel) return offers;
    if (personality !== typed.personality.preset) {
      offers.push({
        label: "Personality",
        lines: [personalities.find(({ value }) => value === personality)?.label ?? personality],
        take: () => onChange({ personality: { ...typed.personality, preset: personality } }),
      });
    }
    if (language !== typed.language) {
      offers.push({
        label: "Language of answers",
        lines: [listLanguages(language).find(({ value }) => value === language)?.label ?? language],
        take: () => onChange({ language }),
      });
    }
    return offers;
  };
}
