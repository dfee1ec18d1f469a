import type { Reply } from "./modelProvider.ts";

/** Refuses with a body as the provider writes it. */
export function refuseWith(status: number, body: object, headers: Record<string, string> = {}): Reply {
  return (response) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body, null, 2));
}

const google = "type.googleapis.com/google.rpc";
const quotaMessage =
  "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.";

function googleQuota(quotaId: string, quotaValue: string, retryDelay: string) {
  const quotaMetric = "generativelanguage.googleapis.com/generate_content_free_tier_requests";
  const quotaDimensions = { location: "global", model: "gemini-2.5-pro" };
  const links = [
    {
      description: "Learn more about Gemini API quotas",
      url: "https://ai.google.dev/gemini-api/docs/rate-limits",
    },
  ];
  return {
    error: {
      ...{ code: 429, message: quotaMessage, status: "RESOURCE_EXHAUSTED" },
      details: [
        {
          "@type": `${google}.QuotaFailure`,
          violations: [{ quotaMetric, quotaId, quotaDimensions, quotaValue }],
        },
        { "@type": `${google}.Help`, links },
        { "@type": `${google}.RetryInfo`, retryDelay },
      ],
    },
  };
}

/** Google's ordinary limit: it passes by itself. */
export const googleMinute = googleQuota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "5", "26s");
export const googleDay = googleQuota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "100", "41258s");

export const googleNoKey = {
  error: {
    ...{
      code: 400,
      message: "API key not valid. Please pass a valid API key.",
      status: "INVALID_ARGUMENT",
    },
    details: [
      {
        ...{ "@type": `${google}.ErrorInfo`, reason: "API_KEY_INVALID", domain: "googleapis.com" },
        metadata: { service: "generativelanguage.googleapis.com" },
      },
    ],
  },
};

export const googleNoProject = {
  error: {
    ...{ code: 403, status: "PERMISSION_DENIED" },
    message: "Your project has been denied access. Please contact support.",
  },
};

/** Google's answer to a region that it does not serve, also where its models are listed. */
export const googleNoRegion = {
  error: {
    ...{ code: 400, status: "FAILED_PRECONDITION" },
    message: "User location is not supported for the API use.",
  },
};

/** How OpenAI and its imitators write a refusal. */
const openai = (message: string, type: string, code: string | null) => ({
  error: { message, type, param: null, code },
});

/** OpenAI's ordinary limit: it passes by itself. */
export const openaiRate = openai(
  "Rate limit reached for gpt-4o in organization org-1 on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s. Visit https://platform.openai.com/account/rate-limits to learn more. You can increase your rate limit by adding a payment method to your account at https://platform.openai.com/account/billing.",
  "requests",
  "rate_limit_exceeded",
);
export const openaiQuota = openai(
  "You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
  "insufficient_quota",
  "insufficient_quota",
);
export const openaiInactive = openai(
  "Your account is not active, please check your billing details on our website.",
  "billing_not_active",
  "billing_not_active",
);
export const openaiNoModel = openai(
  "Project `proj_1` does not have access to model `gpt-4o`",
  "invalid_request_error",
  "model_not_found",
);
/** A key that may answer but not list models. */
export const openaiNoScope = openai(
  "You have insufficient permissions for this operation. Missing scopes: api.model.read. Check that you have the correct role in your organization and project, and if you're using a restricted API key, that it has the necessary scopes.",
  "invalid_request_error",
  null,
);
/** A refusal that holds what was asked. */
export const openaiEcho = (said: string) =>
  openai(`Invalid prompt: ${said}`, "invalid_request_error", "invalid_prompt");

export const anthropicCredit = {
  type: "error",
  error: {
    type: "invalid_request_error",
    message:
      "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  },
  request_id: "req_1",
};
