import type { OpenAIProvider } from "@ai-sdk/openai";
import type { Connection } from "./providers.ts";

/** The provider's model as the AI SDK has it; `doStream` is the part of it that we call. */
export type SdkModel = ReturnType<OpenAIProvider["chat"]>;

export interface ModelToOpen {
  connection: Connection;
  /** The provider's own id of the model. */
  name: string;
  fetch: typeof fetch;
}

/** Gives the SDK's object of a model. The SDKs are loaded with the first answer that needs them. */
export async function openModel({ connection, name, fetch }: ModelToOpen): Promise<SdkModel> {
  const { format, baseURL, apiKey } = connection;
  switch (format) {
    case "responses": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey, fetch }).responses(name);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey, baseURL, fetch }).chat(name);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ apiKey, baseURL, fetch }).chat(name);
    }
    case "chat": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        name: "compatible",
        baseURL: baseURL ?? "",
        apiKey,
        includeUsage: true,
        fetch,
      });
      return provider.chatModel(name);
    }
  }
}
