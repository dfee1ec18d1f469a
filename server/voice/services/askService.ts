import { EgressError } from "../../egress/EgressError.ts";
import type { VoiceService } from "../../../shared/domain/voiceServices.ts";
import { readText } from "../../egress/readText.ts";
import { readField } from "../../models/readField.ts";

/** A service, and what opens it. */
export interface ServiceAccess {
  service: VoiceService;
  /** Its own address, or the one that was typed. */
  address: string;
  key: string;
  fetch: typeof fetch;
}

/** Thrown where a service refuses a request or can't be asked; the message is for people and has no secrets. */
export class ServiceFault extends Error {
  override name = "ServiceFault";
  /** The service doesn't take this key. */
  readonly isKeyWrong: boolean;
  readonly status: number | null;

  constructor(
    message: string,
    {
      isKeyWrong = false,
      status = null,
      cause,
    }: { isKeyWrong?: boolean; status?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.isKeyWrong = isKeyWrong;
    this.status = status;
  }
}

/** Where each service is. */
export const serviceAddresses: Readonly<Record<VoiceService, string>> = {
  elevenlabs: "https://api.elevenlabs.io",
  liveavatar: "https://api.liveavatar.com",
  tavus: "https://tavusapi.com",
};

/** The header in which each service takes its key. */
export const keyHeaders: Readonly<Record<VoiceService, string>> = {
  elevenlabs: "xi-api-key",
  liveavatar: "X-API-KEY",
  tavus: "x-api-key",
};

export interface ServiceRequest {
  path: string;
  method?: "GET" | "POST";
  body?: unknown;
}

const patienceMs = 15_000;
const largestAnswer = 8_000_000;

/** Asks a service; gives its JSON, or null where its answer is empty. Throws a ServiceFault with the reason in plain words. */
export async function askService(access: ServiceAccess, request: ServiceRequest): Promise<unknown> {
  const { service, address, key, fetch } = access;
  const { path, method = "GET", body } = request;
  const headers: Record<string, string> = { accept: "application/json", [keyHeaders[service]]: key };
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`${address}${path}`, {
    ...{ method, headers, redirect: "error" as const, signal: AbortSignal.timeout(patienceMs) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new ServiceFault(sayWhy(error), { cause: error });
  });
  const text = await readText(response, largestAnswer).catch((cause: unknown) => {
    throw new ServiceFault("The service broke off its answer. Try again in a minute.", { cause });
  });
  if (text === null) throw new ServiceFault("The service sent more than can be read.");
  if (!response.ok) {
    const { status } = response;
    throw new ServiceFault(sayRefusal(status), { isKeyWrong: status === 401, status });
  }
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceFault("The address is not this service. Check it.", { cause });
  }
}

/** Gives a text of what a service sent; empty where there is none. */
export function readString(value: unknown, field: string): string {
  const found = readField(value, field);
  return typeof found === "string" ? found.trim() : "";
}

function sayRefusal(status: number): string {
  if (status === 401) return "The service does not know this key. Copy it again.";
  if (status === 402) return "The account of this key has no credit left.";
  if (status === 403) return "The service knows this key but gives it no right to do this.";
  if (status === 404) return "The service does not have this. Check the address, or choose another one.";
  if (status === 429) return "The service asks to wait. Try again in a minute.";
  return `The service answered ${status}. Try again later.`;
}

function sayWhy(error: unknown): string {
  if (error instanceof EgressError) return error.message;
  if (error instanceof Error && error.name === "TimeoutError")
    return "The service took too long to answer. Try again in a minute.";
  return "The service could not be reached. Try again in a minute.";
}
