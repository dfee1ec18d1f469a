import type { ReactNode } from "react";
import { css } from "../../../../shared/ui/style/css.ts";

/** What went in or came out, as JSON that people can read. */
export function JsonView({ label, json }: { label: string; json: string }): ReactNode {
  return (
    <div className={frame}>
      <span>{label}</span>
      <pre tabIndex={0} aria-label={label}>
        {spread(json)}
      </pre>
    </div>
  );
}

/** Spread over lines; as it came if it was cut and is no longer JSON. A text is shown without quotation marks. */
function spread(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}

const frame = css`
  display: grid;
  gap: 4px;
  min-width: 0;
  & > span {
    color: var(--ph-text-2);
    font-size: var(--ph-text-xs);
    font-weight: 600;
  }
  & > pre {
    margin: 0;
    padding: 8px 12px;
    max-height: 320px;
    overflow: auto;
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    font: var(--ph-text-s) / 1.55 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
