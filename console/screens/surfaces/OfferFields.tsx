import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useParams } from "wouter";
import { findModel } from "../../../shared/domain/models.ts";
import { defaultModels, loadDefaultModels } from "../../state/models/modelKeys.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import { SwitchRow } from "./SwitchRow.tsx";

interface OfferFieldsProps extends FieldsProps {
  /** The agent's model, as configured: some take no files. */
  model: string;
  isReadOnly: boolean;
}

/** What visitors are offered beside writing. */
export function OfferFields({ typed, onChange, model, isReadOnly }: OfferFieldsProps): ReactNode {
  const { orgId = "" } = useParams();
  const { data: presets } = useSnapshot(defaultModels);
  useEffect(() => void loadDefaultModels(orgId), [orgId]);
  const entry = findModel(model);
  const takesFiles = entry?.isAttachmentsSupported === true;
  return (
    <>
      <SwitchRow
        label="Rate answers"
        isOn={typed.hasFeedback}
        onChange={(hasFeedback) => onChange({ hasFeedback })}
        isDisabled={isReadOnly}
      >
        Thumbs under each answer, with a reason for bad ones.
      </SwitchRow>
      <SwitchRow
        label="Attach files"
        isOn={typed.hasAttachments}
        onChange={(hasAttachments) => onChange({ hasAttachments })}
        isDisabled={isReadOnly}
      >
        {takesFiles
          ? "Pictures, PDFs and text, by button, paste or drop."
          : `The agent’s model, ${entry?.label ?? model}, reads no files. Visitors see no button until you choose another model in Configuration.`}
      </SwitchRow>
      <SwitchRow
        label="Voice messages"
        isOn={typed.hasVoice}
        onChange={(hasVoice) => onChange({ hasVoice })}
        isDisabled={isReadOnly}
      >
        {presets?.speech === null
          ? "Visitors see no microphone until you choose a model for speech under Model keys."
          : "Visitors record a message. It is transcribed, and the agent answers."}
      </SwitchRow>
      <SwitchRow
        label="Ask for a person"
        isOn={typed.hasPersonRequest}
        onChange={(hasPersonRequest) => onChange({ hasPersonRequest })}
        isDisabled={isReadOnly}
      >
        The conversation waits in the inbox until somebody answers.
      </SwitchRow>
      <SwitchRow
        label="Earlier conversations"
        isOn={typed.hasHistory}
        onChange={(hasHistory) => onChange({ hasHistory })}
        isDisabled={isReadOnly}
      >
        Visitors see their conversations and can continue one.
      </SwitchRow>
      <SwitchRow
        label="Download the conversation"
        isOn={typed.hasTranscript}
        onChange={(hasTranscript) => onChange({ hasTranscript })}
        isDisabled={isReadOnly}
      >
        As a text file.
      </SwitchRow>
      <SwitchRow
        label="Sound on at first"
        isOn={typed.hasSound}
        onChange={(hasSound) => onChange({ hasSound })}
        isDisabled={isReadOnly}
      >
        New answers play a sound. Visitors can turn it off.
      </SwitchRow>
    </>
  );
}
