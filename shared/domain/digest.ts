/** How often somebody gets a letter about what waits. */
export const digestRhythms = ["never", "day", "week"] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** On the clocks of who gets it; a weekly one comes on Mondays. */
export const digestTime = "08:00";
/** So many conversations are in it by name. */
export const maxDigestNames = 10;
