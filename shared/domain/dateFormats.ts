/** How people may have the console write dates: `21 Nov 2026`, `Nov 21, 2026`, `2026-11-21`. */
export const dateFormats = ["dayFirst", "monthFirst", "yearFirst"] as const;

export type DateFormat = (typeof dateFormats)[number];
