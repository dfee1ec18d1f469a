import type { SiteFacts } from "./SiteFacts.ts";

const longest = 80;
/** What is between the parts of a page's title. */
const between = /\s+[|·•–—:»/-]\s+|\s*[|·•»]\s*/;
/** What front pages are called everywhere. */
const noName =
  /^(home ?(page)?|welcome|start(seite)?|willkommen|accueil|bienvenue|inicio|bienvenidos?|início|bem-vindo|index|untitled|الرئيسية)$/i;

/** Gives what a site calls itself: as it says, else the part that its titles share, else its address. */
export function findName({ siteName, pages, url }: SiteFacts): string {
  if (siteName) return cut(siteName);
  const titles = pages.map(({ title }) =>
    title
      .split(between)
      .map((part) => part.trim())
      .filter(isName),
  );
  const [front = []] = titles;
  const host = new URL(url).hostname.replace(/^www\./, "");
  const score = (part: string) =>
    titles.filter((title) => title.includes(part)).length + (isLike(part, host) ? 10 : 0);
  const [best] = front.toSorted((one, other) => score(other) - score(one) || one.length - other.length);
  return cut(best ?? nameOfHost(host));
}

function isName(part: string): boolean {
  return part.length > 1 && !noName.test(part);
}

function isLike(part: string, host: string): boolean {
  const letters = part.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length > 2 && host.replace(/[^\p{L}\p{N}]/gu, "").includes(letters);
}

function nameOfHost(host: string): string {
  const [label = host] = host.split(".");
  return /^\d+$/.test(label) || label === "" ? host : label.charAt(0).toUpperCase() + label.slice(1);
}

function cut(name: string): string {
  return name.slice(0, longest).toWellFormed().trim();
}
