/** How many days two merged people can be unmerged. */
export const undoDays = 30;

/** What the audit log calls the end of erasing what is held about a person. */
export const eraseAction = "Erased all data about a visitor";
