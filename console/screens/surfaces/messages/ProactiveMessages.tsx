import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MessageSquarePlus, Plus } from "lucide-react";
import type { ProactiveRule } from "../../../../shared/contract/surfaces/proactive.ts";
import { pickLanguage } from "../../../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { maxProactiveRules } from "../../../../shared/domain/proactive.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { useSurfaceForm } from "../../../parts/useSurfaceForm.ts";
import { WithPreview } from "../../../parts/WithPreview.tsx";
import { loadProactiveFigures, proactiveFigures } from "../../../state/surfaces/proactiveFigures.ts";
import type { DeployTabProps } from "../deployTab.ts";
import { SavedForm } from "../SavedForm.tsx";
import { describeFigures, sumFigures } from "./figures.ts";
import { MessagePreview } from "./MessagePreview.tsx";
import { copyRule, emptyRule, firstLanguage, newRule, starts } from "./newRule.ts";
import { RuleCard } from "./RuleCard.tsx";
import { withoutBlankRules } from "./withoutBlankRules.ts";

/** What is open is part of the address; what is typed stays. */
const inPlace = { replace: true, keepsWork: true };

/** What the agent says first on a site, when, and how visitors take it. */
export default function ProactiveMessages(props: DeployTabProps): ReactNode {
  const { agent, place, surface, isReadOnly, onUnsaved } = props;
  const form = useSurfaceForm(surface, place, withoutBlankRules);
  const { error } = form.saving;
  const { proactive: rules } = form.typed;
  const counted = useSnapshot(proactiveFigures);
  const figures = counted.data?.of === place.agentId ? counted.data.items : [];
  const { orgId, agentId } = place;
  useEffect(() => void loadProactiveFigures({ orgId, agentId }), [orgId, agentId]);
  const isUnsaved = form.changedCount > 0;
  const tell = useEffectEvent(onUnsaved);
  useEffect(() => {
    tell(isUnsaved);
    return () => tell(false);
  }, [isUnsaved]);

  const query = useQuery();
  const openId = query.read("message");
  const open = (id: string | null) => query.set({ message: id }, inPlace);
  const [chosen, setChosen] = useState<ChatLanguage | null>(null);
  const agents = pickLanguage([agent.configuration.language]) ?? "en";
  const shown = rules.find(({ id }) => id === openId) ?? rules[0];
  const languageOf = (rule: ProactiveRule) => chosen ?? firstLanguage(rule, agents);

  const setRules = (proactive: ProactiveRule[]) => form.change({ proactive });
  const add = (rule: ProactiveRule) => {
    setRules([...rules, rule]);
    open(rule.id);
  };
  const change = (id: string, part: Partial<ProactiveRule>) =>
    setRules(rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)));
  const moveUp = (at: number) => {
    const moved = [...rules];
    moved.splice(at - 1, 0, ...moved.splice(at, 1));
    setRules(moved);
  };
  const errorsOf = (at: number) => {
    const start = `body.data.settings.proactive.${at}.`;
    return (error?.fields ?? [])
      .filter(({ path }) => path.startsWith(start))
      .map(({ path, message }) => ({ path: path.slice(start.length), message }));
  };

  const presets = (
    <section className={buttons} aria-label="Examples">
      {starts.map((start) => (
        <Button key={start.label} onClick={() => add(newRule(start))}>
          {start.label}
        </Button>
      ))}
      <Button kind="quiet" onClick={() => add(emptyRule(1))}>
        Blank message
      </Button>
    </section>
  );
  return (
    <>
      {isReadOnly && <p className={note}>You can see the messages, but your role can’t save them.</p>}
      <SavedForm form={form}>
        {rules.length === 0 ? (
          <Card>
            <EmptyState
              title="No proactive messages"
              icon={<MessageSquarePlus size={20} aria-hidden />}
              action={!isReadOnly && presets}
            >
              Write to visitors before they ask. Start with one of these:
            </EmptyState>
          </Card>
        ) : (
          <WithPreview
            isSlim
            preview={
              shown && (
                <MessagePreview
                  settings={form.typed}
                  name={agent.name}
                  text={shown.texts[0]?.texts[languageOf(shown)] ?? ""}
                  language={languageOf(shown)}
                />
              )
            }
          >
            <div className={frame}>
              <p className={note}>
                Each visitor sees a message once. After closing one, they see none for 7 days. The first that
                fits is shown.
              </p>
              {counted.error && (
                <ErrorNotice
                  title="The figures could not be read."
                  error={counted.error}
                  onRetry={() => void loadProactiveFigures(place)}
                />
              )}
              <ul aria-label="Proactive messages">
                {rules.map((rule, at) => (
                  <RuleCard
                    key={rule.id}
                    rule={rule}
                    onChange={(part) => change(rule.id, part)}
                    onMoveUp={at > 0 ? () => moveUp(at) : null}
                    onCopy={() => add(copyRule(rule))}
                    onRemove={() => setRules(rules.filter(({ id }) => id !== rule.id))}
                    isOpen={openId === rule.id}
                    onToggle={() => open(openId === rule.id ? null : rule.id)}
                    language={languageOf(rule)}
                    onLanguage={setChosen}
                    figures={describeFigures(sumFigures(figures, rule.id))}
                    figuresOf={(textId) => describeFigures(sumFigures(figures, rule.id, textId))}
                    errors={errorsOf(at)}
                    isReadOnly={isReadOnly}
                  />
                ))}
              </ul>
              {!isReadOnly && (
                <Button
                  icon={<Plus size={16} aria-hidden />}
                  disabled={rules.length >= maxProactiveRules}
                  onClick={() => add(emptyRule(rules.length + 1))}
                >
                  Add message
                </Button>
              )}
            </div>
          </WithPreview>
        )}
      </SavedForm>
    </>
  );
}

const frame = css`
  display: grid;
  justify-items: start;
  gap: 14px;
  min-width: 0;
  & > ul {
    display: grid;
    gap: 10px;
    width: 100%;
    margin: 0;
    padding: 0;
    list-style: none;
  }
`;
const note = css`
  color: var(--ph-text-2);
  font-size: var(--ph-text-s);
`;
const buttons = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 8px;
  margin-top: 12px;
`;
