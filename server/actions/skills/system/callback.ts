import { callback as draft } from "../../../agents/templates/forms.ts";
import type { SystemSkillText } from "./systemSkill.ts";

export const callback: SystemSkillText = {
  title: "Call back",
  description: "A form for a phone number and a preferred time.",
  category: "leads",
  needs: [],
  draft,
};
