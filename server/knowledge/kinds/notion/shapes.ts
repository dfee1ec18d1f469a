import * as v from "valibot";
import { ProviderFault } from "../../connected/faults.ts";
import type { Access, ProviderRequest } from "../../connected/provider.ts";

/** A piece of text as Notion writes it. */
const richText = v.object({
  plain_text: v.optional(v.string(), ""),
  href: v.optional(v.nullable(v.string())),
  annotations: v.optional(
    v.object({
      bold: v.optional(v.boolean()),
      italic: v.optional(v.boolean()),
      code: v.optional(v.boolean()),
    }),
  ),
});
export type RichText = v.InferOutput<typeof richText>;
export const richTexts = v.array(richText);

/** What one property of a page says; each type has its value under its own name. */
const property = v.looseObject({ type: v.string() });
export type Property = v.InferOutput<typeof property>;

const parent = v.optional(v.looseObject({ type: v.optional(v.string()) }));

export const notionPage = v.object({
  object: v.literal("page"),
  id: v.string(),
  url: v.optional(v.nullable(v.string())),
  last_edited_time: v.optional(v.string(), ""),
  in_trash: v.optional(v.boolean(), false),
  archived: v.optional(v.boolean(), false),
  properties: v.optional(v.record(v.string(), property), {}),
  parent,
});
export type NotionPage = v.InferOutput<typeof notionPage>;

/** One table of a database: since version 2025-09-03 a database may have several. */
export const notionDataSource = v.object({
  object: v.literal("data_source"),
  id: v.string(),
  title: v.optional(richTexts, []),
  url: v.optional(v.nullable(v.string())),
  last_edited_time: v.optional(v.string(), ""),
  in_trash: v.optional(v.boolean(), false),
  archived: v.optional(v.boolean(), false),
  parent,
});
export type NotionDataSource = v.InferOutput<typeof notionDataSource>;

export const notionDatabase = v.object({
  object: v.literal("database"),
  id: v.string(),
  title: v.optional(richTexts, []),
  in_trash: v.optional(v.boolean(), false),
  data_sources: v.optional(
    v.array(v.object({ id: v.string(), name: v.optional(v.nullable(v.string())) })),
    [],
  ),
});

/** A block; what it says stands under the name of its type. */
export const notionBlock = v.looseObject({
  id: v.string(),
  type: v.string(),
  has_children: v.optional(v.boolean(), false),
});
export type NotionBlock = v.InferOutput<typeof notionBlock>;

export const anyEntry = v.variant("object", [notionPage, notionDataSource, notionDatabase]);

const listOfAny = v.object({
  results: v.array(v.unknown()),
  has_more: v.optional(v.boolean(), false),
  next_cursor: v.optional(v.nullable(v.string()), null),
});

/** Gives what the provider said in this shape. Throws ProviderFault where it is of another. */
export async function readAs<T extends v.GenericSchema>(
  access: Access,
  schema: T,
  path: string,
): Promise<v.InferOutput<T>> {
  const result = v.safeParse(schema, await access.read(path));
  if (result.success) return result.output;
  throw new ProviderFault("Notion gave an unexpected answer.");
}

/** A page of a list; entries of kinds that we do not know are left out. */
export async function readList<T extends v.GenericSchema>(
  access: Access,
  schema: T,
  { path, request }: { path: string; request: ProviderRequest },
): Promise<{ results: v.InferOutput<T>[]; next: string | null }> {
  const said = v.safeParse(listOfAny, await access.read(path, request));
  if (!said.success) throw new ProviderFault("Notion gave an unexpected answer.");
  const { results, has_more, next_cursor } = said.output;
  return {
    results: results.flatMap((each) => {
      const one = v.safeParse(schema, each);
      return one.success ? [one.output] : [];
    }),
    next: has_more ? next_cursor : null,
  };
}
