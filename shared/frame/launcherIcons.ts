/** What the launcher shows by `launcherIcon` of the settings: one path each on a grid of 24, drawn as a line 2 wide. */
export const launcherIcons = {
  chat: "M4 5.5h16v11H9.5L5.5 20v-3.5H4z",
  question: "M9 9.5a3 3 0 1 1 4 2.8c-.7.3-1 .8-1 1.7m0 3v.1M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18",
  spark: "M11 4l1.8 5.2L18 11l-5.2 1.8L11 18l-1.8-5.2L4 11l5.2-1.8zM19 16v4m-2-2h4",
  wave: "M4 10v4m4-7v10m4-13v16m4-13v10m4-7v4",
} as const;
