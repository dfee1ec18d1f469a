import type { ReactNode } from "react";
import { CircleAlert, CircleCheck, RotateCw, X } from "lucide-react";
import { describeBytes } from "../../../../parts/describeNumber.ts";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { Spinner } from "../../../../../shared/ui/Spinner.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import type { Uploading } from "./useUploads.ts";

interface FileRowProps {
  row: Uploading;
  onRemove: () => void;
  onRetry: () => void;
}

/** One file: its name, how far it is, and why it failed. */
export function FileRow({ row, onRemove, onRetry }: FileRowProps): ReactNode {
  const { name, sizeBytes, status, share, error, file } = row;
  return (
    <li className={frame} data-status={status}>
      {drawMark(status)}
      <div>
        <strong>{name}</strong>
        {error ? (
          <p role="alert">{error}</p>
        ) : (
          <p>
            {describeBytes(sizeBytes)}
            {status === "sending" && ` · ${Math.round(share * 100)} %`}
            {status === "waiting" && " · waiting"}
          </p>
        )}
      </div>
      {status === "failed" && file && (
        <IconButton label={`Try ${name} again`} size="small" onClick={onRetry}>
          <RotateCw size={16} aria-hidden />
        </IconButton>
      )}
      <IconButton label={`Remove ${name}`} size="small" onClick={onRemove}>
        <X size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

function drawMark(status: Uploading["status"]): ReactNode {
  if (status === "done") return <CircleCheck size={18} aria-label="Uploaded" />;
  if (status === "failed") return <CircleAlert size={18} aria-label="Failed" />;
  return <Spinner size={1.2} label="Uploading" />;
}

const frame = css`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  padding-inline-start: 10px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  & > svg {
    flex: none;
    color: var(--ph-success-text);
  }
  &[data-status="failed"] > svg,
  &[data-status="failed"] p {
    color: var(--ph-danger-text);
  }
  & > div {
    flex: 1;
    min-width: 0;
    padding-block: 5px;
  }
  & strong {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 550;
  }
  & p {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
  }
`;
