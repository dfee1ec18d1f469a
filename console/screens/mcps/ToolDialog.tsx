import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { McpTestResult, McpTool } from "../../../shared/contract/mcps/mcps.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { changeMcpTool, tryMcpTool } from "../../state/mcps/mcps.ts";
import type { McpPlace } from "../../state/mcps/mcps.ts";

interface ToolDialogProps {
  place: McpPlace;
  tool: Snapshot<McpTool>;
  onClose: () => void;
}

/** What a tool says of itself, what changed of that, and a test of it. */
export function ToolDialog({ place, tool, onClose }: ToolDialogProps): ReactNode {
  const { id, name, title, fingerprint, isHeldBack, before } = tool;
  const [input, setInput] = useState("{}");
  const [result, setResult] = useState<McpTestResult | null>(null);
  const mayChange = mayDo("mcps.update");
  const switching = useAction(async () => {
    await changeMcpTool(place, id, { isEnabled: true, looked: fingerprint });
    onClose();
  });
  const parsed = readObject(input);
  const testing = useAction(async () => {
    if (parsed) setResult(await tryMcpTool(place, { toolId: id, input: parsed }));
  });
  return (
    <Dialog
      title={title || name}
      width={720}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isHeldBack && mayChange && (
            <Button kind="primary" isBusy={switching.isBusy} onClick={() => void switching.run()}>
              Switch on
            </Button>
          )}
        </>
      }
    >
      <div className={frame}>
        {switching.error && <ErrorNotice title="The tool was not switched on." error={switching.error} />}
        {before && (
          <section>
            <h3>Before the change</h3>
            <Described {...before} />
          </section>
        )}
        <section>
          <h3>{before ? "Now" : "Description"}</h3>
          <Described {...tool} />
        </section>
        {mayChange && (
          <section>
            <h3>Test</h3>
            <TextArea
              label="Input (JSON)"
              hint="This really calls the tool."
              value={input}
              onChange={setInput}
              error={parsed ? undefined : "Enter a JSON object, such as {}."}
            />
            <Button disabled={!parsed} isBusy={testing.isBusy} onClick={() => void testing.run()}>
              Call tool
            </Button>
            {testing.error && <ErrorNotice title="The tool was not called." error={testing.error} />}
            {result && (
              <div role="status">
                <p>{result.error ?? `Answered in ${result.ms} ms.`}</p>
                {result.text !== "" && (
                  <pre role="region" aria-label="Result" tabIndex={0}>
                    {result.text}
                  </pre>
                )}
              </div>
            )}
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** Texts of the server's, shown as they are. */
function Described({
  title,
  description,
  inputSchema,
}: Pick<Snapshot<McpTool>, "title" | "description" | "inputSchema">): ReactNode {
  return (
    <>
      {title !== "" && <p>{title}</p>}
      <p>{description || "No description"}</p>
      <pre role="region" aria-label="Input schema" tabIndex={0}>
        {JSON.stringify(inputSchema, null, 2)}
      </pre>
    </>
  );
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const frame = css`
  display: grid;
  gap: 24px;
  min-width: 0;
  color: var(--ph-text);
  & > section {
    display: grid;
    justify-items: start;
    gap: 8px;
    min-width: 0;
  }
  & > section > * {
    max-width: 100%;
  }
  & > section > :has(textarea) {
    width: 100%;
  }
  & [role="status"] {
    width: 100%;
    min-width: 0;
  }
  & p {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & pre {
    box-sizing: border-box;
    width: 100%;
    max-height: 240px;
    margin: 0;
    padding: 12px;
    overflow: auto;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
