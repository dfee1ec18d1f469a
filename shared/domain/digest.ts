/** How often somebody gets a letter about what waits. */
export const digestRhythms = ["never", "day", "week"] as const;
export type DigestRhythm = (typeof digestRhythms)[number];

/** On the clocks of who gets it; a weekly one comes on Mondays. */
export const digestTime = "08:00";
/** The most conversations that it names. */
export const maxDigestNames = 10;
