import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Loaded } from "../../parts/Loaded.tsx";
import { useAction } from "../../parts/useAction.ts";
import { callVoices, loadCallVoices, sayInVoice } from "../../state/models/callVoices.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { CatalogPicker } from "./CatalogPicker.tsx";
import { ChoiceField } from "./ChoiceField.tsx";
import type { FieldsProps } from "./fieldsProps.ts";

interface VoiceFieldsProps extends FieldsProps {
  place: AgentPlace;
  isReadOnly: boolean;
}

/** Speech in calls: the provider, and the voice if the server speaks. */
export function VoiceFields(props: VoiceFieldsProps): ReactNode {
  const { place, typed, onChange, errorOf, isReadOnly } = props;
  const { callGreeting, callSpeech, callVoice, callVoiceModel, callVoiceService } = typed;
  const { orgId } = place;
  const resource = useSnapshot(callVoices);
  const reload = () => void loadCallVoices(orgId);
  useEffect(reload, [orgId]);
  const [sound, setSound] = useState<string | null>(null);
  useEffect(() => () => void (sound && URL.revokeObjectURL(sound)), [sound]);
  const saying = useAction(async () => {
    const text = callGreeting.trim() || "Hello, how can I help you today?";
    setSound(
      await sayInVoice(place, {
        ...{ text, service: callVoiceService, voice: callVoice, model: callVoiceModel },
      }),
    );
  });
  return (
    <Loaded resource={resource} needs="models.read" onRetry={reload} skeleton={<Skeleton height="160px" />}>
      {({ provider, voices, usual: usualOfModel, elevenlabs }) => {
        const isElevenlabs = callVoiceService === "elevenlabs";
        const usual = isElevenlabs && elevenlabs ? elevenlabs : usualOfModel;
        return provider === null ? (
          <p>
            To let every browser call, choose a model for speech under Model keys. Its provider must also have
            a model that speaks.
          </p>
        ) : (
          <>
            <ChoiceField
              label="Speech in calls"
              value={callSpeech}
              options={[
                { value: "auto", label: "Browser if possible" },
                { value: "server", label: "Always the server" },
              ]}
              onChange={(next) => onChange({ callSpeech: next })}
            />
            {(elevenlabs || isElevenlabs) && (
              <ChoiceField
                label="Voices from"
                value={callVoiceService}
                options={[
                  { value: "model", label: "Model for speech" },
                  { value: "elevenlabs", label: "ElevenLabs" },
                ]}
                onChange={(next) => onChange({ callVoiceService: next, callVoice: "", callVoiceModel: "" })}
              />
            )}
            {isElevenlabs && !elevenlabs ? (
              <p>Calls use the model for speech until an ElevenLabs key works. See Model keys.</p>
            ) : isElevenlabs ? (
              <CatalogPicker
                {...{ orgId, isReadOnly }}
                kind="voice"
                label="Voices"
                service="elevenlabs"
                chosenId={callVoice || usual.voice}
                onChoose={({ id }) => onChange({ callVoice: id })}
              />
            ) : voices.length > 0 ? (
              <Select
                label="Voice"
                value={callVoice}
                options={[
                  { value: "", label: `Default (${usual.voice})` },
                  ...[...new Set([...voices, callVoice])]
                    .filter(Boolean)
                    .map((name) => ({ value: name, label: name })),
                ]}
                onChange={(voice) => onChange({ callVoice: voice })}
                isDisabled={isReadOnly}
              />
            ) : (
              <TextField
                label="Voice"
                hint={`The server’s name for it. Empty: ${usual.voice}.`}
                value={callVoice}
                onChange={(voice) => onChange({ callVoice: voice })}
                error={errorOf("callVoice")}
              />
            )}
            <TextField
              label="Text-to-speech model"
              hint={`The provider’s name for it. Empty: ${usual.model}.`}
              value={callVoiceModel}
              onChange={(model) => onChange({ callVoiceModel: model })}
              error={errorOf("callVoiceModel")}
            />
            {!isReadOnly && (
              <Button kind="secondary" onClick={() => void saying.run()} isBusy={saying.isBusy}>
                Play voice
              </Button>
            )}
            {sound && <audio key={sound} src={sound} autoPlay controls aria-label="Voice" />}
            {saying.error && <ErrorNotice title="The voice could not be played." error={saying.error} />}
          </>
        );
      }}
    </Loaded>
  );
}
