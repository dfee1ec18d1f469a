/** For so long two people who were made one can be made two again. */
export const undoDays = 30;

/** What the audit log calls the end of erasing what is held about a person. */
export const eraseAction = "Erased what was held about a visitor";
