import type { ReactNode } from "react";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import type { SectionProps } from "./sectionProps.ts";
import { useHelp } from "./useHelp.tsx";

/** The words that report the outcome without a language model. */
export function AnswerField(props: SectionProps & { placeholder?: string }): ReactNode {
  const { typed, onChange, error, isReadOnly } = props;
  const help = useHelp();
  return (
    <TextArea
      label="Answer template"
      {...help(
        "Answer template",
        "Used without a language model. Fields of the response stand in braces. Empty: a plain list.",
      )}
      placeholder={props.placeholder ?? "Your order is {{status}} and arrives on {{arrives}}."}
      rows={2}
      limit={2000}
      value={typed.answer}
      onChange={(answer) => onChange({ answer })}
      error={findFieldError(error, "data.answer")}
      isDisabled={isReadOnly}
    />
  );
}
