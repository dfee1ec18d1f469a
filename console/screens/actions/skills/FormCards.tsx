import type { ReactNode } from "react";
import { Card } from "../../../parts/Card.tsx";
import { AnswerField } from "./AnswerField.tsx";
import { ContactCard } from "./ContactCard.tsx";
import { propertyRows } from "./propertyRows.ts";
import { SwitchRow } from "./SwitchRow.tsx";
import type { ConfigProps, FormConfig } from "./sectionProps.ts";

/** What a form has of its own: where its answers go, and what the agent says then. */
export function FormCards({ config, ...section }: ConfigProps<FormConfig>): ReactNode {
  return (
    <>
      <Card title="Before the chat">
        <div className={propertyRows}>
          <SwitchRow
            label="Ask before the first message"
            isOn={config.beforeChat === true}
            onChange={(isOn) => section.onChange({ config: { ...config, beforeChat: isOn } })}
            isDisabled={section.isReadOnly}
            hint="Visitors fill it in once, before they write."
          />
        </div>
      </Card>
      <ContactCard {...section} config={config} />
      <Card title="Answer">
        <div className={propertyRows}>
          <AnswerField {...section} />
        </div>
      </Card>
    </>
  );
}
