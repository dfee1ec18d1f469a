import type { RequestError } from "../../../../shared/client/requestError.ts";
import type { TypedSkill } from "../../../state/skills/skills.ts";

/** What each section of the editor gets. */
export interface SectionProps {
  typed: TypedSkill;
  onChange: (part: Partial<TypedSkill>) => void;
  error: RequestError | null;
  isReadOnly: boolean;
}

export type ClientConfig = Extract<TypedSkill["config"], { kind: "client" }>;
export type CodeConfig = Extract<TypedSkill["config"], { kind: "code" }>;
export type EmailConfig = Extract<TypedSkill["config"], { kind: "email" }>;
export type FormConfig = Extract<TypedSkill["config"], { kind: "form" }>;

/** The same, of a skill of one kind. */
export interface ConfigProps<Config> extends SectionProps {
  config: Config;
}
