import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { pushKinds } from "../../../shared/domain/push.ts";
import type { PushKind } from "../../../shared/domain/push.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";
import { changePush, push } from "../../state/notifications/push.ts";

const kindNames: Record<PushKind, string> = {
  mentioned: "A note mentions me",
  assigned: "A conversation is assigned to me",
  overdue: "A reply is overdue in my conversation or a waiting one",
  approval: "An agent’s action needs approval",
  asked: "A visitor asks for a person, or waits again",
  message: "A visitor writes, or a snooze ends, in my conversation or a waiting one",
};

/**
 * What somebody is told of on all their devices, and how much a lock screen says. Each choice takes effect immediately.
 */
export function PushChoices({ orgId }: { orgId: string }): ReactNode {
  const { data } = useSnapshot(push);
  const { run, error } = useAction((change: Parameters<typeof changePush>[1]) => changePush(orgId, change));
  if (!data) return null;
  const { kinds, hidesText } = data;
  const toggle = (kind: PushKind) => {
    const others = kinds.filter((one) => one !== kind);
    void run({ kinds: others.length < kinds.length ? others : [...kinds, kind] });
  };
  return (
    <>
      <fieldset className={list}>
        <legend>Tell me when</legend>
        {pushKinds.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={kinds.includes(kind)} onChange={() => toggle(kind)} />
            {kindNames[kind]}
          </label>
        ))}
        <p>Muted conversations notify you only of mentions and assignments.</p>
      </fieldset>
      <fieldset className={list}>
        <legend>On the lock screen</legend>
        <label>
          <input type="checkbox" checked={hidesText} onChange={() => void run({ hidesText: !hidesText })} />
          Hide message and sender
        </label>
      </fieldset>
      {error && <ErrorNotice title="Your changes weren’t saved." error={error} />}
    </>
  );
}

const list = css`
  display: grid;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    padding: 0 0 4px;
    font-weight: 550;
    color: var(--ph-text);
  }
  & > p {
    margin-top: 4px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 36px;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & input {
    flex: none;
    width: 18px;
    height: 18px;
    accent-color: var(--ph-accent);
  }
  @media (pointer: coarse) {
    & > label {
      min-height: 44px;
    }
  }
`;
