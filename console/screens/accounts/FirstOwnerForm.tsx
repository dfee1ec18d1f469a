import { useState } from "react";
import type { ReactNode } from "react";
import { brandName } from "../../../shared/domain/product.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useAction } from "../../parts/useAction.ts";
import { createOwner } from "../../state/accounts/signIn.ts";
import { EntryCard, EntryForm, pair } from "../../parts/EntryCard.tsx";
import { readSetupToken } from "./setupToken.ts";

const empty = { first_name: "", last_name: "", email: "", password: "", organizationName: "" };

/** Makes the first account of an installation and its organization, and signs in. */
export function FirstOwnerForm(): ReactNode {
  const [typed, setTyped] = useState(empty);
  const { run, isBusy, error } = useAction(() =>
    createOwner({ ...typed, setupToken: readSetupToken() ?? "" }),
  );
  const field = (name: keyof typeof empty) => ({
    value: typed[name],
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
    error: findFieldError(error, name),
  });
  return (
    <EntryCard
      title="Create the first owner"
      subtitle={`${brandName} is ready. This account owns the installation and can invite others.`}
    >
      <EntryForm onSubmit={run} error={error}>
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
        <TextField label="E-mail" type="email" autoComplete="username" isRequired {...field("email")} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters."
          isRequired
          {...field("password")}
        />
        <TextField
          label="Organization name"
          autoComplete="organization"
          hint="Your company or team."
          isRequired
          {...field("organizationName")}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Create owner and organization
        </Button>
      </EntryForm>
    </EntryCard>
  );
}
