import type { ThreadRow } from "./tables.ts";

/** Where a visitor is, as the page around the frame says. */
export interface VisitedPage {
  url: string;
  title: string;
}

type PageColumns = Pick<ThreadRow, "pageUrl" | "pageTitle" | "latestPageUrl" | "latestPageTitle">;

/** What a conversation keeps of the page on which it begins; only pages of the web count. */
export function beginOn(page: VisitedPage | undefined): PageColumns {
  const seen = isWebPage(page) ? page : null;
  return {
    ...{ pageUrl: seen?.url ?? null, pageTitle: seen?.title ?? null },
    ...{ latestPageUrl: null, latestPageTitle: null },
  };
}

/** What changes of a conversation whose visitor writes from this page; one that is not told changes nothing. */
export function moveTo(
  { pageUrl }: Pick<ThreadRow, "pageUrl">,
  page: VisitedPage | undefined,
): Partial<PageColumns> {
  if (!isWebPage(page)) return {};
  const isFirst = page.url === pageUrl;
  return { latestPageUrl: isFirst ? null : page.url, latestPageTitle: isFirst ? null : page.title };
}

/** The page from which the visitor wrote last; null where none was ever told. */
export function latestPageOf({
  pageUrl,
  latestPageUrl,
}: Pick<ThreadRow, "pageUrl" | "latestPageUrl">): string | null {
  return latestPageUrl ?? pageUrl;
}

function isWebPage(page: VisitedPage | undefined): page is VisitedPage {
  return page !== undefined && /^https?:\/\//i.test(page.url);
}
