import type { ProactiveRule } from "../../../../shared/contract/surfaces/proactive.ts";
import type { ChatLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { newClientId } from "../../../state/conversations/messages/clientId.ts";

interface Start {
  label: string;
  text: string;
  when: Partial<Omit<ProactiveRule["when"], "period">>;
}

/** What people begin with most often. */
export const starts: readonly Start[] = [
  {
    label: "Help on a page",
    text: "Questions about our plans? Ask me.",
    when: { pages: ["/pricing*"], afterSeconds: 15 },
  },
  { label: "Before they leave", text: "Before you go: can I help with anything?", when: { onExit: true } },
  {
    label: "Welcome back",
    text: "Welcome back. Pick up where you left off?",
    when: { visitors: "returning" },
  },
];

/** A rule to continue from; its text is in English, whatever the agent speaks. */
export function newRule({ label, text, when }: Start): ProactiveRule {
  return {
    ...{ id: newClientId(), name: label, isOn: true },
    when: {
      ...{ pages: [], notPages: [], afterSeconds: 0, scrollPercent: 0, onExit: false },
      ...{ visitors: "all", attributes: [], event: "", languages: [], period: null },
      ...when,
    },
    texts: [{ id: newClientId(), texts: text ? { en: text } : {} }],
  };
}

/** An empty one. */
export function emptyRule(number: number): ProactiveRule {
  return newRule({ label: `Message ${number}`, text: "", when: { afterSeconds: 10 } });
}

/** The same rule once more, off, with ids of its own: its figures start over. */
export function copyRule(rule: ProactiveRule): ProactiveRule {
  return {
    ...rule,
    ...{ id: newClientId(), name: `${rule.name} copy`.slice(-80), isOn: false },
    texts: rule.texts.map(({ texts }) => ({ id: newClientId(), texts })),
  };
}

/** The language in which an agent's texts are written first. */
export function firstLanguage(rule: ProactiveRule, agents: ChatLanguage): ChatLanguage {
  const written = Object.keys(rule.texts[0]?.texts ?? {}) as ChatLanguage[]; // keys of the record
  return written.length === 0 || written.includes(agents) ? agents : (written[0] ?? agents);
}
