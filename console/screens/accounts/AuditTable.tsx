import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { AuditEntry } from "../../../shared/contract/accounts/audit.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { agents } from "../../state/agents/agents.ts";
import { organization } from "../../state/accounts/organization.ts";
import { auditActors } from "../../state/accounts/audit.ts";
import { describeTargets } from "./describeTargets.ts";
import { fullName } from "../../parts/fullName.ts";
import { accountTable } from "./peopleTable.ts";

interface AuditTableProps {
  entries: readonly Snapshot<AuditEntry>[];
  /** The address that shows what one person or key did. */
  linkToActor: (id: string) => string;
}

/** What was done, a row each, the latest first. */
export function AuditTable({ entries, linkToActor }: AuditTableProps): ReactNode {
  const { items } = useSnapshot(agents);
  const { data } = useSnapshot(auditActors);
  const { _id: orgId, name } = useSnapshot(organization);
  const findName = (id: string) => {
    if (id === orgId) return name;
    const member = data?.members.find(({ _id }) => _id === id);
    return (
      items.find((agent) => agent.id === id)?.name ??
      (member && (fullName(member) || member.email)) ??
      data?.keys.find((key) => key.id === id)?.name
    );
  };
  return (
    <table className={cx(accountTable, table)} aria-label="Audit log">
      <thead>
        <tr>
          <th scope="col">Action</th>
          <th scope="col">Done by</th>
          <th scope="col">When</th>
          <th scope="col">IP address</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row">
              {entry.action} {entry.outcome === "failed" && <Badge tone="danger">Failed</Badge>}
              <Targets targets={describeTargets(entry.targets, findName)} />
            </th>
            <td data-name="Done by">
              <Actor actor={entry.actor} linkToActor={linkToActor} />
            </td>
            <td data-name="When">
              <time dateTime={new Date(entry.at).toISOString()}>{describeDateTime(entry.at)}</time>
            </td>
            <td data-name="IP address">
              <span title={`Request ${entry.requestId}`}>{entry.address || "–"}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Targets({ targets }: { targets: string[] }): ReactNode {
  if (targets.length === 0) return null;
  return <small>{targets.join(" · ")}</small>;
}

function Actor({
  actor,
  linkToActor,
}: {
  actor: Snapshot<AuditEntry>["actor"];
  linkToActor: (id: string) => string;
}): ReactNode {
  if (!actor) return "Former member";
  const { userId, name, email, apiKey } = actor;
  const person = <Link href={linkToActor(userId)}>{name || email}</Link>;
  if (!apiKey) return person;
  return (
    <span>
      <Link href={linkToActor(apiKey.id)}>{apiKey.name}</Link> <code>ph_…{apiKey.ending}</code>
      <small>key of {person}</small>
    </span>
  );
}

const table = css`
  & th[scope="row"] {
    font-weight: 550;
  }
  & small {
    display: block;
    margin-top: 1px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 400;
  }
  & code {
    color: var(--ph-text-2);
    font: var(--ph-text-xs) / 1.5 var(--ph-mono);
  }
  & td a {
    color: inherit;
    text-decoration-color: var(--ph-line-strong);
    text-underline-offset: 3px;
  }
  & td time {
    font-variant-numeric: tabular-nums;
  }
  & td[data-name="When"] {
    white-space: nowrap;
  }
  & td[data-name="IP address"] {
    min-width: 17ch;
  }
  @media (max-width: 620px) {
    display: block;
    & thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    & tbody {
      display: block;
    }
    & tbody tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 4px 12px;
      padding: 12px 16px;
      border-bottom: 1px solid var(--ph-line);
    }
    & tbody tr:last-child {
      border-bottom: 0;
    }
    & tbody th,
    & tbody td,
    & tr > :first-child,
    & tr > :last-child {
      padding: 0;
      border: 0;
    }
    & tbody th {
      grid-column: 1 / -1;
    }
    & td[data-name="IP address"] {
      grid-column: 1 / -1;
      font-size: var(--ph-text-xs);
    }
  }
`;
