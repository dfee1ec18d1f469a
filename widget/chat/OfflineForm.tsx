import { useRef, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { checkForm } from "../../shared/domain/forms.ts";
import type { FormField, FormValues } from "../../shared/domain/forms.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { FormView } from "../../shared/ui/form/FormView.tsx";
import { sayInCards } from "../session/cardWords.ts";
import { newClientId } from "../session/newClientId.ts";
import { chat } from "../session/state.ts";
import { useActions } from "./actions.ts";
import { describeAway } from "./describeReturn.ts";
import { formCard } from "./FirstForm.tsx";

/** Stands where the composer will be, outside the team's hours: a message with an address, which the team answers later. */
export function OfflineForm(): ReactNode {
  const { configuration, text, notice } = useSnapshot(chat);
  const actions = useActions();
  /** The same for every attempt, so that the message is stored once. */
  const clientId = useRef(newClientId());
  const [values, setValues] = useState<FormValues>({ content: text });
  const [errors, setErrors] = useState<Record<string, string>>(noErrors);
  const [isSending, setIsSending] = useState(false);
  if (!configuration) return null;
  const words = sayInCards();
  const base = { description: "", options: [] };
  const fields: FormField[] = [
    { ...base, id: "email", type: "email", label: words.yourEmail, validations: { required: true } },
    { ...base, id: "content", type: "longText", label: words.yourMessage, validations: { required: true } },
  ];
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const checked = checkForm(fields, values);
    setErrors("errors" in checked ? checked.errors : noErrors);
    if ("errors" in checked || isSending) return;
    setIsSending(true);
    const { email, content } = checked.values;
    await actions.leaveMessage({
      clientId: clientId.current,
      email: String(email),
      content: String(content),
    });
    setIsSending(false);
  };
  return (
    <form
      className={formCard}
      data-form=""
      noValidate
      aria-label={words.leaveMessage}
      onSubmit={(event) => void handleSubmit(event)}
    >
      <strong>{words.leaveMessage}</strong>
      <div>
        <p role="status">{describeAway(configuration.team)}</p>
        <FormView fields={fields} values={values} errors={errors} words={words} onChange={setValues} />
      </div>
      {notice && <p role="alert">{notice}</p>}
      {configuration.settings.consentText && <p dir="auto">{configuration.settings.consentText}</p>}
      <Button kind="primary" type="submit" isBusy={isSending}>
        {words.send}
      </Button>
    </form>
  );
}

const noErrors = {};
