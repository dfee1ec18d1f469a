import type { HttpConfig, SkillDraft } from "../../../../shared/contract/skills/skills.ts";
import { usualRules } from "../../../agents/templates/askFor.ts";
import type { ProviderOperation } from "../Provider.ts";

type Text = Pick<SkillDraft, "title" | "description"> &
  Partial<Pick<SkillDraft, "examples" | "risk" | "inputs" | "answer" | "verifiedOnly">>;
type Request = Partial<Pick<HttpConfig, "query" | "headers" | "pick">> & { body?: unknown; form?: string };

/**
 * Writes an operation: `GET https://…` and what else its request has. What only the owner knows is YOUR_SOMETHING, which has
 * to be filled in before the skill is saved. A body's `{{input}}` in quotes is a text of its own.
 */
export function operation(
  id: string,
  line: `${HttpConfig["method"]} https://${string}` | `${HttpConfig["method"]} {apiUrl}${string}`,
  { text, request = {} }: { text: Text; request?: Request },
): ProviderOperation {
  const [method, url] = line.split(" ", 2) as [HttpConfig["method"], string]; // as its type says
  const { body, form, query = [], headers = [], pick = "" } = request;
  return {
    id,
    skill: {
      ...{ ...usualRules, examples: [], inputs: [], answer: "", ...text },
      config: {
        ...{ kind: "http", method, url, query, headers, pick },
        ...(form !== undefined
          ? { bodyType: "form" as const, body: form }
          : body === undefined
            ? { bodyType: "none" as const, body: "" }
            : { bodyType: "json" as const, body: writeBody(body) }),
        auth: { type: "none" },
      },
    },
  };
}

/** A text that is an input alone keeps the input's type, and is left out where nobody gave it. */
function writeBody(body: unknown): string {
  return JSON.stringify(body, null, 2).replace(/"(\{\{\w+\}\})"/g, "$1");
}
