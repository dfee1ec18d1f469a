import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Users } from "lucide-react";
import { Button } from "../../shared/ui/Button.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { formatRelativeTime } from "../../shared/format/relativeTime.ts";
import { useNow } from "./useNow.ts";
import type { RevisedForm } from "./useRevisedForm.ts";
import { CompareDialog } from "./overlays.ts";

interface ChangeConflictProps<Value extends object> {
  form: RevisedForm<Value>;
  /** Whose words the comparison speaks; without it nothing is compared. */
  area?: "configuration" | "look";
}

/** Two people changed the same thing: says who and when, as soon as that is known, and lets the second one choose. */
export function ChangeConflict<Value extends object>(props: ChangeConflictProps<Value>): ReactNode {
  const { form, area } = props;
  const { overtaken, saving, typed } = form;
  const [isComparing, setIsComparing] = useState(false);
  const now = useNow();
  if (!overtaken && !form.isRefused) return null;
  const by = overtaken?.savedBy;
  return (
    <div className={notice} role="alert">
      <Users size={18} aria-hidden />
      <p>
        <strong>
          {by ? `Changed by ${by.name} ${formatRelativeTime(by.at, now)}.` : "Someone else changed this."}
        </strong>{" "}
        Reload to see their version and discard yours, or overwrite theirs.
      </p>
      <div>
        <Button size="small" onClick={form.reload}>
          Reload
        </Button>
        {overtaken && area && (
          <Button size="small" onClick={() => setIsComparing(true)}>
            Compare
          </Button>
        )}
        <Button size="small" kind="danger" isBusy={saving.isBusy} onClick={form.overwrite}>
          Overwrite
        </Button>
      </div>
      <Suspense>
        {isComparing && overtaken && area && (
          <CompareDialog
            theirs={overtaken.value}
            yours={typed}
            name={by?.name ?? "Saved"}
            area={area}
            onClose={() => setIsComparing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

const notice = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: 10px 12px;
  padding: 12px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-warning-text);
  }
  & > p {
    flex: 1 1 280px;
  }
  & > div {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
