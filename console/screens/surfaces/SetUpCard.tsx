import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useKeptFocus } from "../../parts/useKeptFocus.ts";

interface SetUpCardProps {
  title: string;
  /** What its buttons call it. */
  name: string;
  subtitle: string;
  icon?: ReactNode;
  isSetUp: boolean;
  isOn: boolean;
  isReadOnly: boolean;
  onSwitch: (isOn: boolean) => Promise<unknown>;
  onTest: () => Promise<{ state: string }>;
  onDelete: () => Promise<void>;
  /** What deleting it means. */
  deletionText: string;
  /** How it is, once it is set up. */
  status: ReactNode;
  /** What else is shown once it is set up, while it isn't edited. */
  children?: ReactNode;
  form: (onDone: () => void) => ReactNode;
}

/** Something that is set up at a provider: how it is, and the ways to set it up, switch, test and delete it. */
export function SetUpCard(props: SetUpCardProps): ReactNode {
  const { title, name, subtitle, icon, isSetUp, isOn, isReadOnly } = props;
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const switching = useAction(props.onSwitch);
  const testing = useAction(async () => {
    if ((await props.onTest()).state === "connected") showToast(`${title} works`);
  });
  const error = switching.error ?? testing.error;
  return (
    <div {...useKeptFocus<HTMLDivElement>()}>
      <Card
        {...{ icon, title, subtitle }}
        aside={
          isSetUp ? (
            <Toggle
              isOn={isOn}
              label={`${title} is on`}
              isDisabled={isReadOnly || switching.isBusy}
              onChange={(next) => void switching.run(next)}
            />
          ) : (
            !isReadOnly &&
            !isEditing && (
              <Button size="small" aria-label={`Set up ${name}`} onClick={() => setIsEditing(true)}>
                Set up
              </Button>
            )
          )
        }
      >
        {isSetUp && (
          <div className={body}>
            <div role="status">{props.status}</div>
            {!isReadOnly && !isEditing && (
              <div data-actions="">
                <Button size="small" onClick={() => setIsEditing(true)} aria-label={`Edit ${name}`}>
                  Edit
                </Button>
                {isOn && (
                  <Button
                    size="small"
                    isBusy={testing.isBusy}
                    onClick={() => void testing.run()}
                    aria-label={`Test ${name}`}
                  >
                    Test
                  </Button>
                )}
                <Button
                  size="small"
                  kind="danger"
                  onClick={() => setIsDeleting(true)}
                  aria-label={`Delete ${name}`}
                >
                  Delete
                </Button>
              </div>
            )}
          </div>
        )}
        {error && <ErrorNotice title="This did not work." error={error} />}
        {isSetUp && !isEditing && props.children}
        {isEditing && props.form(() => setIsEditing(false))}
        {isDeleting && (
          <ConfirmDialog
            title={`Delete ${name}?`}
            confirmLabel={`Delete ${name}`}
            onConfirm={async () => {
              await props.onDelete();
              setIsEditing(false);
            }}
            onClose={() => setIsDeleting(false)}
          >
            {props.deletionText}
          </ConfirmDialog>
        )}
      </Card>
    </div>
  );
}

const body = css`
  display: grid;
  gap: 14px;
  & > [role="status"] {
    display: grid;
    justify-items: start;
    gap: 8px;
    font-size: var(--ph-text-s);
  }
  & > [role="status"] > p {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > [data-actions] {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;
