import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { loadModels, models } from "../../state/models/models.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { paths } from "../../state/shell/paths.ts";

interface DraftByProps {
  orgId: string;
  value: string;
  onChange: (model: string) => void;
  /** What this model does here. */
  note: string;
  error: string | undefined;
}

/** Which model drafts; where no key leads to one, the built-in one does, and that is said. */
export function DraftBy({ orgId, value, onChange, note, error }: DraftByProps): ReactNode {
  const { data } = useSnapshot(models);
  useEffect(() => void loadModels(orgId), [orgId]);
  const usable = (data ?? []).filter((model) => model.isAvailable);
  const options = usable.map(({ value: model, label }) => ({ value: model, label }));
  const isAlone = data !== null && usable.length < 2;
  return (
    <div className={frame}>
      {!isAlone && data && (
        <Select label="Drafted by" value={value} options={options} onChange={onChange} error={error} />
      )}
      <p>
        {isAlone && <strong>Drafted by the built-in model. </strong>}
        {note}{" "}
        {isAlone && mayDo("modelKeys.update") && <Link href={paths.modelKeys(orgId)}>Add a model key</Link>}
      </p>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 8px;
  min-height: 44px;
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & label,
  & strong {
    font-weight: 550;
    color: var(--ph-text);
  }
`;
