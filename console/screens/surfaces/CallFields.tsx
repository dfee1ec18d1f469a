import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import type { FieldsProps } from "./fieldsProps.ts";
import { SwitchRow } from "./SwitchRow.tsx";

interface CallFieldsProps extends FieldsProps {
  isReadOnly: boolean;
}

/** Whether visitors can call the agent, and what it says first. */
export function CallFields({ typed, onChange, errorOf, isReadOnly }: CallFieldsProps): ReactNode {
  const { hasCalls, callGreeting } = typed;
  const canSpeak = typeof speechSynthesis !== "undefined";
  const play = (): void => {
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(callGreeting));
  };
  return (
    <>
      <SwitchRow
        label="Take voice calls"
        isOn={hasCalls}
        onChange={(isOn) => onChange({ hasCalls: isOn })}
        isDisabled={isReadOnly}
      >
        Visitors talk to the agent. Their browser understands speech on their own device and reads answers
        aloud, so no key is needed and no sound is sent. Works in Chrome on a computer. Other browsers say so.
      </SwitchRow>
      {hasCalls && (
        <>
          <TextArea
            label="Greeting"
            hint="Said when a call begins. Empty says nothing."
            rows={2}
            limit={300}
            aside={`${callGreeting.length} / 300`}
            value={callGreeting}
            onChange={(greeting) => onChange({ callGreeting: greeting })}
            error={errorOf("callGreeting")}
          />
          {canSpeak && callGreeting.trim() !== "" && (
            <Button kind="secondary" onClick={play}>
              Play greeting
            </Button>
          )}
        </>
      )}
    </>
  );
}
