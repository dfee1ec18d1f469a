import type { ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import type { FieldsProps } from "./kinds/kind.ts";
import { screenOf, type Draft } from "./kinds/kinds.ts";

/** What there is to say about a source of each kind. */
export function SourceFields(props: FieldsProps<Draft>): ReactNode {
  const { draft, error } = props;
  const { Fields } = screenOf(draft.kind);
  return (
    <>
      <Fields {...props} />
      {error && !isBesideField(draft, error) && <ErrorNotice error={error} />}
    </>
  );
}

function isBesideField({ kind }: Draft, error: RequestError): boolean {
  return error.fields.length > 0 && screenOf(kind).errorFields.some((name) => findFieldError(error, name));
}
