import { useId } from "react";
import type { ReactNode, Ref } from "react";
import { alert, check, close } from "./firstIconPaths.ts";
import { Icon } from "./Icon.tsx";
import { clock } from "./iconPaths.ts";
import { Spinner } from "./Spinner.tsx";
import { css } from "./style/css.ts";

export interface ActionCardProps {
  title: string;
  /** What is known already. */
  values: readonly { readonly label: string; readonly value: string }[];
  /** What it waits for, or what came of it. */
  status?: ActionStatus | null;
  /** The fields to fill in and the buttons, as long as somebody here decides. */
  children?: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

export interface ActionStatus {
  kind: "waiting" | "running" | "done" | "failed" | "unsure" | "ended";
  text: string;
  /** Who decided, or until when it waits. */
  aside?: string | undefined;
}

/** What an agent wants to do: what it is, with what, how far it is, and below that what somebody can say to it. */
export function ActionCard({ title, values, status, children, ref }: ActionCardProps): ReactNode {
  const id = useId();
  return (
    <div ref={ref} className={card} role="group" aria-labelledby={id} tabIndex={-1}>
      <strong id={id}>
        <bdi>{title}</bdi>
      </strong>
      {values.length > 0 && (
        <dl>
          {values.map(({ label, value }) => (
            <div key={label}>
              <dt>
                <bdi>{label}</bdi>
              </dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {/* It is there from the beginning, so that a screen reader says what comes into it. */}
      <div role="status" data-kind={status?.kind}>
        {status && (
          <>
            <StatusMark kind={status.kind} />
            <p>
              <bdi>{status.text}</bdi>
              {status.aside && (
                <small>
                  <bdi>{status.aside}</bdi>
                </small>
              )}
            </p>
          </>
        )}
      </div>
      {children}
    </div>
  );
}

function StatusMark({ kind }: Pick<ActionStatus, "kind">): ReactNode {
  if (kind === "running") return <Spinner />;
  return <Icon path={marks[kind]} size={1.25} />;
}

const marks = { waiting: clock, done: check, failed: alert, unsure: alert, ended: close };

const card = css`
  display: grid;
  gap: 12px;
  width: min(26rem, 100%);
  min-width: 0;
  margin-top: 4px;
  padding: 14px;
  border: 1px solid var(--ph-line-2);
  border-radius: min(var(--ph-radius), 16px);
  background: var(--ph-raised);
  color: var(--ph-text);
  font-size: var(--ph-text-m);
  line-height: 1.45;
  text-align: start;
  overflow-wrap: anywhere;
  &:focus {
    outline: none;
  }
  & > strong {
    font-weight: 600;
  }
  & > dl {
    display: grid;
    gap: 6px;
    margin: 0;
  }
  & > dl > div {
    display: grid;
    grid-template-columns: minmax(6rem, 2fr) 3fr;
    gap: 2px 12px;
  }
  & dt {
    color: var(--ph-text-3);
  }
  & dd {
    min-width: 0;
    margin: 0;
    white-space: pre-wrap;
  }
  & > [role="status"] {
    display: flex;
    gap: 8px;
    color: var(--ph-text-2);
  }
  /* It takes no room and is not away: what is not there says nothing when words come into it. */
  & > [role="status"]:empty {
    position: absolute;
  }
  & > [role="status"] > :first-child {
    flex: none;
    margin-top: 2px;
  }
  & > [role="status"] > p {
    min-width: 0;
    margin: 0;
  }
  & small {
    display: block;
    font-size: var(--ph-text-s);
    color: var(--ph-text-3);
  }
  & > [data-kind="done"] {
    color: var(--ph-success-text);
  }
  & > [data-kind="failed"] {
    color: var(--ph-danger-text);
  }
  & > :is([data-kind="waiting"], [data-kind="unsure"]) {
    color: var(--ph-warning-text);
  }
`;
