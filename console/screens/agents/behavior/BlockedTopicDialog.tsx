import { useId, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import type { BlockedTopic } from "../../../../shared/domain/guidance.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { sayTooLong } from "../../../../shared/ui/sayTooLong.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { findListProblem, readList, writeList } from "./readList.ts";

interface BlockedTopicDialogProps {
  /** Null for a new one. */
  topic: BlockedTopic | null;
  onSave: (topic: BlockedTopic) => void;
  onClose: () => void;
}

const longestName = 80;
const wordLimits = { most: 30, longest: 80 };

/** Names a topic and the words that tell it. It is saved with the configuration. */
export function BlockedTopicDialog({ topic, onSave, onClose }: BlockedTopicDialogProps): ReactNode {
  const formId = useId();
  const [name, setName] = useState(topic?.name ?? "");
  const [typed, setTyped] = useState(writeList(topic?.words ?? []));
  const [hasTried, setHasTried] = useState(false);
  const words = readList(typed);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setHasTried(true);
    if (!name.trim() || sayTooLong(name, longestName) || describeProblem(words, true)) return;
    onSave({ name: name.trim(), words });
    onClose();
  };
  return (
    <Dialog
      title={topic ? "Edit the topic" : "Block a topic"}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId}>
            {topic ? "Done" : "Block"}
          </Button>
        </>
      }
    >
      <form ref={useWrongField()} id={formId} className={form} onSubmit={handleSubmit} noValidate>
        <TextField
          label="Topic"
          autoFocus
          hint="Language models also decline it in other words."
          isRequired
          limit={longestName}
          placeholder="Legal advice"
          value={name}
          onChange={setName}
          error={hasTried && !name.trim() ? "Field is required" : undefined}
        />
        <TextArea
          label="Words that mark it"
          hint="Separate with commas. sue* also matches sued and suing."
          isRequired
          rows={3}
          value={typed}
          onChange={setTyped}
          error={describeProblem(words, hasTried)}
        />
      </form>
    </Dialog>
  );
}

function describeProblem(words: string[], hasTried: boolean): string | undefined {
  if (hasTried && words.length === 0) return "Field is required";
  return findListProblem(words, wordLimits);
}

const form = css`
  display: grid;
  gap: 18px;
  color: var(--ph-text);
`;
