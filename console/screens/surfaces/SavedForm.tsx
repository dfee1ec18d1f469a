import type { ReactNode } from "react";
import { ChangeConflict } from "../../parts/ChangeConflict.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { SaveBar } from "../../parts/SaveBar.tsx";
import type { RevisedForm } from "../../parts/useRevisedForm.ts";

interface SavedFormProps<Value extends object> {
  form: RevisedForm<Value>;
  /** Says that it was not saved. */
  failedTitle?: string;
  children: ReactNode;
}

/** A page of settings that are saved together: what keeps them from being saved stands above, the bar that saves them below. */
export function SavedForm<Value extends object>(props: SavedFormProps<Value>): ReactNode {
  const { form, failedTitle = "Your changes were not saved.", children } = props;
  const { error, isBusy } = form.saving;
  return (
    <>
      <ChangeConflict form={form} area="look" />
      {error && error.code !== "conflict" && (
        <ErrorNotice title={failedTitle} error={error} onRetry={form.save} />
      )}
      {children}
      <SaveBar
        changedCount={form.changedCount}
        isSaving={isBusy}
        onSave={form.save}
        onDiscard={form.discard}
      />
    </>
  );
}
