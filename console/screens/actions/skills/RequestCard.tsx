import type { ReactNode } from "react";
import type { HttpConfig, Skill } from "../../../../shared/contract/skills/skills.ts";
import { skillMethods } from "../../../../shared/domain/skills.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TextField } from "../../../../shared/ui/TextField.tsx";
import { Card } from "../../../parts/Card.tsx";
import { findFieldError } from "../../../parts/fieldErrors.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { ConnectionRow } from "./ConnectionRow.tsx";
import { PairRows } from "./PairRows.tsx";
import { propertyRows } from "./propertyRows.ts";
import { SecretRow } from "./SecretRow.tsx";
import type { ConfigProps } from "./sectionProps.ts";
import { listUsedInputs, makeBlankInput } from "./skillDrafts.ts";
import { TemplateField } from "./TemplateField.tsx";

export interface RequestCardProps extends ConfigProps<HttpConfig> {
  place: AgentPlace;
  /** As it is saved; null for a new one. */
  saved: Pick<Skill, "hasSecret" | "secretEnding" | "updatedAt"> | null;
}

const methodOptions = skillMethods.map((value) => ({ value, label: value }));
const bodyOptions = [
  { value: "none", label: "No body" },
  { value: "json", label: "JSON" },
  { value: "form", label: "Form (URL-encoded)" },
  { value: "raw", label: "Text" },
];
const authOptions = [
  { value: "none", label: "None" },
  { value: "bearer", label: "Bearer token" },
  { value: "basic", label: "User and password" },
  { value: "header", label: "Key in a header" },
  { value: "query", label: "Key in the query" },
  { value: "connection", label: "Connection" },
];
const secretLabels = { bearer: "Token", basic: "Password", header: "Key", query: "Key" };
const bodyExamples: Record<string, string> = {
  json: '{\n  "order": "{{order}}"\n}',
  form: "order={{order}}",
  raw: "",
};

/** The request that the skill sends. */
export function RequestCard(props: RequestCardProps): ReactNode {
  const { typed, config, onChange, error, isReadOnly, saved, place } = props;
  const { method, url, query, headers, bodyType, body, auth } = config;
  const set = (part: Partial<HttpConfig>) => onChange({ config: { ...config, ...part } });
  const names = typed.inputs.map(({ id }) => id);
  const unknown = listUsedInputs(typed).filter((name) => !names.includes(name));
  const errorOf = (path: string) => findFieldError(error, `config.${path}`);
  const handleAuth = (type: string) =>
    set({
      auth:
        type === "connection"
          ? { type, name: "", owner: "team" }
          : type === "basic"
            ? { type, username: "" }
            : type === "header" || type === "query"
              ? { type, name: type === "header" ? "X-Api-Key" : "api_key" }
              : { type: type as "none" | "bearer" }, // a value of the options
    });
  return (
    <Card title="Request">
      <div className={propertyRows}>
        <Select
          label="Method"
          value={method}
          options={methodOptions}
          onChange={(value) => set({ method: value as HttpConfig["method"] })} // a value of the options
          isDisabled={isReadOnly}
        />
        <TemplateField
          label="Address"
          placeholder="https://api.example.com/orders/{{order}}"
          isRequired
          limit={2000}
          value={url}
          onChange={(value) => set({ url: value })}
          names={names}
          error={errorOf("url")}
          isDisabled={isReadOnly}
        />
        <PairRows
          label="Query"
          noun="parameter"
          pairs={query}
          onChange={(pairs) => set({ query: pairs })}
          names={names}
          errorOf={(part) => errorOf(`query.${part}`)}
          isDisabled={isReadOnly}
        />
        <PairRows
          label="Headers"
          noun="header"
          pairs={headers}
          onChange={(pairs) => set({ headers: pairs })}
          names={names}
          errorOf={(part) => errorOf(`headers.${part}`)}
          isDisabled={isReadOnly}
        />
        <Select
          label="Body"
          value={bodyType}
          options={bodyOptions}
          onChange={(value) => set({ bodyType: value as HttpConfig["bodyType"] })} // a value of the options
          isDisabled={isReadOnly}
        />
        {bodyType !== "none" && (
          <TemplateField
            label={bodyType === "form" ? "Fields, one per line" : "Text of the body"}
            rows={4}
            limit={20_000}
            placeholder={bodyExamples[bodyType]}
            value={body}
            onChange={(value) => set({ body: value })}
            names={names}
            error={errorOf("body")}
            isDisabled={isReadOnly}
          />
        )}
        <Select
          label="Sign-in"
          value={auth.type}
          options={authOptions}
          onChange={handleAuth}
          isDisabled={isReadOnly}
        />
        {auth.type === "basic" && (
          <TextField
            label="User"
            limit={2000}
            value={auth.username}
            onChange={(username) => set({ auth: { type: "basic", username } })}
            error={errorOf("auth.username")}
            isDisabled={isReadOnly}
          />
        )}
        {(auth.type === "header" || auth.type === "query") && (
          <TextField
            label={auth.type === "header" ? "Header" : "Parameter"}
            limit={100}
            value={auth.name}
            onChange={(name) => set({ auth: { type: auth.type, name } })}
            error={errorOf("auth.name")}
            isDisabled={isReadOnly}
          />
        )}
        {auth.type === "connection" && (
          <ConnectionRow
            place={place}
            auth={auth}
            onChange={(chosen) => set({ auth: chosen })}
            error={errorOf("auth.name") ?? errorOf("auth.owner")}
            isDisabled={isReadOnly}
          />
        )}
        {auth.type !== "none" && auth.type !== "connection" && (
          <SecretRow
            // Once saved, the field that replaced the old one closes.
            key={saved?.updatedAt}
            label={secretLabels[auth.type]}
            kept={saved?.hasSecret ? { ending: saved.secretEnding } : null}
            typed={typed.secret}
            onChange={(secret) => onChange({ secret })}
            error={findFieldError(error, "data.secret")}
            isDisabled={isReadOnly}
          />
        )}
      </div>
      {unknown.length > 0 && (
        <div className={notice} role="status">
          <p>
            Not among the inputs: <code>{unknown.join(", ")}</code>
          </p>
          {!isReadOnly && (
            <Button
              size="small"
              onClick={() =>
                onChange({ inputs: [...typed.inputs, ...unknown.map((id) => makeBlankInput(id))] })
              }
            >
              {unknown.length === 1 ? "Add as input" : "Add as inputs"}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

const notice = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 8px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  color: var(--ph-text);
  & code {
    font: var(--ph-text-s) / 1.5 var(--ph-mono);
    overflow-wrap: anywhere;
  }
`;
