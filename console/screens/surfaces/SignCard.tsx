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
    <Card title="Sign your users" subtitle="An HS256 JWT that your server makes for signed-in users.">
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
            <code>sub</code> is the user’s id and <code>exp</code> an end within seven days;{" "}
            <code>email</code>, <code>phone</code>, <code>name</code> and <code>attrs</code> may go along.
            These examples need no library.
          </p>
        </div>
        <div className={body}>
          <h3>2. In your page</h3>
          <CodeBlock label="Copy page code" code={pageExample} />
          <p>
            <code>logout</code> takes everything of the visitor out of the browser.
          </p>
          <p>
            The hosted page takes a token behind its address (<code>/p/…#identity=JWT</code>), which it hides
            at once and forgets with the tab. Sign such a link for a few minutes only: anyone who opens it
            writes as that user.
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
