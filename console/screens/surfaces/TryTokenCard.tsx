import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { CircleCheck, CircleX } from "lucide-react";
import { contactFieldNames, contactFields } from "../../../shared/domain/contactFields.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useWrongField } from "../../parts/useWrongField.ts";
import { tryToken } from "../../state/surfaces/identity.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

type Result = Awaited<ReturnType<typeof tryToken>>;

/** Says what would become of a token that a server signed, before any visitor brings it. */
export function TryTokenCard({ place }: { place: AgentPlace }): ReactNode {
  const [token, setToken] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const trying = useAction(async () => setResult(await tryToken(place, token.trim())));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (token.trim()) void trying.run();
  };
  return (
    <Card
      title="Try a token"
      subtitle="Paste a token that your server signed. It creates no contact and isn't saved."
    >
      <form ref={useWrongField()} className={form} onSubmit={handleSubmit} noValidate>
        <TextArea
          label="JWT"
          rows={3}
          isRequired
          limit={4000}
          value={token}
          onChange={(text) => {
            setToken(text);
            setResult(null);
          }}
          error={hasTried && !token.trim() ? "Field is required" : undefined}
        />
        <div>
          <Button type="submit" isBusy={trying.isBusy}>
            Try it
          </Button>
        </div>
        {trying.error && <ErrorNotice title="The token could not be tried." error={trying.error} />}
        <div role="status">{result && <Outcome {...result} />}</div>
      </form>
    </Card>
  );
}

function Outcome({ problem, identity }: Result): ReactNode {
  if (!identity) {
    return (
      <p className={cx(outcome, bad)}>
        <CircleX size={18} aria-hidden />
        {problem}
      </p>
    );
  }
  const { userId, name, attrs } = identity;
  const told = [
    ["User", userId],
    ["Name", name],
    ...contactFieldNames.map((field) => [contactFields[field].label, identity[field]] as const),
  ];
  const facts = [...told, ...Object.entries(attrs)];
  return (
    <>
      <p className={cx(outcome, good)}>
        <CircleCheck size={18} aria-hidden />
        This token is valid.
      </p>
      <dl className={list}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={String(label)}>
              <dt>{label}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
      </dl>
    </>
  );
}

const form = css`
  display: grid;
  gap: 14px;
  & textarea {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
`;
const outcome = css`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  font-weight: 550;
  & > svg {
    flex: none;
    margin-top: 1px;
  }
`;
const good = css`
  color: var(--ph-success-text);
`;
const bad = css`
  color: var(--ph-danger-text);
`;
const list = css`
  display: grid;
  gap: 4px;
  margin: 10px 0 0;
  font-size: var(--ph-text-s);
  & > div {
    display: grid;
    grid-template-columns: minmax(80px, 140px) minmax(0, 1fr);
    gap: 12px;
  }
  & dt {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;
