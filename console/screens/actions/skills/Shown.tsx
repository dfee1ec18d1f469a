import type { ReactNode } from "react";
import type { GotResponse, SentRequest } from "../../../../shared/contract/skills/skills.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { css } from "../../../../shared/ui/style/css.ts";

/** A text as it is, under what it is; JSON is indented. */
export function Shown({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div className={frame}>
      <h3>{label}</h3>
      <pre tabIndex={0} aria-label={label}>
        {indent(text)}
      </pre>
    </div>
  );
}

/** A request with its headers and body. */
export function ShownRequest({
  request,
  label,
}: {
  request: Readonly<SentRequest>;
  label: string;
}): ReactNode {
  const { method, url, headers, body } = request;
  const text = [`${method} ${url}`, writeHeaders(headers), body ? `\n${indent(body)}` : ""];
  return <Shown label={label} text={text.filter(Boolean).join("\n")} />;
}

/** A response: its status, how long it took, and its body. */
export function ShownResponse({
  response,
  ms,
}: {
  response: Readonly<GotResponse>;
  ms: number | null;
}): ReactNode {
  const { status, body } = response;
  return (
    <div className={frame}>
      <h3>
        Response <Badge tone={status < 400 ? "success" : "danger"}>Status {status}</Badge>
        {ms !== null && <small>{ms} ms</small>}
      </h3>
      <pre tabIndex={0} aria-label="Response">
        {indent(body) || "Empty"}
      </pre>
    </div>
  );
}

function writeHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const frame = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  & > h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & small {
    color: var(--ph-text-2);
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  & > pre {
    max-height: 300px;
    margin: 0;
    padding: 10px 12px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    font: var(--ph-text-s) / 1.6 var(--ph-mono);
    white-space: pre-wrap;
    overflow: auto;
    overflow-wrap: anywhere;
  }
`;
