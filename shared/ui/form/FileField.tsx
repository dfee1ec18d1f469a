import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { attachmentTypes } from "../../domain/attachments.ts";
import { Field } from "../Field.tsx";
import type { FieldProps } from "../Field.tsx";
import { controlStyle } from "../fieldStyle.ts";
import { Spinner } from "../Spinner.tsx";
import { css } from "../style/css.ts";

/** Sends a file, and tells the ID under which it is kept, or in a sentence why it was not taken. */
export type SendFile = (file: File, onSent: (sent: { id: string } | { problem: string }) => void) => void;

interface FileFieldProps extends Pick<FieldProps, "label" | "hint" | "error" | "isRequired"> {
  isDisabled: boolean | undefined;
  /** The ID of the file that was sent; empty where there is none. */
  onChange(id: string): void;
  onFile: SendFile | undefined;
}

/** A file that is sent as soon as it is chosen; the browser's own control names it in the visitor's language. */
export function FileField({ isDisabled, onChange, onFile, error, ...frame }: FileFieldProps): ReactNode {
  const [sending, setSending] = useState(0);
  const [problem, setProblem] = useState("");
  /** When a file is there, other fields may have been filled in. */
  const latest = useRef(onChange);
  useEffect(() => void (latest.current = onChange));
  const handleFile = (file: File | undefined): void => {
    setProblem("");
    onChange(file && onFile ? onItsWay : "");
    if (!file || !onFile) return;
    setSending((count) => count + 1);
    onFile(file, (sent) => {
      setSending((count) => count - 1);
      latest.current("id" in sent ? sent.id : "");
      if ("problem" in sent) setProblem(sent.problem);
    });
  };
  return (
    <Field {...frame} error={problem || error}>
      {(ids) => (
        <div className={line}>
          <input
            {...ids}
            type="file"
            accept={attachmentTypes.join()}
            disabled={isDisabled || !onFile}
            aria-busy={sending > 0 || undefined}
            className={controlStyle}
            onChange={(event) => handleFile(event.currentTarget.files?.[0])}
          />
          {sending > 0 && <Spinner />}
        </div>
      )}
    </Field>
  );
}

/** No ID of a file: a form that is sent too early says so at the field. */
const onItsWay = "…";

const line = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  & > input {
    flex: 1;
    min-width: 0;
    padding-block: 7px;
    font-size: var(--ph-text-s);
  }
  & ::file-selector-button {
    margin-inline-end: 10px;
    padding: 2px 10px;
    border: 1px solid var(--ph-line-strong);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    color: var(--ph-text);
    font: inherit;
    font-weight: 550;
    cursor: pointer;
  }
`;
