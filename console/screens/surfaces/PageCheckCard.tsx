import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { Forbidden } from "../../parts/Forbidden.tsx";
import { useAction } from "../../parts/useAction.ts";
import { pageCheck, runPageCheck } from "../../state/surfaces/pageCheck.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { changeAtOnce } from "../../state/surfaces/surface.ts";
import type { ShownSurface } from "../../state/surfaces/surface.ts";
import { PageReport } from "./PageReport.tsx";
import { readAddress } from "./readAddress.ts";

interface PageCheckCardProps {
  place: AgentPlace;
  surface: ShownSurface;
  isReadOnly: boolean;
}

/** Looks at a page of the customer's and says what keeps the chat away, with the lines to paste. */
export function PageCheckCard({ place, surface, isReadOnly }: PageCheckCardProps): ReactNode {
  const { status, data, error } = useSnapshot(pageCheck);
  const [typed, setTyped] = useState(data?.report.url ?? surface.lastSeen?.origin ?? "");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const allow = useAction(async (domain: string) => {
    await changeAtOnce(place, ({ allowedDomains }) => ({
      allowedDomains: [...new Set([...allowedDomains, domain])],
    }));
    await check();
  });
  const report = data?.agentId === place.agentId ? data.report : null;
  const isLoading = status === "loading";

  async function check(): Promise<void> {
    const address = readAddress(typed);
    setProblem(address ? undefined : "Write the address of a page, like https://example.com/contact.");
    if (address) await runPageCheck(place, address);
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isLoading) void check();
  };
  const fieldProblem = problem ?? error?.fields[0]?.message;
  return (
    <Card title="Check my page" subtitle="Loads your page and looks for the chat.">
      <form className={form} onSubmit={handleSubmit} noValidate>
        <TextField
          label="Address of the page"
          type="url"
          placeholder="https://example.com"
          limit={2000}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setProblem(undefined);
          }}
          error={fieldProblem}
        />
        <Button type="submit" isBusy={isLoading} disabled={typed.trim() === ""}>
          Check
        </Button>
      </form>
      {error?.code === "forbidden" ? (
        <Forbidden needs="surfaces.read" />
      ) : (
        error &&
        error.fields.length === 0 && (
          <ErrorNotice title="The page could not be checked." error={error} onRetry={check} />
        )
      )}
      {allow.error && <ErrorNotice title="The domain was not added." error={allow.error} />}
      {report && !error && (
        <PageReport
          report={report}
          isOld={isLoading}
          onAllow={isReadOnly ? undefined : (domain) => void allow.run(domain)}
        />
      )}
      {!report && !error && (
        <p className={empty}>
          {isLoading
            ? "Checking the page…"
            : "Checks the tag, the token, the allowed domains and the page’s Content-Security-Policy."}
        </p>
      )}
    </Card>
  );
}

const form = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
  gap: 8px;
  & > button {
    margin-top: 26px;
  }
`;
const empty = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
`;
