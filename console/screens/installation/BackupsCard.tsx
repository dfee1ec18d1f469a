import type { ReactNode } from "react";
import type { Installation } from "../../../shared/contract/installation/installation.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Card } from "../../parts/Card.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { describeNumber } from "../../parts/describeNumber.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { backUpNow } from "../../state/installation/installation.ts";
import { plainTable } from "./plainTable.ts";

/** The backups that there are, and one more at once. */
export function BackupsCard({ backups }: { backups: Installation["backups"] }): ReactNode {
  const { folder, at, isRunning, problem, items } = backups;
  const making = useAction(backUpNow);
  if (folder === null)
    return (
      <Card
        title="Backups"
        subtitle="Backups are off. Set a folder on another disk, then restart the server."
      >
        <CodeBlock code="BACKUP_DIR=/var/backups/pilothouse" label="Copy the setting for backups" />
      </Card>
    );
  return (
    <Card
      title="Backups"
      subtitle={`Every night at ${at} UTC, in ${folder}`}
      aside={
        <Button isBusy={making.isBusy || isRunning} onClick={() => void making.run()}>
          {isRunning ? "Backing up…" : "Back up now"}
        </Button>
      }
    >
      {making.error && <ErrorNotice title="The backup couldn’t start." error={making.error} />}
      {problem !== null && <p role="alert">Backup problem: {problem}</p>}
      {items.length === 0 ? (
        problem === null && <p>No backups yet.</p>
      ) : (
        <div className={plainTable}>
          <table aria-label="Backups">
            <thead>
              <tr>
                <th scope="col">Created</th>
                <th scope="col">Rows</th>
                <th scope="col">Files</th>
                <th scope="col">Folder</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ name, madeAt, rows, files }) => (
                <tr key={name}>
                  <th scope="row">{describeDateTime(madeAt)}</th>
                  <td>{describeNumber(rows)}</td>
                  <td>{describeNumber(files)}</td>
                  <td>{name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
