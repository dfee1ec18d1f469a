import type { HttpMethod } from "../../../shared/domain/httpMethods.ts";

/** A JSON Schema of 2020-12 without references. */
export type JsonSchema = { [keyword: string]: unknown };

/** What the import of an OpenAPI document gives. */
export interface OpenapiDocument {
  title: string;
  /** As the document writes it: 2.0, 3.0.3, 3.1.0. */
  version: string;
  operations: OpenapiOperation[];
  /** Operations that can't be imported, each with the reason for people. */
  leftOut: { method: string; path: string; why: string }[];
}

export interface OpenapiOperation {
  /** The document's own id, or one from method and path; no two operations have the same. */
  id: string;
  method: HttpMethod;
  /** With the names of its inputs in braces, `/pets/{petId}`. */
  path: string;
  summary: string;
  description: string;
  /** Addresses that the path follows, variables filled with their defaults; they may be relative to the document's. */
  servers: string[];
  /** Where each input goes, and how a list or an object is written there. */
  parameters: OpenapiParameter[];
  /** Null where the operation takes no body. */
  body: { contentType: string; isRequired: boolean } | null;
  /** An object with `path`, `query`, `header`, `cookie` (objects of inputs by name) and `body`, as far as there are any. */
  input: JsonSchema;
  /** Alternatives; all kinds of one are needed together. None: no sign-in. */
  security: OpenapiSecurity[][];
}

export interface OpenapiParameter {
  name: string;
  in: ParameterPlace;
  isRequired: boolean;
  style: string;
  explode: boolean;
}

export type ParameterPlace = "path" | "query" | "header" | "cookie";

export interface OpenapiSecurity {
  /** The document's name for it. */
  name: string;
  kind: "apiKey" | "basic" | "bearer" | "oauth2" | "openIdConnect" | "other";
  /** Of an API key: where it goes and how it is called there. */
  in?: string;
  parameter?: string;
  scopes: string[];
}
