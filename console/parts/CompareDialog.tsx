import type { ReactNode } from "react";
import { diffVersions } from "../../shared/domain/versions/diffVersions.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { css } from "../../shared/ui/style/css.ts";

interface CompareDialogProps {
  /** What is saved now, and what is typed here. */
  theirs: object;
  yours: object;
  /** The member who saved it. */
  name: string;
  area: "configuration" | "look";
  onClose: () => void;
}

/** What another member saved beside what is typed here, field by field; what is the same is left out. */
export function CompareDialog({ theirs, yours, name, area, onClose }: CompareDialogProps): ReactNode {
  const contentOf = (value: object) => ({
    ...{ configuration: {}, look: {}, sources: null },
    [area]: value,
  });
  const changes = diffVersions(contentOf(theirs), contentOf(yours));
  return (
    <Dialog
      title="Differences"
      onClose={onClose}
      width={740}
      actions={
        <Button kind="primary" onClick={onClose}>
          Keep editing
        </Button>
      }
    >
      {changes.length === 0 ? (
        <p>No differences.</p>
      ) : (
        <table className={table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">{name}</th>
              <th scope="col">You</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }, index) => (
              <tr key={index}>
                <th scope="row">{label}</th>
                <td>{before || "—"}</td>
                <td>{after || "—"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

const table = css`
  width: 100%;
  border-collapse: collapse;
  font-size: var(--ph-text-s);
  & th,
  & td {
    width: 38%;
    padding: 10px 12px;
    border-bottom: 1px solid var(--ph-line);
    text-align: start;
    vertical-align: top;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & th {
    width: 24%;
    overflow-wrap: normal;
    font-weight: 550;
  }
  & thead th {
    color: var(--ph-text-2);
  }
`;
