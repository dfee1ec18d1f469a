import type { ReactNode } from "react";
import type { Installation } from "../../../shared/contract/installation/installation.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { describeBytes, describeCount } from "../../parts/describeNumber.ts";

/** Versions and storage. */
export function FactsCard({ installation }: { installation: Installation }): ReactNode {
  const { version, node, database, startedAt, storage } = installation;
  const facts = [
    ["Pilothouse", version],
    ["Node", node],
    ["Database", `${database === "sqlite" ? "SQLite" : "Postgres"}, ${describeBytes(storage.databaseBytes)}`],
    ["Files", `${describeCount(storage.files, "file")}, ${describeBytes(storage.fileBytes)}`],
    ["Free disk space", storage.freeBytes === null ? "Unknown" : describeBytes(storage.freeBytes)],
    ["Running since", describeDateTime(startedAt)],
  ];
  return (
    <Card title="Versions and storage">
      <dl className={list}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const list = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(180px, 1fr));
  gap: 16px;
  margin: 0;
  & dt {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & dd {
    margin: 2px 0 0;
    font-variant-numeric: tabular-nums;
  }
`;
