import type { ReactNode } from "react";
import { Plus, X } from "lucide-react";
import type { StepCard } from "../../../../shared/domain/workflows/steps.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Rows } from "../../../parts/Rows.tsx";
import { formRows } from "./formRows.ts";
import { StepFileField } from "./StepFileField.tsx";
import type { StepFormProps } from "./stepForm.ts";
import { VariableField } from "./VariableField.tsx";

type Props = Pick<StepFormProps<"say">, "variables" | "isReadOnly"> & {
  card: StepCard | null;
  onChange: (card: StepCard | null) => void;
  error: string | undefined;
};

const emptyCard: StepCard = { title: "", text: "", picture: null, links: [] };
const mostLinks = 5;

/** The card of a message, or the button that adds one. */
export function CardFields({ card, onChange, error, variables, isReadOnly }: Props): ReactNode {
  if (!card && isReadOnly) return null;
  if (!card)
    return (
      <div>
        <Button size="small" icon={<Plus size={15} aria-hidden />} onClick={() => onChange(emptyCard)}>
          Add card
        </Button>
      </div>
    );
  const change = (part: Partial<StepCard>) => onChange({ ...card, ...part });
  const common = { variables, isDisabled: isReadOnly };
  return (
    <section className={frame} aria-label="Card">
      <header>
        <h3>Card</h3>
        {!isReadOnly && (
          <IconButton label="Remove card" size="small" onClick={() => onChange(null)}>
            <X size={16} aria-hidden />
          </IconButton>
        )}
      </header>
      {error && <p role="alert">{error}</p>}
      <div className={formRows}>
        <VariableField
          label="Title"
          value={card.title}
          onChange={(title) => change({ title })}
          limit={500}
          {...common}
        />
        <VariableField
          label="Card text"
          rows={2}
          value={card.text}
          onChange={(text) => change({ text })}
          limit={2000}
          {...common}
        />
        <StepFileField
          label="Picture"
          isPicture
          value={card.picture}
          onChange={(picture) => change({ picture })}
          isReadOnly={isReadOnly}
        />
        <Rows
          label="Links"
          noun="link"
          rows={card.links}
          most={mostLinks}
          onChange={(links) => change({ links })}
          makeRow={() => ({ label: "", url: "" })}
          isReadOnly={isReadOnly}
        >
          {({ label, url }, set) => (
            <>
              <VariableField
                label="Label"
                value={label}
                onChange={(typed) => set({ label: typed })}
                limit={80}
                {...common}
              />
              <VariableField
                label="Address"
                value={url}
                onChange={(typed) => set({ url: typed })}
                limit={2000}
                {...common}
              />
            </>
          )}
        </Rows>
      </div>
    </section>
  );
}

const frame = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  padding: 12px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
  }
  & h3 {
    margin: 0;
    font-size: var(--ph-text-s);
    font-weight: 600;
  }
  & > p {
    margin: 0;
    color: var(--ph-danger-text);
    font-size: var(--ph-text-s);
  }
`;
