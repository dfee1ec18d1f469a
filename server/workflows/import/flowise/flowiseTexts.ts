import { asText } from "../json.ts";
import type { MapContext } from "../mapping.ts";
import { toName } from "../names.ts";
import { withoutTags } from "../texts.ts";

/** Makes what turns Flowise's rich text and its references to variables into ours. */
export function createFlowiseTexts({
  flow,
  variableOf,
  variableNamed,
}: MapContext): (html: unknown) => string {
  const byId = new Map(flow.nodes.map(({ id }) => [id.toLowerCase(), id]));

  function read(reference: string): string {
    const [owner = "", ...rest] = reference.split(/[.[\]]+/).filter(Boolean);
    const path = (name: string, parts: readonly string[]) =>
      [name, ...parts.map(toName).filter(Boolean)].join(".");
    if (owner === "question" || owner === "input") return "message.text";
    if (owner === "$form") return path(variableNamed(`form.${rest[0] ?? "value"}`), rest.slice(1));
    if (owner === "$flow" && rest[0] === "state")
      return path(variableNamed(`state.${rest[1] ?? "value"}`), rest.slice(2));
    if (owner === "$flow" && (rest[0] === "sessionId" || rest[0] === "chatId")) return "conversation.id";
    if (owner === "$vars") return path(variableNamed(`vars.${rest[0] ?? "value"}`), rest.slice(1));
    if (owner === "$iteration") return "";
    const id = byId.get(owner.toLowerCase());
    if (id === undefined) return "";
    const [first, ...inner] = rest;
    const isWhole = first === undefined || ["output", "content", "data"].includes(first);
    return path(variableOf(id), isWhole ? inner.filter((one) => one !== "content") : rest);
  }

  return (html) =>
    withoutTags(asText(html))
      .replace(/\{\{\s*([$\w.[\]]{1,200})\s*\}\}/g, (_all, inner: string) => {
        const found = read(inner);
        return found && `{{${found}}}`;
      })
      .trim()
      .slice(0, 8000);
}
