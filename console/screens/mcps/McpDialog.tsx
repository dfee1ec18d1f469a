import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { McpAuth, McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { Select } from "../../../shared/ui/Select.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { useSubmit } from "../../parts/useSubmit.ts";
import { addMcpServer, changeMcpServer } from "../../state/mcps/mcps.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

interface McpDialogProps {
  place: AgentPlace;
  /** The server to change; left out, one is added. */
  server?: Snapshot<McpServer>;
  onSaved: (server: { id: string }) => void;
  onClose: () => void;
}

const authTypes = [
  { value: "none", label: "No sign-in" },
  { value: "oauth", label: "The server's own sign-in" },
  { value: "bearer", label: "Bearer token" },
  { value: "header", label: "Header with a key" },
];

/** Adds an MCP server, or changes one. Its tools are read when it is saved. */
export function McpDialog({ place, server, onSaved, onClose }: McpDialogProps): ReactNode {
  const formId = useId();
  const [name, setName] = useState(server?.name ?? "");
  const [url, setUrl] = useState(server?.url ?? "");
  const [authType, setAuthType] = useState<string>(server?.auth.type ?? "none");
  const [header, setHeader] = useState(server?.auth.type === "header" ? server.auth.name : "X-Api-Key");
  const [clientId, setClientId] = useState(server?.auth.type === "oauth" ? (server.auth.clientId ?? "") : "");
  const [secret, setSecret] = useState("");
  const saving = useAction(async () => {
    const auth = toAuth(authType, { header: header.trim(), clientId: clientId.trim() });
    const draft = {
      ...{ name: name.trim(), url: url.trim(), auth },
      ...(authType !== "none" && secret !== "" && { secret }),
    };
    if (server) {
      await changeMcpServer({ ...place, mcpId: server.id }, { ...draft, updatedAt: server.updatedAt });
      onSaved(server);
    } else onSaved(await addMcpServer(place, draft));
    onClose();
  });
  const isAddress = /^https?:\/\/[^\s/]+/i.test(url.trim());
  const isComplete = name.trim() !== "" && isAddress && (authType !== "header" || header.trim() !== "");
  const error = saving.error;
  const { needed, handleSubmit } = useSubmit(isComplete, saving.run);
  return (
    <Dialog
      title={server ? `Change ${server.name}` : "Add an MCP server"}
      width={560}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={saving.isBusy}>
            {server ? "Save server" : "Add server"}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={handleSubmit} noValidate>
        {error && (
          <ErrorNotice
            title={server ? "The server was not changed." : "The server was not added."}
            error={error}
          />
        )}
        <TextField
          label="Name"
          autoFocus
          hint="Prefix for its tools’ names."
          isRequired
          limit={60}
          value={name}
          onChange={setName}
          error={findFieldError(error, "name") ?? needed(name.trim() === "", "Field is required")}
        />
        <TextField
          label="Address"
          hint="An MCP server over HTTP."
          isRequired
          type="url"
          limit={2000}
          placeholder="https://example.com/mcp"
          value={url}
          onChange={setUrl}
          error={
            findFieldError(error, "url") ??
            needed(!isAddress, "Enter an address such as https://example.com/mcp.")
          }
        />
        <Select label="Sign-in" value={authType} options={authTypes} onChange={setAuthType} />
        {authType === "header" && (
          <TextField
            label="Header"
            isRequired
            limit={100}
            value={header}
            onChange={setHeader}
            error={findFieldError(error, "auth.name") ?? needed(header.trim() === "", "Field is required")}
          />
        )}
        {authType === "oauth" && (
          <TextField
            label="Client ID"
            hint="Most servers need none. Sign in after you save."
            limit={500}
            value={clientId}
            onChange={setClientId}
            error={findFieldError(error, "auth.clientId")}
          />
        )}
        {authType !== "none" && (authType !== "oauth" || clientId.trim() !== "") && (
          <TextField
            label={authType === "oauth" ? "Client secret" : "Secret"}
            type="password"
            autoComplete="new-password"
            hint={server?.hasSecret ? describeSecret(server.secretEnding) : "You can’t view it again."}
            value={secret}
            onChange={setSecret}
            error={findFieldError(error, "secret")}
          />
        )}
      </form>
    </Dialog>
  );
}

function toAuth(type: string, { header, clientId }: { header: string; clientId: string }): McpAuth {
  if (type === "header") return { type, name: header };
  if (type === "oauth") return { type, ...(clientId !== "" && { clientId }) };
  return { type: type === "bearer" ? "bearer" : "none" };
}

function describeSecret(ending: string): string {
  const saved = ending === "" ? "Saved." : `Saved, ends in …${ending}.`;
  return `${saved} Leave empty to keep it. Enter it again if the host changes.`;
}

const form = css`
  display: grid;
  gap: 20px;
  color: var(--ph-text);
`;
