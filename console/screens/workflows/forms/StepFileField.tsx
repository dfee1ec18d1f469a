import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { attachmentTypes, audioTypes } from "../../../../shared/domain/attachments.ts";
import { maxAttachmentBytes } from "../../../../shared/domain/limits.ts";
import type { StepFile } from "../../../../shared/domain/workflows/steps.ts";
import { Button, buttonClass } from "../../../../shared/ui/Button.tsx";
import { refuseFile } from "../../../../shared/ui/refuseFile.ts";
import { Spinner } from "../../../../shared/ui/Spinner.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeBytes } from "../../../parts/describeNumber.ts";
import { organization } from "../../../state/accounts/organization.ts";
import { uploadFile } from "../../../state/platform/upload.ts";

interface StepFileFieldProps {
  label: string;
  /** Only pictures are accepted. */
  isPicture?: boolean;
  value: StepFile | null;
  onChange: (file: StepFile | null) => void;
  error?: string | undefined;
  isReadOnly: boolean;
}

const pictures = attachmentTypes.filter((type) => type.startsWith("image/"));

/** One file that a step sends: uploaded as soon as it is chosen, replaced and removed. */
export function StepFileField(props: StepFileFieldProps): ReactNode {
  const { label, isPicture, value, onChange, error, isReadOnly } = props;
  const id = useId();
  const types: readonly string[] = isPicture ? pictures : [...attachmentTypes, ...audioTypes];
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // The step may be edited while a file is on its way.
  const latest = useRef(onChange);
  useLayoutEffect(() => void (latest.current = onChange), [onChange]);

  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    const refused = refuseFile(file, { types, maxBytes: maxAttachmentBytes });
    setProblem(refused);
    if (refused) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      const orgId = organization._id ?? "";
      const { signal } = controller;
      const fileId = await uploadFile(file, { orgId, keptBy: "workflows", onProgress: setShare, signal });
      if (controller.signal.aborted) return;
      latest.current({ fileId, name: file.name, contentType: file.type, sizeBytes: file.size });
    } catch (thrown) {
      const { code, message, fields } = toRequestError(thrown);
      if (code !== "cancelled") setProblem(fields[0]?.message ?? message);
    } finally {
      if (running.current === controller) setShare(null);
    }
  };
  const isBusy = share !== null;
  const wrong = problem ?? error;
  return (
    <div className={frame} role="group" aria-labelledby={`${id}-label`}>
      <span id={`${id}-label`}>{label}</span>
      {value && (
        <p>
          <b dir="auto">{value.name}</b> <small>{describeBytes(value.sizeBytes)}</small>
        </p>
      )}
      {wrong && (
        <p data-bad="" role="alert">
          {wrong}
        </p>
      )}
      {!isReadOnly && (
        <div>
          <label className={buttonClass("secondary", "small", choose)} data-busy={isBusy || undefined}>
            {isBusy && <Spinner />}
            {isBusy
              ? `Uploading, ${Math.round((share ?? 0) * 100)}%`
              : value
                ? "Replace file"
                : "Choose file"}
            <input
              type="file"
              aria-label={`${label}: choose a file`}
              accept={types.join(",")}
              onChange={(event) => {
                void handleFile(event.currentTarget.files?.[0]);
                // The same file may be chosen again after it was removed.
                event.currentTarget.value = "";
              }}
            />
          </label>
          {(value || isBusy) && (
            <Button
              kind="quiet"
              size="small"
              aria-label={`${label}: ${isBusy ? "cancel" : "remove"}`}
              onClick={() => {
                running.current?.abort();
                setShare(null);
                if (!isBusy) onChange(null);
              }}
            >
              {isBusy ? "Cancel" : "Remove"}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  & > span {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > p {
    margin: 0;
    overflow-wrap: anywhere;
    font-size: var(--ph-text-s);
  }
  & > p > b {
    font-weight: 500;
  }
  & > p > small {
    color: var(--ph-text-2);
  }
  & > p[data-bad] {
    color: var(--ph-danger-text);
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
`;
const choose = css`
  position: relative;
  &:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
  & > input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
    font-size: 0;
  }
`;
