import type { Snapshot } from "valtio";
import { contactFieldNames } from "../../../../../shared/domain/contactFields.ts";
import type { Thread } from "../../../../../shared/contract/conversations/conversations.ts";

/** What stands for the variables of a canned reply. */
export interface VariableValues {
  contact: Snapshot<Thread["contact"]>;
  agentName: string;
  myName: string;
}

export interface FilledText {
  text: string;
  /** The variables that nothing is known for and that have no other word, as they are in the text. */
  unknown: string[];
}

const variables = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g;

/** Puts in place of `{{visitor.plan|there}}` what is known, else the word behind the bar; without one it stays as it is. */
export function fillVariables(text: string, values: VariableValues): FilledText {
  const unknown: string[] = [];
  const filled = text.replace(variables, (whole: string, name: string, otherwise?: string) => {
    const path = name.trim();
    const value = isVariable(path) ? valueOf(path, values) || (otherwise ?? "").trim() : "";
    if (value === "" && !unknown.includes(whole)) unknown.push(whole);
    return value || whole;
  });
  return { text: filled, unknown };
}

/** The variables of a text that can never be filled in, as they were written: a typing mistake. */
export function findMistaken(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(variables)].flatMap(([whole, name = ""]) => (isVariable(name.trim()) ? [] : [whole])),
    ),
  ];
}

function isVariable(path: string): boolean {
  return path === "agent.name" || path === "me.name" || /^visitor\../.test(path);
}

function valueOf(path: string, { contact, agentName, myName }: VariableValues): string {
  if (path === "agent.name") return agentName;
  if (path === "me.name") return myName;
  const name = path.slice("visitor.".length);
  // Nameless visitors have a name from us, which is not used in greetings.
  if (name === "name") return contact.name === `Visitor ${contact.id.slice(-4)}` ? "" : contact.name;
  if (name === "email") return contact.email ?? "";
  // Of whom none is known, the site may have told one as an attribute.
  const field = contactFieldNames.find((one) => one === name);
  const known = field ? contact[field] : null;
  if (known !== null) return known;
  return Object.hasOwn(contact.attributes, name) ? String(contact.attributes[name] ?? "") : "";
}
