import { askFor } from "../../../agents/templates/askFor.ts";
import type { Provider, ProviderSetting } from "../Provider.ts";
import { operation } from "./operation.ts";

function addressSetting(
  about: Pick<ProviderSetting, "id" | "label" | "hint" | "placeholder" | "isRequired">,
) {
  return {
    ...about,
    pattern: /^https?:\/\/[^\s{}/?#@]+(?:\/[^\s{}?#]*)?$/i,
    problem: "Enter an address that begins with https:// and a host.",
  };
}

/** Any service with an API, by OAuth 2 or a key. */
export const custom: Provider = {
  id: "custom",
  name: "Other service",
  summary: "Connect any API by OAuth 2 or a key.",
  icon: "plug",
  settings: [
    addressSetting({
      ...{ id: "apiUrl", label: "API address", hint: "Requests go to this address only." },
      ...{ placeholder: "https://api.example.com/v1", isRequired: true },
    }),
    addressSetting({
      ...{ id: "authorizeUrl", label: "Authorization address", hint: "Needed to sign in by OAuth 2." },
      ...{ placeholder: "https://login.example.com/authorize", isRequired: false },
    }),
    addressSetting({
      ...{ id: "tokenUrl", label: "Token address", hint: "Needed to sign in by OAuth 2." },
      ...{ placeholder: "https://login.example.com/token", isRequired: false },
    }),
    {
      ...{ id: "scope", label: "Scopes", hint: "As the service names them, with spaces between." },
      ...{ placeholder: "orders.read", isRequired: false },
      pattern: /^[\u0021\u0023-\u005b\u005d-\u007e]+(?: [\u0021\u0023-\u005b\u005d-\u007e]+)*$/,
      problem: "Use the service's names with single spaces between.",
    },
  ],
  apiUrl: "{apiUrl}",
  sends: { type: "bearer" },
  oauth: {
    authorizeUrl: "{authorizeUrl}",
    tokenUrl: "{tokenUrl}",
    clientsUrl: "",
    scopes: [],
    client: "post",
    usesPkce: true,
    isForVisitors: true,
  },
  key: { label: "Key", hint: "It is sent as a bearer token.", sends: { type: "bearer" } },
  whoami: null,
  events: {
    hint: "Have the service sign each body with HMAC SHA-256 and send it in hex as X-Signature-256: sha256=….",
    secretLabel: "Secret",
    types: [],
    verify: {
      ...{ scheme: "hmac", header: "x-signature-256", form: "sha256=", encoding: "hex", signed: "{body}" },
    },
    type: { pick: "type || event" },
    id: { pick: "id" },
  },
  operations: [
    operation("read", "GET {apiUrl}/YOUR_PATH/{{id}}", {
      text: {
        title: "Read from the service",
        description: "Reads one thing of the service by its ID.",
        inputs: [askFor("id", "text", { label: "ID" })],
      },
    }),
  ],
};
