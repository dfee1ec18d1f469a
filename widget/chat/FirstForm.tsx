import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { checkForm } from "../../shared/domain/forms.ts";
import type { FormField, FormValues } from "../../shared/domain/forms.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { FormView } from "../../shared/ui/form/FormView.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { sayInCards } from "../session/cardWords.ts";
import { firstForm } from "../session/firstForm.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";

/** Stands where the composer will be: what the team asks of visitors before their first message. */
export function FirstForm(): ReactNode {
  const { configuration } = useSnapshot(chat);
  const { values: kept } = useSnapshot(firstForm);
  const actions = useActions();
  const [errors, setErrors] = useState<Record<string, string>>(noErrors);
  const [typed, setTyped] = useState<FormValues | null>(null);
  const asked = configuration?.form;
  if (!asked) return null;
  const words = sayInCards();
  const values = typed ?? (kept as FormValues); // a snapshot of the same
  const handleChange = (changed: FormValues): void => {
    setTyped(changed);
    actions.act("", { values: changed, isDone: false });
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const checked = checkForm(asked.fields as FormField[], values); // the same, read-only
    setErrors("errors" in checked ? checked.errors : noErrors);
    if ("errors" in checked) return;
    actions.act("", { values: checked.values, isDone: true });
    // The form goes away: the focus moves to what takes its place.
    requestAnimationFrame(() => document.querySelector<HTMLElement>("footer textarea")?.focus());
  };
  return (
    <form className={formCard} data-form="" noValidate aria-label={asked.title} onSubmit={handleSubmit}>
      <strong dir="auto">{asked.title}</strong>
      <div>
        <FormView
          fields={asked.fields}
          values={values}
          errors={errors}
          words={words}
          onChange={handleChange}
          onFile={(file, onSent) => actions.act("", { file, onSent })}
        />
      </div>
      {/* Its link stands with the composer, which comes next. */}
      {configuration.settings.consentText && <p dir="auto">{configuration.settings.consentText}</p>}
      <Button kind="primary" type="submit">
        {words.send}
      </Button>
    </form>
  );
}

const noErrors = {};

/** The look of forms that are in the composer's place. */
export const formCard = css`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr);
  gap: 12px;
  max-height: 62dvh;
  padding: 14px;
  border: 1px solid var(--ph-line);
  border-radius: min(var(--ph-radius), 16px);
  background: var(--ph-raised);
  box-shadow: var(--ph-shadow-2);
  & > p {
    color: var(--ph-text-3);
    font-size: var(--ph-text-xs);
    overflow-wrap: anywhere;
  }
  & > strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > div {
    min-height: 0;
    overflow-y: auto;
    /* The rings of fields at its edge are not cut. */
    margin: -4px;
    padding: 4px;
    scrollbar-width: thin;
    scrollbar-color: var(--ph-line-2) transparent;
  }
  @media (pointer: coarse) {
    & > button {
      min-height: 44px;
    }
  }
`;
