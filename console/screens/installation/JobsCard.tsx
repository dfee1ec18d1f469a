import type { ReactNode } from "react";
import type { Installation } from "../../../shared/contract/installation/installation.ts";
import { Card } from "../../parts/Card.tsx";
import { describeNumber } from "../../parts/describeNumber.ts";
import { plainTable } from "./plainTable.ts";

/** What waits, runs and failed, by kind of work. */
export function JobsCard({ jobs }: { jobs: Installation["jobs"] }): ReactNode {
  return (
    <Card title="Background jobs" subtitle="Failures are from the last 24 hours.">
      {jobs.length === 0 ? (
        <p>No jobs waiting, running or failed.</p>
      ) : (
        <div className={plainTable}>
          <table aria-label="Background jobs">
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">Queued</th>
                <th scope="col">Running</th>
                <th scope="col">Failed</th>
                <th scope="col">Longest wait</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map(({ kind, queued, running, failed, waitsMs }) => (
                <tr key={kind}>
                  <th scope="row">{kind}</th>
                  <td>{describeNumber(queued)}</td>
                  <td>{describeNumber(running)}</td>
                  <td>{describeNumber(failed)}</td>
                  <td>{waitsMs === null ? "–" : `${describeNumber(Math.round(waitsMs / 1000))} s`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
