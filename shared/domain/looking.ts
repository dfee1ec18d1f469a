/** Who of the team has a conversation open is told again so often, and taken to be gone after so long without a word. */
export const lookingToldEveryMs = 20_000;
export const lookingShownMs = 45_000;
