import { Suspense } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import type { AgentPlace } from "../../state/shell/paths.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import { SwitchRow } from "./SwitchRow.tsx";
import { VoiceFields } from "./openedGroups.ts";

interface CallFieldsProps extends FieldsProps {
  place: AgentPlace;
  isReadOnly: boolean;
}

/** Whether visitors can call the agent, and what it says first. */
export function CallFields({ place, typed, onChange, errorOf, isReadOnly }: CallFieldsProps): ReactNode {
  const { hasCalls, callGreeting, recordsCalls } = typed;
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
        Chrome on computers needs no key and sends no sound. Other browsers need a model for speech, and its
        provider gets the sound.
      </SwitchRow>
      {hasCalls && (
        <>
          <TextArea
            label="Greeting"
            hint="Spoken when a call begins. Empty: nothing."
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
          <SwitchRow
            label="Record calls"
            isOn={recordsCalls}
            onChange={(isOn) => onChange({ recordsCalls: isOn })}
            isDisabled={isReadOnly}
          >
            Visitors are asked first. Needs a model for speech. A recording is kept and deleted with its
            conversation.
          </SwitchRow>
          <Suspense fallback={<Skeleton height="160px" />}>
            <VoiceFields {...{ place, typed, onChange, errorOf, isReadOnly }} />
          </Suspense>
        </>
      )}
    </>
  );
}
