import type { SystemSkill } from "../../../../shared/contract/skills/systemSkills.ts";

/** A system skill as its file tells it. Its ID is the name of its draft. */
export type SystemSkillText = Omit<SystemSkill, "id">;

/**
 * What only the owner knows is written as YOUR_SOMETHING, or as the host example.com. A skill that still has it is not
 * saved.
 */
export const unfilledAddress = "team@example.com";
export const eventTypeId = "YOUR_EVENT_TYPE_ID";
