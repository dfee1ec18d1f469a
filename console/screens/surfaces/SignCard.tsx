import { useState } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { Picker } from "./Picker.tsx";
import { pageExample, signExamples } from "./signExamples.ts";

/** How a server signs who a visitor is, and how the page hands that over. */
export function SignCard(): ReactNode {
  const [chosen, setChosen] = useState("node");
  const example = signExamples.find(({ value }) => value === chosen) ?? signExamples[0];
  if (!example) return null;
  return (
    <Card title="Sign your users" subtitle="Your server makes an HS256 JWT for each signed-in user.">
      <div className={columns}>
        <div className={body}>
          <h3>1. On your server</h3>
          <Picker
            label="Language of your server"
            value={chosen}
            onChange={setChosen}
            options={signExamples}
          />
          <CodeBlock label={`Copy for ${example.label}`} code={example.code} />
          <p>
            <code>sub</code> is the user’s ID, and <code>exp</code> an expiry within seven days. Optional:{" "}
            <code>email</code>, <code>phone</code>, <code>name</code> and <code>attrs</code>. These examples
            need no library.
          </p>
        </div>
        <div className={body}>
          <h3>2. In your page</h3>
          <CodeBlock label="Copy page code" code={pageExample} />
          <p>
            <code>logout</code> removes the visitor’s data from the browser.
          </p>
          <p>
            The hosted page accepts a token in its address (<code>/p/…#identity=JWT</code>). It hides the
            token immediately and keeps it only for the tab. Sign such links for a few minutes only: anyone
            who opens one writes as that user.
          </p>
        </div>
      </div>
    </Card>
  );
}

const columns = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr));
  gap: 24px;
  min-width: 0;
`;
const body = css`
  display: grid;
  align-content: start;
  gap: 12px;
  min-width: 0;
  & > h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > p code {
    font: var(--ph-text-s) / 1.4 var(--ph-mono);
    color: var(--ph-text);
  }
`;
