/**
 * Says how deep the elements of a page are nested at most, elements that close by themselves aside. It
 * only goes over the signs, so that a page made to be deep costs nothing to find out.
 */
export function countDepth(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const { name, isClosing } of listTags(html)) {
    if (closedByThemselves.has(name)) continue;
    depth = Math.max(0, depth + (isClosing ? -1 : 1));
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Gives the text of a page that no parser of trees should see, a line for each element. */
export function flattenHtml(html: string): string {
  let text = "";
  let end = 0;
  let hidden: string | undefined;
  for (const { name, isClosing, from, to } of listTags(html)) {
    if (!hidden) text += `${html.slice(end, from)}\n`;
    if (!hidden && !isClosing && /^(?:script|style|template|noscript)$/.test(name)) hidden = name;
    else if (hidden === name && isClosing) hidden = undefined;
    end = to;
  }
  if (!hidden) text += html.slice(end);
  return text.replace(/&(lt|gt|quot|amp|nbsp);/g, (_, name: string) => entities[name] ?? "");
}

const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&", nbsp: " " };

const closedByThemselves = new Set(
  "p li td th tr dt dd option br hr img input meta link area base col embed source track wbr !doctype".split(
    " ",
  ),
);

function* listTags(html: string): Generator<{ name: string; isClosing: boolean; from: number; to: number }> {
  const start = /<(\/?)([a-z!][a-z0-9-]*)/gi;
  for (let found = start.exec(html); found; found = start.exec(html)) {
    const close = html.indexOf(">", start.lastIndex);
    const to = close < 0 ? html.length : close + 1;
    const isWhole = html[close - 1] === "/";
    if (!isWhole)
      yield { name: (found[2] ?? "").toLowerCase(), isClosing: found[1] === "/", from: found.index, to };
    start.lastIndex = to;
  }
}
