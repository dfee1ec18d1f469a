import type { FormEvent, ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useWrongField } from "../useWrongField.ts";

interface ProfileFormProps {
  onSubmit: () => void;
  error: RequestError | null;
  /** What did not happen: "The name was not saved." */
  errorTitle: string;
  /** The error is at one of the fields. */
  isAtField?: boolean;
  /** As wide as its card. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A form in one of the profile's cards, sent by Enter and checked by the server: a field's error is shown at the field,
 * and the first such field gets the focus; other errors are shown at the top.
 */
export function ProfileForm(props: ProfileFormProps): ReactNode {
  const { onSubmit, error, errorTitle, isAtField = false, isWide = false, children } = props;
  const element = useWrongField(error);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={element} className={cx(form, isWide && wide)} onSubmit={handleSubmit} noValidate>
      {error && !isAtField && error.fields.length === 0 && <ErrorNotice title={errorTitle} error={error} />}
      {children}
    </form>
  );
}

/** Buttons in a row that breaks where there is no room. */
export const buttons = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
`;

const form = css`
  position: relative;
  display: grid;
  align-content: start;
  gap: 18px;
  max-width: 420px;
  & > button[type="submit"] {
    justify-self: start;
  }
`;
const wide = css`
  max-width: none;
`;
