/** What leaving a source takes out of the address. */
export const closed = {
  ...{ source: null, view: null, status: null, search: null, page: null },
  ...{ sort: null, shown: null, part: null },
  ...{ run: null, kind: null, change: null, level: null },
  ...{ hygiene: null, ignored: null, months: null },
} as const;
