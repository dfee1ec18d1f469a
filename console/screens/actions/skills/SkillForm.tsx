import { Suspense, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Skill, SkillTestResult } from "../../../../shared/contract/skills/skills.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import type { FormValues } from "../../../../shared/domain/forms.ts";
import { searchInput, skillName } from "../../../../shared/domain/skills.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Card } from "../../../parts/Card.tsx";
import { ChangeConflict } from "../../../parts/ChangeConflict.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { SaveBar } from "../../../parts/SaveBar.tsx";
import { useRevisedForm } from "../../../parts/useRevisedForm.ts";
import type { Revised } from "../../../parts/useRevisedForm.ts";
import { useWrongField } from "../../../parts/useWrongField.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { holdUnsaved, navigate } from "../../../state/shell/navigation.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { changeSkill, loadSkills, makeSkill, skills, trySkill } from "../../../state/skills/skills.ts";
import type { SkillTrial, TypedSkill } from "../../../state/skills/skills.ts";
import { AnswerField } from "./AnswerField.tsx";
import { InputsCard } from "./InputsCard.tsx";
import { skillPath } from "../../../state/skills/skillPaths.ts";
import { propertyRows } from "./propertyRows.ts";
import { PurposeCard } from "./PurposeCard.tsx";
import { draftOf, makeBlankSkill, withoutBlankRows } from "./skillDrafts.ts";
import { TestPanel } from "./TestPanel.tsx";
import {
  ClientCard,
  CodeCard,
  EmailCard,
  FormCards,
  HandoverCard,
  HttpCards,
  RulesCard,
  SearchCard,
} from "./kindCards.ts";
const kindTitles = {
  http: "Request",
  code: "Calculation",
  client: "Code on your website",
  form: "Contact",
  email: "E-mail",
  search: "Web search",
  handover: "Handover",
  end: "Answer",
} as const;

interface SkillFormProps {
  place: AgentPlace;
  /** As it is saved; null for a new one. */
  skill: Snapshot<Skill> | null;
  /** What a new one begins with. */
  start: TypedSkill;
}

