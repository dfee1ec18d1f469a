import type { ReactNode } from "react";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { Snapshot } from "valtio";
import type { DnsFinding, DnsRecord } from "../../../shared/contract/surfaces/surfaces.ts";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";

interface DomainRecordsProps {
  records: Snapshot<DnsRecord[]>;
  /** The records found, if they were looked up. */
  findings: DnsFinding[];
}

const purposes: Record<DnsRecord["type"], string> = {
  TXT: "proves that the domain is yours",
  CNAME: "points the domain here",
};
const icons = { ok: CircleCheck, wrong: CircleX, missing: Clock, unanswered: Clock } as const;

/** The records to set, each with what was found in its place. */
export function DomainRecords({ records, findings }: DomainRecordsProps): ReactNode {
  return (
    <ul className={list} aria-label="Records">
      {records.map(({ type, name, value }) => {
        const finding = findings.find((one) => one.type === type);
        return (
          <li key={type}>
            <p>
              <strong>{type}</strong> {purposes[type]}
            </p>
            <dl>
              <dt>Name</dt>
              <dd>
                <code>{name}</code>
                <CopyButton text={name} label={`Copy ${type} name`} />
              </dd>
              <dt>Value</dt>
              <dd>
                <code>{value}</code>
                <CopyButton text={value} label={`Copy ${type} value`} />
              </dd>
              {finding && finding.state !== "ok" && finding.found.length > 0 && (
                <>
                  <dt>Found</dt>
                  <dd>
                    <code>{finding.found.join(", ")}</code>
                  </dd>
                </>
              )}
            </dl>
            {finding && <Finding {...finding} />}
          </li>
        );
      })}
    </ul>
  );
}

function Finding({ state, message }: DnsFinding): ReactNode {
  const Icon = icons[state];
  return (
    <p role="status" data-state={state}>
      <Icon size={16} aria-hidden />
      {message}
    </p>
  );
}

const list = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: 10px;
    min-width: 0;
    padding: 12px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
  }
  & p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & p > strong {
    color: var(--ph-text);
  }
  & dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: 4px 16px;
    margin: 0;
    font-size: var(--ph-text-s);
  }
  & dt {
    color: var(--ph-text-2);
  }
  & dd {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    min-height: 32px;
    margin: 0;
  }
  & code {
    min-width: 0;
    overflow-wrap: anywhere;
    font: var(--ph-text-s) / 1.4 var(--ph-mono);
  }
  & [data-state] {
    display: flex;
    gap: 8px;
    color: var(--ph-text);
    & > svg {
      flex: none;
      margin-top: 2px;
      color: var(--ph-text-2);
    }
  }
  & [data-state="ok"] > svg {
    color: var(--ph-success-text);
  }
  & [data-state="wrong"] > svg {
    color: var(--ph-danger-text);
  }
`;
