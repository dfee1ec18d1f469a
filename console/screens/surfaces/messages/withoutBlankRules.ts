import type { ProactiveRule } from "../../../../shared/contract/surfaces/proactive.ts";
import type { WidgetSettings } from "../../../../shared/contract/surfaces/surfaces.ts";
import { fillLines } from "../../../parts/withoutBlanks.ts";

/** Settings whose rules have no empty lines, attributes and texts. */
export function withoutBlankRules(settings: WidgetSettings): WidgetSettings {
  return { ...settings, proactive: settings.proactive.map(withoutBlankParts) };
}

/** A second text that says nothing is none; a rule that says nothing stays, so that its author sees an error. */
function withoutBlankParts(rule: ProactiveRule): ProactiveRule {
  const { when } = rule;
  const texts = rule.texts.map((one) => ({
    ...one,
    texts: Object.fromEntries(Object.entries(one.texts).filter(([, said]) => said.trim())),
  }));
  const written = texts.filter((one) => Object.keys(one.texts).length > 0);
  return {
    ...rule,
    name: rule.name.trim() || "Message",
    when: {
      ...when,
      pages: fillLines(when.pages),
      notPages: fillLines(when.notPages),
      attributes: when.attributes.filter(({ name }) => name.trim()),
    },
    texts: written.length > 0 ? written : texts.slice(0, 1),
  };
}
