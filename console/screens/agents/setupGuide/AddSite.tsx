import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { readTypedAddress, wholeSite } from "../../../../shared/domain/generate.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { createDataSource } from "../../../state/knowledge/dataSources.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

/** One line to give the agent a site: its reading begins immediately. */
export function AddSite({ place }: { place: AgentPlace }): ReactNode {
  const [typed, setTyped] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const address = readTypedAddress(typed);
  const adding = useAction((url: string) =>
    createDataSource(place, {
      name: "",
      config: { kind: "website", scope: "site", urls: [url], ...wholeSite },
    }),
  );
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (address) void adding.run(address);
  };
  return (
    <form className={form} onSubmit={handleSubmit} noValidate>
      <TextField
        label="Website address"
        placeholder="www.example.com"
        type="url"
        autoComplete="url"
        limit={2000}
        value={typed}
        onChange={setTyped}
        error={hasTried && !address ? "Write an address like www.example.com." : undefined}
      />
      <Button type="submit" kind="primary" isBusy={adding.isBusy}>
        Read site
      </Button>
      {adding.error && <ErrorNotice title="The site was not added." error={adding.error} />}
    </form>
  );
}

const form = css`
  display: grid;
  gap: 12px;
  justify-items: start;
  min-width: 0;
  & > :not(button) {
    width: 100%;
  }
`;
