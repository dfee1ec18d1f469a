import type { SkillDraft, SkillInput } from "../../../shared/contract/skills/skills.ts";
import type { FieldType } from "../../../shared/domain/forms.ts";

/** Makes an input of a ready-made skill: required and given by whoever asks, unless it is told otherwise. */
export function askFor(
  id: string,
  type: FieldType,
  label: string,
  {
    required = true,
    minLength,
    ...others
  }: Partial<Pick<SkillInput, "description" | "options" | "from">> & {
    required?: boolean;
    minLength?: number;
  } = {},
): SkillInput {
  return {
    ...{ id, type, label, description: "", options: [], from: null, ...others },
    validations: { required, ...(minLength !== undefined && { minLength }) },
  };
}

/** The rules that most ready-made skills have. */
export const usualRules = {
  ...{ enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false, timeoutSeconds: 10 },
} satisfies Partial<SkillDraft>;
