import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Field } from "../../../shared/ui/Field.tsx";
import { controlStyle } from "../../../shared/ui/fieldStyle.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { changeThread } from "../../state/conversation.ts";
import { listSnoozeTimes, readMoment } from "./snoozeTimes.ts";
import type { ThreadDialogProps } from "./ThreadDialogs.tsx";

/** Puts a conversation off: it comes back at its time, or when its visitor writes. */
export function SnoozeDialog({ place, onClose }: ThreadDialogProps): ReactNode {
  const [now] = useState(Date.now);
  const [typed, setTyped] = useState("");
  const until = readMoment(typed, now);
  const saving = useAction(async (snoozedUntil: number) => {
    await changeThread(place, { status: "snoozed", snoozedUntil });
    showToast(`Snoozed until ${describeDateTime(snoozedUntil)}`);
    onClose();
  });
  return (
    <Dialog title="Snooze" width={420} onClose={onClose} actions={<Button onClick={onClose}>Cancel</Button>}>
      <div className={body}>
        <p>It comes back at this time, or as soon as the visitor writes.</p>
        {listSnoozeTimes(now).map(({ label, until: time }) => (
          <Button key={label} isBusy={saving.isBusy} onClick={() => saving.run(time)}>
            <span>{label}</span>
            <small>{describeDateTime(time)}</small>
          </Button>
        ))}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (until !== undefined) void saving.run(until);
          }}
        >
          <Field
            label="At another time"
            error={typed && until === undefined ? "Choose a time to come." : undefined}
          >
            {(ids) => (
              <input
                {...ids}
                type="datetime-local"
                value={typed}
                className={controlStyle}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" kind="primary" disabled={until === undefined} isBusy={saving.isBusy}>
            Snooze
          </Button>
        </form>
        {saving.error && <ErrorNotice error={saving.error} />}
      </div>
    </Dialog>
  );
}

const body = css`
  display: grid;
  gap: 8px;
  & > p {
    margin-bottom: 4px;
    color: var(--ph-text-2);
  }
  & > button {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    width: 100%;
    min-height: 40px;
    text-align: start;
  }
  & small {
    flex: none;
    color: var(--ph-text-2);
    font-weight: 400;
  }
  & > form {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: end;
    gap: 10px;
    margin-top: 8px;
  }
  @media (max-width: 480px) {
    & > form {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
