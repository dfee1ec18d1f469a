import type { ReactNode } from "react";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import type { NewAccount } from "../../state/accounts/registration.ts";
import { pair } from "../../parts/EntryCard.tsx";

interface AccountFieldsProps {
  typed: NewAccount;
  onChange: (typed: NewAccount) => void;
  error: RequestError | null;
  /** The address stands already: it was invited. */
  isEmailFixed?: boolean;
  emailHint?: string | undefined;
}

/** What somebody says who makes an account: names, address and password. */
export function AccountFields(props: AccountFieldsProps): ReactNode {
  const { typed, onChange, error, isEmailFixed = false, emailHint } = props;
  const field = (name: keyof NewAccount) => ({
    value: typed[name],
    onChange: (value: string) => onChange({ ...typed, [name]: value }),
    error: findFieldError(error, name),
  });
  return (
    <>
      <div className={pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          autoFocus
          isRequired
          {...field("first_name")}
        />
        <TextField label="Last name" autoComplete="family-name" {...field("last_name")} />
      </div>
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        isRequired={!isEmailFixed}
        isDisabled={isEmailFixed}
        hint={emailHint}
        {...field("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters."
        isRequired
        {...field("password")}
      />
    </>
  );
}
