import type { ReactNode } from "react";
import { FileInput, Plus } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { TemplateGrid } from "./TemplateGrid.tsx";
import { useTemplates } from "./useTemplates.ts";

interface TemplateGalleryProps {
  place: AgentPlace;
  onImport: () => void;
}

/** The tab without workflows: what they are for, and the templates to begin with. */
export function TemplateGallery({ place, onImport }: TemplateGalleryProps): ReactNode {
  const { busyId, error, choose } = useTemplates(place);
  if (!mayDo("workflows.update")) return <p className={words}>No workflows yet.</p>;
  return (
    <div className={frame}>
      <div className={head}>
        <div>
          <h2>Start with a template</h2>
          <p>Each one works as is. Edit its texts, then publish it.</p>
        </div>
        <span>
          <Button icon={<FileInput size={16} aria-hidden />} onClick={onImport}>
            Import
          </Button>
          <Button
            kind="primary"
            icon={<Plus size={17} aria-hidden />}
            isBusy={busyId === "blank"}
            onClick={() => choose(null)}
          >
            Blank workflow
          </Button>
        </span>
      </div>
      {error && <ErrorNotice title="The workflow wasn’t added." error={error} />}
      <TemplateGrid busyId={busyId} onChoose={choose} />
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 20px;
  & h2 {
    font-size: var(--ph-text-l);
    font-weight: 600;
  }
  & p {
    color: var(--ph-text-2);
  }
  & > span {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
const words = css`
  padding: 24px;
  color: var(--ph-text-2);
  text-align: center;
`;
