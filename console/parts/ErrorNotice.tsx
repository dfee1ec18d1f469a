import type { ReactNode } from "react";
import { AlertCircle } from "lucide-react";
import type { RequestErrorCode } from "../../shared/client/requestError.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";

/** What of an error is shown; a RequestError fits, read from a slice or caught. */
export interface ShownError {
  code: RequestErrorCode;
  message: string;
  requestId: string;
}

export interface ErrorNoticeProps {
  error: ShownError;
  /** What was tried, where the message alone does not tell: "The agent could not be saved." */
  title?: string;
  onRetry?: () => void;
}

/** An inline alert: what went wrong, the request's ID for the log, and another try. */
export function ErrorNotice({ error, title, onRetry }: ErrorNoticeProps): ReactNode {
  return (
    <div className={notice} role="alert">
      <AlertCircle size={18} aria-hidden />
      <div>
        {title && <strong>{title} </strong>}
        {error.message}
        {error.requestId && <code>Request {error.requestId}</code>}
      </div>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

const notice = css`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  padding: 10px 12px;
  border: 1px solid color-mix(in srgb, var(--ph-danger-text) 30%, transparent);
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  color: var(--ph-text);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-danger-text);
  }
  & > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & code {
    display: block;
    margin-top: 2px;
    font: var(--ph-text-xs) / 1.5 var(--ph-mono);
    color: var(--ph-text-2);
  }
`;
