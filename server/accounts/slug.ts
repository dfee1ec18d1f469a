const longest = 40;

/**
 * A name as it is in an address: letters and digits of any script's Latin form, with hyphens. One without any, as of
 * emoji alone, gives what is named instead.
 */
export function toSlug(name: string, instead = "organisation"): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-+|-+$/g, "");
  return slug || instead;
}
