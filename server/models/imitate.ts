/** What is asked of a server that speaks as OpenAI does. */
type Body = Record<string, unknown> & { messages?: Turn[] };
type Turn = Record<string, unknown> & { role: string; content?: unknown };

/** A change of what is asked, for a server that refuses a part of it. */
interface Change {
  name: string;
  /** Whether a refusal is about this part. */
  isMeant: (refusal: string) => boolean;
  apply: (body: Body) => Body;
}

const optional = [
  "stream_options",
  "tool_choice",
  "parallel_tool_calls",
  "user",
  "temperature",
  "top_p",
  "seed",
];

const changes: Change[] = [
  ...optional.map((name): Change => {
    return {
      name,
      isMeant: (refusal) => refusal.includes(name),
      apply: (body) => (name in body ? without(body, name) : body),
    };
  }),
  {
    name: "max_tokens",
    // Some say only that question and answer together are too long.
    isMeant: (refusal) => /max_(?:completion_)?tokens|in the completion/.test(refusal),
    apply: (body) => ("max_tokens" in body ? without(body, "max_tokens") : body),
  },
  {
    name: "system",
    isMeant: (refusal) =>
      /system[ _'"-]{0,3}(?:role|message|prompt|instruction)|role[^.]{0,60}\bsystem\b|developer instruction|roles must alternate/i.test(
        refusal,
      ),
    apply: foldSystem,
  },
];

/** What each model of each server refused, by its address and name. */
const refused = new Map<string, Set<string>>();
const mostKnown = 500;
const mostTries = 4;
const longestRefusal = 64_000;
const largestAnswer = 4_000_000;

/**
 * Gives a way out to imitators of OpenAI: where one refuses a part of the question that it can do without, it is asked once
 * more without that, and from then on at once. An answer that comes whole is given as a stream.
 */
export function imitate(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const body = readBody(init?.body);
    if (!body) return send(input, init);
    const key = `${input instanceof Request ? input.url : String(input)} ${String(body["model"])}`;
    for (let tries = 1; ; tries++) {
      const known = refused.get(key) ?? new Set<string>();
      const asked = changes.reduce((all, { name, apply }) => (known.has(name) ? apply(all) : all), body);
      const response = await send(input, { ...init, body: JSON.stringify(asked) });
      if (response.ok) return toStream(response);
      if (response.status !== 400 && response.status !== 422) return response;
      const refusal = (await response.text()).slice(0, longestRefusal);
      const change = changes.find(
        ({ name, isMeant, apply }) => !known.has(name) && isMeant(refusal) && apply(asked) !== asked,
      );
      if (!change || tries >= mostTries)
        return new Response(refusal, { status: response.status, headers: response.headers });
      if (refused.size >= mostKnown) refused.clear();
      refused.set(key, known.add(change.name));
    }
  };
}

function readBody(body: unknown): Body | null {
  return typeof body === "string" ? (JSON.parse(body) as Body) : null; // written by the SDK
}

function without(body: Body, name: string): Body {
  const { [name]: _, ...rest } = body;
  return rest;
}

/** Puts the system text before the first thing that was said, for models without a place for it. */
function foldSystem(body: Body): Body {
  const { messages = [] } = body;
  const system = messages.filter(({ role }) => role === "system").map(({ content }) => String(content));
  if (system.length === 0) return body;
  const rest = messages.filter(({ role }) => role !== "system");
  const [first] = rest;
  if (first?.role !== "user")
    return { ...body, messages: [{ role: "user", content: system.join("\n\n") }, ...rest] };
  const content = Array.isArray(first.content)
    ? [{ type: "text", text: system.join("\n\n") }, ...(first.content as unknown[])]
    : [...system, String(first.content)].join("\n\n");
  return { ...body, messages: [{ ...first, content }, ...rest.slice(1)] };
}

/** Gives a whole answer as the events of a stream. */
async function toStream(response: Response): Promise<Response> {
  if (!/^application\/(?:[\w.-]+\+)?json/i.test(response.headers.get("content-type") ?? "")) return response;
  const text = await response.text();
  const events = text.length > largestAnswer ? null : writeEvents(text);
  if (events === null) return new Response(text, { status: response.status, headers: response.headers });
  return new Response(events, { headers: { "content-type": "text/event-stream" } });
}

function writeEvents(text: string): string | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null;
  }
  const choices: unknown = Reflect.get(Object(answer), "choices");
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message: unknown = Reflect.get(Object(choice), "message");
  if (typeof message !== "object" || message === null) return null;
  const calls: unknown = Reflect.get(message, "tool_calls");
  const delta = Array.isArray(calls)
    ? { ...message, tool_calls: calls.map((call: unknown, index) => ({ index, ...Object(call) })) }
    : message;
  const reason: unknown = Reflect.get(Object(choice), "finish_reason") ?? "stop";
  const event = { ...Object(answer), choices: [{ index: 0, delta, finish_reason: reason }] };
  return `data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`;
}