/** A skill as it is typed, saved to the agent's draft, beside its test. */
export function SkillForm({ place, skill, start }: SkillFormProps): ReactNode {
  const isReadOnly = !mayDo("skills.update");
  const madeId = useRef<string | null>(null);
  const form = useRevisedForm<TypedSkill>({
    current: skill ? revisedOf(skill) : { revision: 0, value: makeBlankSkill(start.config.kind) },
    start: skill ? undefined : start,
    save: async ({ revision, value }) => {
      const data = withoutBlankRows(value);
      const saved = skill
        ? await changeSkill(place, { ...data, id: skill.id, updatedAt: revision })
        : await makeSkill(place, data);
      madeId.current = saved.id;
      return revisedOf(saved);
    },
    readNewest: async () => {
      await loadSkills(place);
      if (skills.error) throw skills.error;
      const newest = skills.data?.items.find(({ id }) => id === skill?.id) ?? skill;
      return newest ? revisedOf(newest) : { revision: 0, value: start };
    },
  });
  const [tested, setTested] = useState<{ inputs: FormValues; result: SkillTestResult } | null>(null);
  const result = tested?.result ?? null;
  const { typed, saving } = form;
  const { config } = typed;
  const [testError, setTestError] = useState<RequestError | null>(null);
  const error = saving.error ?? testError;
  const fields = useWrongField(error);

  const handleSave = async () => {
    // What was begun and left empty goes, so that what the server finds wrong is found in its row.
    form.change(withoutBlankRows(typed));
    setTestError(null);
    const isSaved = await form.save();
    if (!isSaved || !madeId.current) return isSaved;
    showToast(skill ? "Action saved" : "Action added");
    if (!skill) {
      holdUnsaved(null);
      navigate(skillPath(place, madeId.current), { replace: true });
    }
    return true;
  };
  const test = (trial: Pick<SkillTrial, "mode" | "inputs" | "mock">, config?: TypedSkill["config"]) => {
    const { secret, searchKeys, ...draft } = withoutBlankRows(typed);
    return trySkill(place, {
      ...{ skillId: skill?.id, skill: withNames({ ...draft, config: config ?? draft.config }), ...trial },
      ...(secret !== undefined && { secret }),
      ...(searchKeys !== undefined && { searchKeys }),
    });
  };
  const handleTry = async (trial: Pick<SkillTrial, "mode" | "inputs" | "mock">) => {
    form.change(withoutBlankRows(typed));
    saving.clear();
    setTestError(null);
    try {
      setTested({ inputs: trial.inputs, result: await test(trial) });
      // What came back is kept, and can be replayed from now on.
      if (trial.mode === "real" && skill) void loadSkills(place);
    } catch (thrown) {
      setTestError(toRequestError(thrown));
      throw thrown;
    }
  };
  /** Shapes the last response once more; what was sent and came back stays. */
  const handlePreview = async () => {
    if (!tested?.result.response) return;
    const { request, response, ms } = tested.result;
    const shaped = await test({ mode: "mock", inputs: tested.inputs, mock: response.body });
    setTested({ inputs: tested.inputs, result: { ...shaped, request, response, ms } });
  };
  const section = { typed, onChange: form.change, error, isReadOnly };
  return (
    <div className={columns}>
      <div ref={fields} className={main}>
        {form.overtaken && <ChangeConflict form={form} />}
        {saving.error && !form.overtaken && (
          <ErrorNotice title="The action was not saved." error={saving.error} onRetry={handleSave} />
        )}
        <PurposeCard {...section} />
        {config.kind !== "end" && config.kind !== "search" && <InputsCard {...section} place={place} />}
        <Suspense fallback={<Card title={kindTitles[config.kind]}>Loading…</Card>}>
          {config.kind === "http" && (
            <HttpCards
              {...section}
              {...{ place, config }}
              saved={skill}
              hasResponse={result?.response != null}
              onPreview={handlePreview}
              picked={result?.picked ?? null}
            />
          )}
          {config.kind === "end" && (
            <Card title="Answer">
              <div className={propertyRows}>
                <AnswerField {...section} />
              </div>
            </Card>
          )}
          {config.kind === "code" && <CodeCard {...section} config={config} />}
          {config.kind === "client" && <ClientCard {...section} config={config} />}
          {config.kind === "email" && <EmailCard {...section} config={config} />}
          {config.kind === "search" && (
            <SearchCard
              {...section}
              {...{ config, saved: skill }}
              onTestEngine={(engine) =>
                test({ mode: "real", inputs: { [searchInput]: "test" } }, { ...config, engines: [engine] })
              }
            />
          )}
          {config.kind === "handover" && <HandoverCard {...section} {...{ place, config }} />}
          {config.kind === "form" && <FormCards {...section} config={config} />}
        </Suspense>
        <Suspense fallback={<Card title="Rules">Loading…</Card>}>
          <RulesCard {...section} />
        </Suspense>
      </div>
      <div className={side}>
        {!isReadOnly && config.kind !== "end" && config.kind !== "handover" && (
          <TestPanel
            typed={typed}
            onTry={handleTry}
            hasRecorded={skill?.recordedAt != null}
            result={result}
          />
        )}
      </div>
      <SaveBar
        changedCount={form.changedCount}
        isSaving={saving.isBusy}
        onSave={handleSave}
        onDiscard={form.discard}
      />
    </div>
  );
}

/** What a test doesn't need may be missing still. */
function withNames<Draft extends Omit<TypedSkill, "secret" | "searchKeys">>(draft: Draft): Draft {
  const { name, title, description } = draft;
  return {
    ...draft,
    name: skillName.test(name) ? name : "test",
    title: title.trim() || "Test",
    description: description.trim() || "Test",
  };
}

function revisedOf(skill: Snapshot<Skill>): Revised<TypedSkill> {
  return { revision: skill.updatedAt, value: draftOf(skill) };
}

const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 400px);
  align-items: start;
  gap: 24px;
  min-width: 0;
  /* The bar of unsaved changes. */
  & > :last-child {
    grid-column: 1 / -1;
  }
  @media (max-width: 1279px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const main = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const side = css`
  min-width: 0;
  @media (min-width: 1280px) {
    position: sticky;
    top: 16px;
    max-height: calc(100dvh - 92px);
    overflow-y: auto;
    /* Its focus rings are not cut. */
    padding: 2px;
    margin: -2px;
  }
`;
