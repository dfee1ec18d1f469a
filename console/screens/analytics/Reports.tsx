import { useEffect, useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { BookmarkPlus, Mail, MailX, Trash2 } from "lucide-react";
import { useSnapshot } from "valtio";
import type { Report } from "../../../shared/contract/analytics/reports.ts";
import { figureFilters } from "../../../shared/domain/measures.ts";
import type { FigureFilters } from "../../../shared/domain/measures.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { FilterLinks } from "../../parts/FilterLinks.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import type { RowAction } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { loadReports, mailReport, removeReport, reports, saveReport } from "../../state/analytics/reports.ts";
import type { PeriodShown } from "./period.ts";

interface ReportsProps {
  orgId: string;
  /** Null on the page of the organization. */
  pageAgent: string | null;
  period: PeriodShown;
  filters: FigureFilters;
}

type Shown = Readonly<Omit<Report, "maker">>;

/** The saved reports of this page, what can be done with the one that is open, and the way to save what is shown. */
export function Reports({ orgId, pageAgent, period, filters }: ReportsProps): ReactNode {
  const query = useQuery();
  const { data } = useSnapshot(reports);
  const [isSaving, setSaving] = useState(false);
  useEffect(() => void loadReports(orgId), [orgId]);
  const working = useAction((work: () => Promise<void>) => work());
  if (data?.of !== orgId) return null;
  const agentId = pageAgent ?? (query.read("agent") || null);
  const ours = data.items.filter((one) => pageAgent === null || one.agentId === pageAgent);
  const isShown = (one: Shown) =>
    one.range === period.range &&
    one.agentId === agentId &&
    figureFilters.every((name) => (one[name] ?? undefined) === filters[name]) &&
    (one.range !== "custom" || (one.from === period.from && one.to === period.to));
  const open = ours.find(isShown);
  const linkTo = (id: string) => {
    const one = ours.find((report) => report.id === id);
    if (!one) return query.link({});
    return query.link({
      range: one.range === "30d" ? null : one.range,
      ...{ from: one.from, to: one.to },
      ...Object.fromEntries(figureFilters.map((filter) => [filter, one[filter]])),
      ...(pageAgent === null && { agent: one.agentId }),
    });
  };
  const toggleMail = (report: Shown) =>
    void working.run(async () => {
      await mailReport(orgId, report.id, !report.isMailed);
      showToast(report.isMailed ? "Weekly e-mail turned off" : "You get this report every Monday at 8:00");
    });
  const actionsOf = (report: Shown): RowAction[] => [
    ...(data.canMail && report.range !== "custom"
      ? [
          {
            label: report.isMailed ? "Stop e-mailing me weekly" : "E-mail me weekly",
            icon: report.isMailed ? <MailX size={16} aria-hidden /> : <Mail size={16} aria-hidden />,
            onChoose: () => toggleMail(report),
          },
        ]
      : []),
    ...(report.mayRemove
      ? [
          {
            ...{ label: "Delete report", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
            onChoose: () => void working.run(() => removeReport(orgId, report.id)),
          },
        ]
      : []),
  ];
  const actions = open ? actionsOf(open) : [];
  return (
    <div className={frame}>
      {ours.length > 0 && (
        <FilterLinks
          label="Saved reports"
          value={open?.id ?? ""}
          options={ours.map(({ id, name }) => ({ value: id, label: name }))}
          linkTo={linkTo}
        />
      )}
      {open && actions.length > 0 && <RowMenu label={`Report “${open.name}”`} actions={actions} />}
      {!open && (
        <Button
          kind="quiet"
          size="small"
          icon={<BookmarkPlus size={15} aria-hidden />}
          onClick={() => setSaving(true)}
        >
          Save report
        </Button>
      )}
      {working.error && <ErrorNotice error={working.error} />}
      {isSaving && (
        <SaveReport
          onSave={async (name) => {
            const { range, from, to } = period;
            const days = range === "custom" ? { from, to } : { from: null, to: null };
            const { surface = null, language = null, model = null, label = null } = filters;
            await saveReport(orgId, { name, range, ...days, agentId, surface, language, model, label });
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}

interface SaveReportProps {
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

function SaveReport({ onSave, onClose }: SaveReportProps): ReactNode {
  const [name, setName] = useState("");
  const saving = useAction(async () => {
    await onSave(name.trim());
    onClose();
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) void saving.run();
  };
  return (
    <Dialog
      title="Save report"
      width={420}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="save-report"
            isBusy={saving.isBusy}
            disabled={!name.trim()}
          >
            Save
          </Button>
        </>
      }
    >
      <form id="save-report" className={form} onSubmit={handleSubmit}>
        <TextField
          label="Name"
          hint="Keeps the range and filters. Everyone who can see Insights can open it."
          value={name}
          onChange={setName}
          limit={60}
          autoFocus
        />
        {saving.error && <ErrorNotice error={saving.error} />}
      </form>
    </Dialog>
  );
}

const frame = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
`;
const form = css`
  display: grid;
  gap: 16px;
`;
