import { contactDetails as draft } from "../../../agents/templates/forms.ts";
import type { SystemSkillText } from "./systemSkill.ts";

export const contactDetails: SystemSkillText = {
  title: "Contact details",
  description: "A form for name, e-mail, phone and a message, kept with the visitor's contact.",
  category: "leads",
  needs: [],
  draft,
};
