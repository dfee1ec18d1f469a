/** How many days a deleted agent can be restored; then it is gone for good. */
export const restorableDays = 7;
