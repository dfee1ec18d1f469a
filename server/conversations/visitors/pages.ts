import { referrerOf } from "../../../shared/domain/referrer.ts";
import type { ThreadRow } from "../tables.ts";

/** Where a visitor is, as the page around the frame says. */
export interface VisitedPage {
  url: string;
  title: string;
  /** From where the visitor came there, as the browser says. */
  referrer?: string | undefined;
}

type LatestColumns = Pick<ThreadRow, "latestPageUrl" | "latestPageTitle">;
type PageColumns = LatestColumns & Pick<ThreadRow, "pageUrl" | "pageTitle" | "referrer">;

/** What a conversation keeps of the page on which it begins; only pages of the web count. */
export function beginOn(page: VisitedPage | undefined): PageColumns {
  const seen = isWebPage(page) ? page : null;
  return {
    ...{ pageUrl: seen?.url ?? null, pageTitle: seen?.title ?? null },
    ...{ latestPageUrl: null, latestPageTitle: null },
    referrer: seen?.referrer === undefined ? null : referrerOf(seen.referrer),
  };
}

/** What changes of a conversation whose visitor writes from this page; one that is not told changes nothing. */
export function moveTo(
  { pageUrl }: Pick<ThreadRow, "pageUrl">,
  page: VisitedPage | undefined,
): Partial<LatestColumns> {
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
