import { useId } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Check, ChevronDown, SkipForward } from "lucide-react";
import type { SetupGuideItem } from "../../../../shared/domain/setupGuide.ts";
import { isReviewed } from "../../../../shared/domain/setupGuide.ts";
import { plural } from "../../../../shared/words/language.ts";
import { Button, buttonClass } from "../../../../shared/ui/Button.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useTabLink } from "../../../parts/shownTabs.ts";
import { useAction } from "../../../parts/useAction.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { reviewStep } from "../../../state/agents/setupGuide.ts";
import { AddSite } from "./AddSite.tsx";
import type { Reading } from "./readReading.ts";
import { stepWords } from "./stepWords.ts";

interface SetupGuideStepProps {
  item: Readonly<SetupGuideItem>;
  place: AgentPlace;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  reading: Reading;
}

/** One step: what and how long; the way there, and whether it is done. */
export function SetupGuideStep({ item, place, isOpen, onToggle, reading }: SetupGuideStepProps): ReactNode {
  const bodyId = useId();
  const { title, icon: Icon, what, minutes, tab, part = "", action } = stepWords[item.type];
  const link = useTabLink()(place, tab);
  const href = link && link + part;
  const isKnowledge = item.type === "datasources";
  const takesSite = isKnowledge && reading.status === "none";
  const isTicked = item.completed && !(isKnowledge && ["reading", "failed"].includes(reading.status));
  const reviewing = useAction((change: { completed: boolean; skipped: boolean }) =>
    reviewStep(place, { type: item.type, change }),
  );
  const review = (change: { completed: boolean; skipped: boolean }) => void reviewing.run(change);
  return (
    <section className={cx(card, isOpen && opened)}>
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={() => onToggle(!isOpen)}>
          <span className={mark} data-done={isTicked ? "" : undefined}>
            {isTicked ? (
              <Check size={16} strokeWidth={2.5} aria-hidden />
            ) : item.skipped ? (
              <SkipForward size={15} aria-hidden />
            ) : (
              <Icon size={16} aria-hidden />
            )}
          </span>
          <span>{title}</span>
          <small>{isKnowledge ? describeKnowledge(reading, item, minutes) : describe(item, minutes)}</small>
          <ChevronDown size={18} aria-hidden />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen} className={body}>
        <p>{what}</p>
        {isOpen && takesSite && <AddSite place={place} />}
        {isKnowledge && reading.status === "failed" && <p className={failed}>{reading.error}</p>}
        {reviewing.error && <ErrorNotice error={reviewing.error} />}
        <div className={actions}>
          {href && (
            <Link
              href={href}
              className={buttonClass(isReviewed(item) || takesSite ? "secondary" : "primary")}
            >
              {takesSite ? "Use files or text" : action}
            </Link>
          )}
          {!item.completed && (
            <Button isBusy={reviewing.isBusy} onClick={() => review({ completed: true, skipped: false })}>
              Mark as done
            </Button>
          )}
          {!isReviewed(item) && (
            <Button kind="quiet" onClick={() => review({ completed: false, skipped: true })}>
              Skip
            </Button>
          )}
          {isReviewed(item) && item.type !== "create-copilot" && (
            <Button kind="quiet" onClick={() => review({ completed: false, skipped: false })}>
              Reopen step
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}

/** While pages are read it is not done, whatever was ticked: this says how far it is. */
function describeKnowledge(reading: Reading, item: Readonly<SetupGuideItem>, minutes: number): string {
  if (reading.status === "reading")
    return reading.found ? `${reading.done} of ${reading.found} pages` : "Reading";
  if (reading.status === "failed") return "Not read";
  if (reading.status === "read" && item.completed)
    return plural(reading.pages, { one: "{count} page", other: "{count} pages" });
  return describe(item, minutes);
}

function describe({ completed, skipped }: Readonly<SetupGuideItem>, minutes: number): string {
  if (completed) return "Done";
  return skipped ? "Skipped" : `${minutes} min`;
}

const card = css`
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > h2 {
    font: inherit;
  }
  & > h2 > button {
    display: flex;
    align-items: center;
    gap: 14px;
    width: 100%;
    min-height: 60px;
    padding: 10px 18px;
    border: 0;
    border-radius: var(--ph-radius);
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 550;
    text-align: start;
    cursor: pointer;
  }
  & > h2 > button > span:nth-child(2) {
    flex: 1;
  }
  & > h2 small {
    font-size: var(--ph-text-s);
    font-weight: 400;
    color: var(--ph-text-2);
  }
  & > h2 > button > svg {
    flex: none;
    color: var(--ph-text-3);
    transition: rotate var(--ph-fast);
  }
`;
const opened = css`
  border-color: var(--ph-line-strong);
  & > h2 > button > svg {
    rotate: 180deg;
  }
`;
const mark = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  background: var(--ph-hover);
  color: var(--ph-text-2);
  &[data-done] {
    background: var(--ph-success-soft);
    color: var(--ph-success-text);
  }
`;
const body = css`
  display: grid;
  gap: 8px;
  padding-block: 0 18px;
  padding-inline: 64px 18px;
  &[hidden] {
    display: none;
  }
  @media (max-width: 480px) {
    padding-inline: 18px;
  }
`;
const failed = css`
  color: var(--ph-warning-text);
  overflow-wrap: anywhere;
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 8px;
`;
