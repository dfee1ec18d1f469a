import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { ImagePlus } from "lucide-react";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { Spinner } from "../../../shared/ui/Spinner.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { uploadFile } from "../../state/platform/upload.ts";

interface ImageFieldProps {
  label: string;
  hint: string;
  orgId: string;
  fileId: string | null;
  /** Where the picture can be seen; null for none, and for one that only the public page has. */
  shown: string | null;
  isSquare?: boolean;
  onChange: (fileId: string | null, shown: string | null) => void;
  error?: string;
}

const types = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const mostBytes = 5_000_000;

/** One picture: chosen, sent as soon as it is, shown, replaced and removed. */
export function ImageField(props: ImageFieldProps): ReactNode {
  const { label, hint, orgId, fileId, shown, isSquare, onChange, error } = props;
  const id = useId();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    const refused = refuse(file);
    setProblem(refused);
    if (refused) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      const sent = await uploadFile(file, { orgId, onProgress: setShare, signal: controller.signal });
      if (!controller.signal.aborted) onChange(sent, URL.createObjectURL(file));
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
    <div className={frame} data-square={isSquare || undefined}>
      <span className={picture}>
        {shown ? <img src={shown} alt="" /> : <ImagePlus size={20} aria-hidden />}
      </span>
      <div>
        <strong id={`${id}-label`}>{label}</strong>
        <p id={`${id}-hint`}>{hint}</p>
        {wrong && (
          <p data-bad="" role="alert">
            {wrong}
          </p>
        )}
        <div>
          <label className={buttonClass("secondary", "small", choose)} data-busy={isBusy || undefined}>
            {isBusy && <Spinner />}
            {isBusy
              ? `Uploading, ${Math.round((share ?? 0) * 100)}%`
              : fileId
                ? "Replace file"
                : "Choose file"}
            <input
              type="file"
              aria-label={`${label}: choose a file`}
              aria-describedby={`${id}-hint`}
              accept={types.join(",")}
              onChange={(event) => {
                void handleFile(event.currentTarget.files?.[0]);
                // The same file may be chosen again after it was removed.
                event.currentTarget.value = "";
              }}
            />
          </label>
          {(fileId || isBusy) && (
            <Button
              kind="quiet"
              size="small"
              aria-label={`${label}: ${isBusy ? "cancel" : "remove"}`}
              onClick={() => {
                running.current?.abort();
                setShare(null);
                if (!isBusy) onChange(null, null);
              }}
            >
              {isBusy ? "Cancel" : "Remove"}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

function refuse({ type, size }: File): string | null {
  if (!types.includes(type)) return "Choose a PNG, JPEG, WebP or GIF image.";
  if (size > mostBytes) return "The picture is larger than 5 MB. Choose a smaller one.";
  return null;
}

const frame = css`
  display: grid;
  grid-template-columns: 136px minmax(0, 1fr);
  align-items: start;
  gap: 16px;
  min-width: 0;
  & strong {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-3);
  }
  & p[data-bad] {
    color: var(--ph-danger-text);
  }
  & > div > div {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin-top: 8px;
  }
  &[data-square] > span {
    width: 72px;
  }
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const picture = css`
  display: grid;
  place-items: center;
  width: 136px;
  height: 72px;
  overflow: hidden;
  border: 1px solid var(--ph-line-2);
  border-radius: var(--ph-radius-s);
  background: var(--ph-sunken);
  color: var(--ph-text-3);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
const choose = css`
  position: relative;
  &:has(:focus-visible) {
    outline: 2px solid var(--ph-focus);
    outline-offset: 2px;
  }
  &:has(:disabled) {
    opacity: 0.6;
  }
  & > input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
    font-size: 0;
  }
`;
