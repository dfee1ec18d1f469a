import * as v from "valibot";
import type { WhatsappTemplate } from "../../../../shared/contract/channels/channels.ts";
import type { OpenChannel } from "../../kind.ts";
import type { AskMeta } from "../meta/meta.ts";
import { listOf } from "../meta/meta.ts";

const component = v.object({
  type: v.string(),
  format: v.optional(v.string()),
  text: v.optional(v.string(), ""),
  buttons: v.optional(v.array(v.object({ type: v.string(), url: v.optional(v.string()) })), []),
});
const template = v.object({
  name: v.string(),
  language: v.string(),
  status: v.string(),
  category: v.optional(v.string(), ""),
  components: v.optional(v.array(component), []),
});
type Component = v.InferOutput<typeof component>;

const mostPages = 20;
const placeholder = /\{\{\s*([\w.-]{1,60})\s*\}\}/g;
const namedPlaceholder = /\{\{((?:header|body|footer) [\w.-]{1,60})\}\}/g;

/** Reads all approved templates of an account, page by page. */
export async function listTemplates(
  ask: AskMeta,
  channel: OpenChannel,
  signal: AbortSignal,
): Promise<WhatsappTemplate[]> {
  const account = encodeURIComponent(channel.settings["businessAccountId"] ?? "");
  const found: WhatsappTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({ status: "APPROVED", limit: "100", ...(after && { after }) });
    const answer = await ask(channel, { path: `${account}/message_templates?${query}`, signal });
    for (const one of listOf(answer["data"])) {
      const parsed = v.safeParse(template, one);
      if (parsed.success && parsed.output.status === "APPROVED") found.push(describe(parsed.output));
    }
    const paging = (answer["paging"] ?? {}) as { next?: unknown; cursors?: { after?: unknown } }; // read with care
    after = typeof paging.cursors?.after === "string" ? paging.cursors.after : undefined;
    if (!paging.next || after === undefined) break;
  }
  return found;
}

function describe({
  name,
  language,
  category,
  components,
}: v.InferOutput<typeof template>): WhatsappTemplate {
  const shown = components.filter(({ type }) => ["HEADER", "BODY", "FOOTER"].includes(type));
  const placeholders = shown.flatMap((one) =>
    placeholdersOf(one).map((key) => `${one.type.toLowerCase()} ${key}`),
  );
  const text = shown
    // The header and the body count their placeholders each from 1.
    .map(({ type, text: said }) => said.replace(placeholder, (_, key) => `{{${type.toLowerCase()} ${key}}}`))
    .filter(Boolean)
    .join("\n\n");
  return { name, language, category, text, placeholders, problem: problemOf(components) };
}

function placeholdersOf({ text }: Component): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, key = ""]) => key))];
}

/** What can't be filled from here is not half sent. */
function problemOf(components: Component[]): string | null {
  const header = components.find(({ type }) => type === "HEADER");
  if (header?.format && header.format !== "TEXT")
    return `It starts with a ${header.format.toLowerCase()}, which can’t be sent from here.`;
  const hasLink = components.some(({ buttons }) => buttons.some(({ url }) => url?.includes("{{")));
  if (hasLink) return "One of its buttons has a placeholder, which can’t be filled from here.";
  if (components.some(({ type }) => type === "CAROUSEL" || type === "LIMITED_TIME_OFFER"))
    return "It has cards or an offer, which can’t be sent from here.";
  return null;
}

/** Gives a template as it is sent, and as people read it, with its placeholders filled in their order. */
export function fillTemplate(
  { text, placeholders }: WhatsappTemplate,
  values: readonly string[],
): { text: string; parameters: Record<string, unknown>[] } {
  const filled = placeholders.map((name, index) => {
    const [part = "", key = ""] = name.split(" ");
    return { part, key, value: values[index] ?? "" };
  });
  const parts = [...new Set(filled.map(({ part }) => part))];
  const parameters = parts.map((part) => ({
    type: part,
    parameters: filled
      .filter((one) => one.part === part)
      .map(({ key, value }) => ({
        type: "text",
        text: value,
        // Numbers go by their order, names have to be said.
        ...(!/^\d+$/.test(key) && { parameter_name: key }),
      })),
  }));
  const shown = text.replace(
    namedPlaceholder,
    (whole, name: string) => values[placeholders.indexOf(name)] ?? whole,
  );
  return { text: shown, parameters };
}
