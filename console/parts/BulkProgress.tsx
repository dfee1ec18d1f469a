import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import type { Bulk } from "./useBulk.ts";

interface BulkProgressProps<T> {
  bulk: Bulk<T>;
  total: number;
  nameOf: (item: T) => string;
}

/** How far it has come, and afterwards to whom it could not be done and why. */
export function BulkProgress<T>({ bulk, total, nameOf }: BulkProgressProps<T>): ReactNode {
  const { done, failed, isBusy } = bulk;
  return (
    <>
      <p role="status">{isBusy && total > 1 && `${done.length + failed.length} of ${total}`}</p>
      {!isBusy && failed.length > 0 && (
        <div role="alert" className={list}>
          <strong>{`${failed.length} of ${total} failed.`}</strong>
          <ul>
            {failed.map(({ item, error }) => (
              <li key={nameOf(item)}>
                {`${nameOf(item)}: ${error.message}`}
                {error.requestId && <code>Request {error.requestId}</code>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const list = css`
  padding: 10px 12px;
  border: 1px solid color-mix(in srgb, var(--ph-danger-text) 30%, transparent);
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  color: var(--ph-text);
  overflow-wrap: anywhere;
  & ul {
    margin: 4px 0 0;
    padding-inline-start: 18px;
  }
  & code {
    display: block;
    font: var(--ph-text-xs) / 1.5 var(--ph-mono);
    color: var(--ph-text-2);
  }
`;
