/** Whom a skill is offered to, each a part of the one before. Others don't learn that it exists. */
export const skillAudiences = {
  everyone: "All visitors",
  identified: "Visitors who left an e-mail",
  verified: "Verified visitors",
} as const;
export type SkillAudience = keyof typeof skillAudiences;

/** Where a skill can be offered. A plain list, so that bundles that don't read it don't carry it. */
export const skillSurfaces = [
  "widget",
  "hosted-web",
  "telegram",
  "email",
  "whatsapp",
  "messenger",
  "instagram",
  "slack",
  "sms",
  "call",
  "discord",
  "api",
] as const;

/** Whether a skill is offered to somebody there. A test is on no surface. */
export function isOffered(
  { surfaces, audience }: { surfaces?: readonly string[] | undefined; audience?: SkillAudience | undefined },
  { surfaceType, isVerified, isIdentified = false }: OfferedTo,
): boolean {
  if (surfaces !== undefined && surfaceType !== undefined && !surfaces.includes(surfaceType)) return false;
  if (audience === "verified") return isVerified;
  return audience !== "identified" || isVerified || isIdentified;
}

interface OfferedTo {
  surfaceType?: string | undefined;
  isVerified: boolean;
  isIdentified?: boolean | undefined;
}
