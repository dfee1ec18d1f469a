/**
 * How often members' open conversations are announced again, and after how long without an announcement they count as
 * closed.
 */
export const lookingToldEveryMs = 20_000;
export const lookingShownMs = 45_000;
