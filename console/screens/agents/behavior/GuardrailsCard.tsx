import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import type { BlockedTopic } from "../../../../shared/domain/guidance.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextArea } from "../../../../shared/ui/TextArea.tsx";
import { Toggle } from "../../../../shared/ui/Toggle.tsx";
import { Card } from "../../../parts/Card.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import type { BehaviorFieldsProps } from "./behaviorFieldsProps.ts";
import { BlockedTopicDialog } from "./BlockedTopicDialog.tsx";
import { writeList } from "./readList.ts";
import { ruleList } from "./ruleList.ts";

const mostTopics = 20;
const longestRefusal = 500;

/** What the agent never does: topics it declines, and personal data that no model sees. */
export function GuardrailsCard({ typed, onChange }: BehaviorFieldsProps): ReactNode {
  const { guardrails } = typed;
  const { blockedTopics, refusal, hidesPersonalData } = guardrails;
  const labelId = useId();
  const [edited, setEdited] = useState<number | "new" | null>(null);
  const set = (part: Partial<typeof guardrails>) => onChange({ guardrails: { ...guardrails, ...part } });
  const put = (topics: BlockedTopic[]) => set({ blockedTopics: topics });
  return (
    <Card
      title="Guard rails"
      subtitle="Links from outside your sources and instructions are always removed from answers."
    >
      <section className={part} aria-labelledby={`${labelId}-topics`}>
        <h3 id={`${labelId}-topics`}>Blocked topics</h3>
        <p>Messages with one of a topic’s words are declined without asking a model.</p>
        {blockedTopics.length > 0 && (
          <ul className={ruleList} aria-label="Blocked topics">
            {blockedTopics.map((topic, index) => (
              <li key={index}>
                <div>
                  <strong>{topic.name}</strong>
                  <p>{writeList(topic.words)}</p>
                </div>
                <RowMenu
                  label={`Actions for ${topic.name}`}
                  actions={[
                    {
                      label: "Edit",
                      icon: <Pencil size={16} aria-hidden />,
                      onChoose: () => setEdited(index),
                    },
                    {
                      label: "Remove",
                      icon: <Trash2 size={16} aria-hidden />,
                      onChoose: () => put(blockedTopics.filter((_, at) => at !== index)),
                      isDanger: true,
                    },
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
        {blockedTopics.length < mostTopics && (
          <div>
            <Button icon={<Plus size={16} aria-hidden />} onClick={() => setEdited("new")}>
              Block a topic
            </Button>
          </div>
        )}
      </section>
      {blockedTopics.length > 0 && (
        <TextArea
          label="Answer instead"
          hint="Empty: a polite sentence in the visitor's language."
          rows={2}
          limit={longestRefusal}
          value={refusal}
          onChange={(text) => set({ refusal: text })}
        />
      )}
      <div className={toggleRow}>
        <div>
          <span id={labelId}>Hide personal data from the model</span>
          <p>
            Masks e-mail addresses, card numbers, IBANs and phone numbers in messages, text files and file
            names, and restores them in the answer. Pictures and PDFs are not checked.
          </p>
        </div>
        <Toggle
          labelledBy={labelId}
          isOn={hidesPersonalData}
          onChange={(isOn) => set({ hidesPersonalData: isOn })}
        />
      </div>
      {edited !== null && (
        <BlockedTopicDialog
          topic={edited === "new" ? null : (blockedTopics[edited] ?? null)}
          onSave={(topic) =>
            put(
              edited === "new"
                ? [...blockedTopics, topic]
                : blockedTopics.map((one, index) => (index === edited ? topic : one)),
            )
          }
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

const part = css`
  display: grid;
  gap: 10px;
  & > h3 {
    font-size: var(--ph-text-s);
    font-weight: 550;
  }
  & > p {
    margin-top: -6px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
const toggleRow = css`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: 16px;
  & span {
    font-weight: 550;
  }
  & p {
    margin-top: 2px;
    max-width: 62ch;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
