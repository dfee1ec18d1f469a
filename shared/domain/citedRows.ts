/** Rows of a data collection are cited as a page of their own, which no source has; its source is the collection. */
const prefix = "rows:";

/** Gives the page by which rows of a collection are cited. */
export function rowsPage(collectionId: string): string {
  return `${prefix}${collectionId}`;
}

/** Whether a cited page is the rows of a data collection. */
export function isRowsPage(pageId: string): boolean {
  return pageId.startsWith(prefix);
}
