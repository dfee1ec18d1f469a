/**
 * What the launcher shows by `launcherIcon` of the settings: one path each on a grid of 24, drawn as a line 2 wide. The
 * loader is told the one it needs; the others come with the core, where each byte counts.
 */
export const launcherIcons = {
  chat: "M4 5.5h16v11H9.5L5.5 20v-3.5H4z",
  question: "M8 9a4 4 0 1 1 4 4v2m0 4v0",
  spark: "M12 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2z",
  wave: "M3 10q4-5 9 0t9 0M3 15q4-5 9 0t9 0",
} as const;
