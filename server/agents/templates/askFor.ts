import type { SkillDraft, SkillInput } from "../../../shared/contract/skills/skills.ts";
import type { FieldType } from "../../../shared/domain/forms.ts";

interface Asking extends Partial<Pick<SkillInput, "description" | "options" | "from">> {
  label: string;
  required?: boolean;
  minLength?: number;
}

/** Makes an input of a ready-made skill: required and given by the asker, unless it is told otherwise. */
export function askFor(
  id: string,
  type: FieldType,
  { required = true, minLength, ...others }: Asking,
): SkillInput {
  return {
    ...{ id, type, description: "", options: [], from: null, ...others },
    validations: { required, ...(minLength !== undefined && { minLength }) },
  };
}

/** The rules that most ready-made skills have. */
export const usualRules = {
  ...{ enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 10 },
} satisfies Partial<SkillDraft>;
