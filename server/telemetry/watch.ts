import { AppError } from "../../shared/errors/errors.ts";
import type { Answering } from "../answering/answering.ts";
import type { JobHandler } from "../jobs/kinds.ts";
import { ModelFault } from "../models/fault.ts";
import type { Models } from "../models/models.ts";
import { noTelemetry } from "./telemetry.ts";
import type { Telemetry } from "./telemetry.ts";

/** Reports each model request. */
export function watchModels<Given extends Pick<Models, "open">>(models: Given, telemetry: Telemetry): Given {
  if (telemetry === noTelemetry) return models;
  return {
    ...models,
    async open(organizationId: string, value: string) {
      const opened = await models.open(organizationId, value);
      if (!opened) return null;
      const { entry, model } = opened;
      const work = { kind: "model", provider: entry.provider, model: entry.value } as const;
      const stream: typeof model.stream = (request, hear) =>
        telemetry.run(work, async (told) => {
          try {
            await model.stream(request, (part) => {
              if (part.type === "usage")
                Object.assign(told, { tokensIn: part.tokensIn, tokensOut: part.tokensOut });
              hear(part);
            });
          } catch (error) {
            told.outcome = describeFault(error, request.signal);
            throw error;
          }
        });
      return { entry, model: { ...model, stream } };
    },
  };
}

/** Reports each answer. */
export function watchAnswering(answering: Answering, telemetry: Telemetry): Answering {
  if (telemetry === noTelemetry) return answering;
  return {
    answer(question) {
      const answer = answering.answer(question);
      return {
        ...answer,
        speak: (say) =>
          telemetry.run({ kind: "answer" }, async (told) => {
            try {
              await answer.speak(say);
              told.outcome = answer.outcome().error ? "failed" : "ok";
            } catch (error) {
              told.outcome = describeFault(error, question.signal);
              throw error;
            } finally {
              const { provider, model, ms, tokensIn, tokensOut } = answer.outcome().receipt;
              Object.assign(told, { provider, model, tokensIn, tokensOut, firstMs: ms.firstToken });
            }
          }),
      };
    },
  };
}

/** Reports each attempt of a job of this kind. */
export function watchJob(name: string, handler: JobHandler, telemetry: Telemetry): JobHandler {
  if (telemetry === noTelemetry) return handler;
  return (job, tools) =>
    telemetry.run({ kind: "job", name }, async (told) => {
      try {
        await handler(job, tools);
      } catch (error) {
        told.outcome = tools.signal.aborted ? "stopped" : "failed";
        throw error;
      }
    });
}

function describeFault(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "stopped";
  if (error instanceof ModelFault) return error.kind;
  return error instanceof AppError ? error.code : "failed";
}
