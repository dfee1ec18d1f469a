import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { brandName } from "../../shared/domain/product.ts";
import type { Log } from "../requests/log.ts";
import type { Sink, Told, Work } from "./sink.ts";

export interface TracingOptions {
  version: string;
  log: Log;
  /** Where spans go. Default: the collector from the environment. */
  exporter?: SpanExporter;
}

/**
 * Spans of requests, answers, model calls and jobs, named by OpenTelemetry's conventions (HTTP, GenAI). They contain no
 * questions and no answers.
 */
export function createTracing({ version, log, exporter = new OTLPTraceExporter() }: TracingOptions): Sink {
  const service = resourceFromAttributes({
    "service.name": brandName.toLowerCase(),
    "service.version": version,
  });
  // The environment's attributes win over ours.
  const resource = defaultResource()
    .merge(service)
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor({ exporter });
  const provider = new TracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer(brandName.toLowerCase(), version);
  const around = new AsyncLocalStorage<Context>();

  return {
    async around(work, told, act) {
      const parent = around.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(nameOf(work), { kind: kindOf(work), attributes: begin(work) }, parent);
      try {
        return await around.run(trace.setSpan(parent, span), act);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute("error.type", error instanceof Error ? error.name : "error");
        throw error;
      } finally {
        if (work.kind === "request" && told.route !== undefined)
          span.updateName(`${work.method} ${told.route}`);
        if ((told.status ?? 0) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttributes(end(work, told));
        span.end();
      }
    },
    async stop() {
      await provider.shutdown().catch((error: unknown) => log.error("could not send the last spans", error));
    },
  };
}

function nameOf(work: Work): string {
  if (work.kind === "request") return work.method;
  if (work.kind === "model") return `chat ${work.model}`;
  return work.kind === "job" ? `job ${work.name}` : "invoke_agent";
}

function kindOf(work: Work): SpanKind {
  if (work.kind === "request") return SpanKind.SERVER;
  return work.kind === "model" ? SpanKind.CLIENT : SpanKind.INTERNAL;
}

function begin(work: Work): Attributes {
  switch (work.kind) {
    case "request":
      return { "http.request.method": work.method };
    case "model":
      return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": work.provider,
        "gen_ai.request.model": work.model,
      };
    case "answer":
      return { "gen_ai.operation.name": "invoke_agent" };
    case "job":
      return { "messaging.operation.type": "process", "messaging.destination.name": work.name };
  }
}

function end(work: Work, told: Told): Attributes {
  const { route, status, requestId, provider, model, outcome, tokensIn, tokensOut } = told;
  const isAnswer = work.kind === "answer";
  return {
    ...(route !== undefined && { "http.route": route }),
    ...(status !== undefined && { "http.response.status_code": status }),
    ...(requestId !== undefined && { "pilothouse.request_id": requestId }),
    ...(isAnswer && provider !== undefined && { "gen_ai.provider.name": provider }),
    ...(isAnswer && model !== undefined && { "gen_ai.request.model": model }),
    ...(outcome !== undefined && { "pilothouse.outcome": outcome }),
    ...(tokensIn != null && { "gen_ai.usage.input_tokens": tokensIn }),
    ...(tokensOut != null && { "gen_ai.usage.output_tokens": tokensOut }),
  };
}
