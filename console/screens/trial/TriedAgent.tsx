import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Trial } from "../../../shared/contract/trial/trial.ts";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { CopyButton } from "../../../shared/ui/CopyButton.tsx";
import { Spinner } from "../../../shared/ui/Spinner.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ColorField } from "../../parts/ColorField.tsx";
import { EntryCard, EntryForm } from "../../parts/EntryCard.tsx";
import { describeMoment } from "../../parts/describeMoment.ts";
import { describeCount } from "../../parts/describeNumber.ts";
import { useAction } from "../../parts/useAction.ts";
import { paths } from "../../state/shell/paths.ts";
import { wantOwnTrial } from "../../state/trial/ownTrial.ts";
import { change, leaveTrial, loadTrial } from "../../state/trial/trial.ts";
import { readServerAddress, toAddress } from "../../../shared/client/basePath.ts";

type ShownTrial = Snapshot<Trial>;

/** Nothing is told live to somebody without an account. */
const lookEveryMs = 1500;
const usualColor = "#4f46e5";

/** The agent of a trial: how far it is, what it learned, its chat, its name and color, and how to keep it. */
export function TriedAgent({ trial }: { trial: ShownTrial }): ReactNode {
  const isUnderWay = trial.state === "reading" || trial.state === "learning";
  const isAwaited = isUnderWay || (trial.state === "ready" && trial.answers === null);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void loadTrial(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isAwaited]);
  if (trial.state === "failed") {
    return (
      <EntryCard title="That did not work">
        <p role="alert">{trial.problem}</p>
        <Button kind="primary" onClick={leaveTrial}>
          Try again
        </Button>
      </EntryCard>
    );
  }
  if (isUnderWay) {
    return (
      <EntryCard title="Creating your agent">
        <ol className={steps} role="status">
          <Step name="Read your content" state={trial.state === "reading" ? "now" : "done"} />
          <Step
            name={trial.pages > 0 ? `Learn from ${describeCount(trial.pages, "page")}` : "Learn from it"}
            state={trial.state === "learning" ? "now" : "next"}
          />
          <Step name="Ready to chat" state="next" />
        </ol>
      </EntryCard>
    );
  }
  return <Ready trial={trial} />;
}

function Step({ name, state }: { name: string; state: "done" | "now" | "next" }): ReactNode {
  return (
    <li data-state={state} aria-current={state === "now" ? "step" : undefined}>
      {state === "now" ? <Spinner /> : <span aria-hidden>{state === "done" ? "✓" : "·"}</span>}
      {name}
    </li>
  );
}

function Ready({ trial }: { trial: ShownTrial }): ReactNode {
  const [name, setName] = useState(trial.name);
  const [primary, setPrimary] = useState(trial.primary ?? usualColor);
  const isRecolored = primary !== (trial.primary ?? usualColor);
  const saving = useAction(() => change({ name: name.trim(), ...(isRecolored && { primary }) }));
  const link = `${readServerAddress()}${trial.chatPath ?? ""}`;
  const isChanged = name !== trial.name || isRecolored;
  return (
    <EntryCard
      title={`${trial.name} is ready`}
      subtitle={`It learned from ${describeCount(trial.pages, "page")} and is available until ${describeMoment(trial.expiresAt)}.`}
      isWide
    >
      <div className={row}>
        <a
          href={toAddress(trial.chatPath ?? "")}
          target="_blank"
          rel="noopener"
          className={buttonClass("primary")}
        >
          Open chat
        </a>
        <CopyButton text={link} label="Copy link" />
      </div>
      <Answers trial={trial} />
      {trial.titles.length > 0 && (
        <section className={learned}>
          <h2>Pages it read</h2>
          <ul>
            {trial.titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </section>
      )}
      <EntryForm error={saving.error} onSubmit={() => void saving.run()}>
        <TextField label="Name" value={name} maxLength={80} onChange={setName} />
        <ColorField label="Color" value={primary} onChange={setPrimary} />
        <Button
          kind="secondary"
          type="submit"
          isBusy={saving.isBusy}
          disabled={!isChanged || name.trim() === ""}
        >
          Save look
        </Button>
      </EntryForm>
      <div className={row}>
        <Link href={paths.chooseCompany} className={buttonClass("primary")} onClick={wantOwnTrial}>
          Keep this agent
        </Link>
        <Button kind="quiet" onClick={leaveTrial}>
          Start over
        </Button>
      </div>
    </EntryCard>
  );
}

/** Three questions that it has answered from its pages; those of the site where it was asked none. */
function Answers({ trial: { answers, suggestions } }: { trial: ShownTrial }): ReactNode {
  if (answers === null)
    return (
      <p className={asking} role="status">
        <Spinner /> Asking it questions from your pages…
      </p>
    );
  if (answers.length > 0)
    return (
      <section className={learned} aria-labelledby="answers">
        <h2 id="answers">What it answers</h2>
        <dl>
          {answers.map(({ question, answer, source }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
              <dd>
                <Source {...source} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  if (suggestions.length === 0) return null;
  return (
    <section className={learned}>
      <h2>Try asking</h2>
      <ul>
        {suggestions.slice(0, 3).map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  );
}

function Source({ title, url }: { title: string; url: string | null }): ReactNode {
  const name = title || "What it read";
  if (url === null) return <small>{name}</small>;
  return (
    <small>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
    </small>
  );
}

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 12px;
`;
const steps = css`
  display: grid;
  gap: 12px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 24px;
  }
  & > li > span {
    width: 16px;
    text-align: center;
  }
  & > li[data-state="next"] {
    color: var(--ph-text-2);
  }
`;
const asking = css`
  display: flex;
  align-items: center;
  gap: 8px;
  margin: 0;
  color: var(--ph-text-2);
`;
const learned = css`
  display: grid;
  gap: 6px;
  & > h2 {
    font-size: var(--ph-text-s);
    font-weight: 600;
    color: var(--ph-text-2);
  }
  & > ul {
    margin: 0;
    padding-inline-start: 18px;
  }
  & li,
  & dl > div {
    overflow-wrap: anywhere;
  }
  & > dl {
    display: grid;
    gap: 14px;
    margin: 0;
  }
  & dt {
    font-weight: 600;
  }
  & dd {
    margin: 2px 0 0;
  }
`;
