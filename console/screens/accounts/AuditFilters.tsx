import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { auditActors, auditLog, loadAuditActors } from "../../state/accounts/audit.ts";
import { DayField } from "./DayField.tsx";
import { fullName } from "../../parts/fullName.ts";

type Values = Record<"actor" | "action" | "from" | "to", string>;

interface AuditFiltersProps {
  orgId: string;
  values: Values;
  /** All actions that there are. */
  actions: readonly string[];
  onChange: (change: Partial<Record<keyof Values, string | null>>) => void;
}

/** Who, what and when. */
export function AuditFilters({ orgId, values, actions, onChange }: AuditFiltersProps): ReactNode {
  const actors = useActors(orgId, values.actor);
  const named = values.action && !actions.includes(values.action) ? [values.action, ...actions] : actions;
  return (
    <div role="search" className={frame}>
      <Select
        label="Done by"
        value={values.actor}
        options={[{ value: "", label: "Anyone" }, ...actors]}
        onChange={(actor) => onChange({ actor: actor || null })}
      />
      <Select
        label="Action"
        value={values.action}
        options={[
          { value: "", label: "All actions" },
          ...named.map((action) => ({ value: action, label: action })),
        ]}
        onChange={(action) => onChange({ action: action || null })}
      />
      <DayField label="From" value={values.from} onChange={(from) => onChange({ from: from || null })} />
      <DayField label="Until" value={values.to} onChange={(to) => onChange({ to: to || null })} />
    </div>
  );
}

/** Members and API keys, and the former one that the filter names. */
function useActors(orgId: string, chosen: string): { value: string; label: string }[] {
  const { data } = useSnapshot(auditActors);
  const log = useSnapshot(auditLog);
  useEffect(() => void loadAuditActors(orgId), [orgId]);
  const known = [
    ...(data?.members ?? []).map((member) => ({
      value: member._id,
      label: fullName(member) || member.email,
    })),
    ...(data?.keys ?? []).map(({ id, name }) => ({ value: id, label: `${name} (API key)` })),
  ];
  if (!chosen || known.some(({ value }) => value === chosen)) return known;
  const actor = log.data?.items.find((entry) => entry.actor?.userId === chosen)?.actor;
  const key = log.data?.items.find((entry) => entry.actor?.apiKey?.id === chosen)?.actor?.apiKey;
  const name = key ? `${key.name} (API key)` : actor?.name || actor?.email;
  return [...known, { value: chosen, label: name ?? "Former member" }];
}

const frame = css`
  display: grid;
  flex: 1 1 620px;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 12px;
  min-width: 0;
  max-width: 860px;
  @media (max-width: 620px) {
    flex-basis: 100%;
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
