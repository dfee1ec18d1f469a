import type { ReactNode } from "react";
import { safeHref } from "../../../../shared/ui/safeHref.ts";
import type { ShownThread } from "../../../state/conversations/threads/threads.ts";
import { nameCountry } from "../../../state/accounts/countries.ts";
import type { Fact } from "../threads/FactList.tsx";

type Visit = Pick<ShownThread, "page" | "latestPage" | "referrer" | "device" | "language" | "country">;

/**
 * From which pages and country, by which browser and in which language the visitor wrote, and from where they came; nothing
 * where nobody said so.
 */
export function visitFacts({ page, latestPage, referrer, device, language, country }: Visit): Fact[] {
  return [
    ...(latestPage ? [["Wrote last on", drawPage(latestPage)] satisfies Fact] : []),
    ...(page ? [[latestPage ? "Began on" : "Page", drawPage(page)] satisfies Fact] : []),
    ...(referrer === null ? [] : [["Came from", drawPage({ url: referrer, title: "" })] satisfies Fact]),
    ...(country === null ? [] : [["Country", nameCountry(country)] satisfies Fact]),
    ...(device === null ? [] : [["Device", device] satisfies Fact]),
    ...(language === null ? [] : [["Language", nameInEnglish(language)] satisfies Fact]),
  ];
}

/** `German (Switzerland)`: the console is in English; the tag where nobody knows it. */
function nameInEnglish(tag: string): string {
  return new Intl.DisplayNames("en", { type: "language", languageDisplay: "standard" }).of(tag) ?? tag;
}

/** How links name what led to them, as people call it. */
const campaignNames = {
  utm_source: "Source",
  utm_medium: "Medium",
  utm_campaign: "Name",
  utm_term: "Term",
  utm_content: "Content",
};

/** What the address of the page says of the campaign that led to it. */
export function campaignFacts({ page }: Visit): Fact[] {
  if (!page || !URL.canParse(page.url)) return [];
  const { searchParams } = new URL(page.url);
  return Object.entries(campaignNames).flatMap(([parameter, name]): Fact[] => {
    const value = searchParams.get(parameter);
    return value ? [[name, value]] : [];
  });
}

function drawPage(page: { url: string; title: string }): ReactNode {
  const href = safeHref(page.url);
  const name = page.title || page.url;
  if (!href) return name;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}
