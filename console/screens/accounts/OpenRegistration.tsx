import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { brandName } from "../../../shared/domain/product.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { useAction } from "../../parts/useAction.ts";
import { configuration } from "../../state/platform/configuration.ts";
import { paths } from "../../state/shell/paths.ts";
import { beginAccount, registration } from "../../state/accounts/registration.ts";
import { AccountFields } from "./AccountFields.tsx";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";
import { SocialButton } from "./SocialButton.tsx";

/** Begins an account where everybody may make one. Coming back from the code to change something keeps the input. */
export function OpenRegistration(): ReactNode {
  const typed = { ...useSnapshot(registration, { sync: true }).typed };
  const { run, isBusy, error } = useAction(() => beginAccount(registration.typed));
  const { registrationDomains: domains } = configuration;
  return (
    <EntryCard title={`Create your ${brandName} account`}>
      <EntryForm onSubmit={run} error={error}>
        <AccountFields
          typed={typed}
          onChange={(changed) => Object.assign(registration.typed, changed)}
          error={error}
          emailHint={domains.length > 0 ? `Use an address at ${domains.join(" or ")}.` : undefined}
        />
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Create account
        </Button>
        <SocialButton />
        <Link href={paths.login} className={buttonClass("quiet")}>
          I already have an account
        </Link>
      </EntryForm>
    </EntryCard>
  );
}
