import { asList, asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";
import { withoutTags } from "../texts.ts";

/** How Typebot's texts and variables are written here. */
export interface TypebotTexts {
  /** A text with `{{Variable}}` in it. */
  fill: (value: unknown) => string;
  /** The rich text of a bubble. */
  richText: (content: Json) => string;
  /** Our name of a variable, by its ID there; empty for one that is not there. */
  nameOf: (variableId: unknown) => string;
}

/** Typebot's variables are called as people like; ours begin with a letter and have no spaces. */
export function createTypebotTexts(
  variables: readonly { id: string; name: string }[],
  variableNamed: (name: string) => string,
): TypebotTexts {
  const byId = new Map(variables.map(({ id, name }) => [id, name]));
  const names = new Set(variables.map(({ name }) => name));
  const fill = (value: unknown) =>
    withoutTags(asText(value))
      .replace(/\{\{([^{}]{1,200})\}\}/g, (_all, inner: string) => {
        const name = inner.trim();
        return names.has(name) ? `{{${variableNamed(name)}}}` : "";
      })
      .slice(0, 8000);

  function write(node: Json, depth: number): string {
    if (depth > 20) return "";
    if (typeof node.text === "string") return node.text;
    const inner = asObjects(node.children)
      .map((child) => write(child, depth + 1))
      .join(node.type === "ul" || node.type === "ol" ? "\n" : "");
    if (node.type === "a") return `${inner} (${asText(node.url)})`;
    return node.type === "li" ? `- ${inner}` : inner;
  }

  return {
    fill,
    richText: (content) => {
      const rich = asList(content.richText);
      if (rich.length === 0) return fill(content.plainText ?? content.html);
      return fill(
        asObjects(rich)
          .map((node) => write(node, 0))
          .join("\n")
          .trim(),
      );
    },
    nameOf: (variableId) => {
      const name = byId.get(asText(variableId));
      return name === undefined ? "" : variableNamed(name);
    },
  };
}

/** The variables of a Typebot export. */
export function readTypebotVariables(file: Json): { id: string; name: string; value: string }[] {
  return asObjects(file.variables).flatMap((one) => {
    const { id, name, value } = asObject(one);
    return asText(id) && asText(name) ? [{ id: asText(id), name: asText(name), value: asText(value) }] : [];
  });
}
