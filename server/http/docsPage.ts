import { answerDocs } from "./docs/answerDocs.ts";
import type { OpenApi, Operation } from "./openapi.ts";

/** The API's reference as one plain page, drawn from the OpenAPI document. It runs nothing and loads only its style. */
export function answerDocsPage(api: OpenApi): Response {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const families = [...new Set(calls.flatMap(({ operation }) => operation.tags))];
  const menu = families.map((name) => `<a href="#${escape(name)}">${escape(name)}</a>`).join("\n");
  const sections = families.map((name) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name));
    return `<section id="${escape(name)}"><h2>${escape(name)}</h2>${own.map(drawCall).join("")}</section>`;
  });
  const body = `<h1>API reference</h1>
<p class="summary"><a href="openapi.json">openapi.json</a></p>
<nav aria-label="Service families">${menu}</nav>
${keysSection}
${sections.join("\n")}`;
  return answerDocs({ title: "API reference", up: "", body });
}

/** Answers with the page's style, by itself because the page allows none within. */
export function answerDocsStyle(): Response {
  return new Response(style, {
    headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "public, max-age=300" },
  });
}

/** How another program makes these calls; the signed sessions are the console's own business. */
const keysSection = `<section id="api-keys"><h2>API keys</h2>
<p>Other programs make these calls with an API key of your organization. Owners and admins create keys in Settings, API keys.
A key has the scopes that it needs, and can be limited to certain agents or expire on a date. It is shown once. It never
has more rights than the member who created it, and ends when they leave or someone revokes it.</p>
<pre tabindex="0">curl -H &#34;Authorization: Bearer ph_…&#34; \\
  https://YOUR-HOST/api/organisation/v1.0/org/YOUR-ORGANIZATION/apps</pre>
<p>Calls that list <code>apiKey</code> in their <code>security</code> accept a key. Calls about a person, such as password and
sessions, do not. 401 <code>api_key_refused</code>: the key is wrong, revoked or expired. 403 <code>forbidden</code>: the
scope is missing. 404: not found, or not one of the key’s agents. 429: more than 600 calls a minute.
<code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code> say how many calls are left
and in how many seconds the limit resets. <code>Retry-After</code> says when to try again.</p>
<h3>From JavaScript and TypeScript</h3>
<p>This installation serves a client for these calls as <a href="../client.mjs">client.mjs</a>, with its types in
<a href="../client.d.mts">client.d.mts</a>. It needs no package.</p>
<pre tabindex="0">import { createClient } from &#34;./client.mjs&#34;;
const pilothouse = createClient({ url, apiKey, organizationId });
const { items } = await pilothouse.listAgents();</pre>
<h3>From a coding agent</h3>
<p>The organization is an MCP server at <code>/api/mcp/org/YOUR-ORGANIZATION</code>, with the key as bearer token. It lists, pulls,
plans, applies and tests agents. A person approves each change in the program, unless the key may apply without approval.</p>
<h3>Idempotent requests</h3>
<p>Send your own <code>Idempotency-Key</code> (1 to 255 letters, digits and signs) with any write. The same key with the same
request takes effect once. For 24 hours a repeat gets the first answer, with <code>Idempotent-Replayed: true</code>. With a
different request it gets 409 <code>idempotency_key_reused</code>; while the first request is running, 409
<code>idempotency_key_busy</code>. When something in the answer is deleted, the answer is deleted too: a repeat gets 409
<code>idempotency_key_reused</code> and does nothing. Refused requests are not kept. If the server is killed after a write but
before it stores the answer, a repeat after two minutes takes effect again. Messages stay unique even then, by their
<code>clientId</code>.</p>
<h3>Stable lists</h3>
<p>List conversations with <code>?cursor=</code>, empty at first and then the <code>next</code> of the last answer, in the
order in which they started. None is repeated or missed, whatever changes in between. With <code>sort=oldest</code>, use the
last <code>next</code> again to get newer conversations. Read messages <code>before</code> or <code>after</code> a position,
which never changes.</p>
<h3>Visitors from other channels</h3>
<p><code>POST …/threads</code> starts a conversation with a message from a channel of yours, and
<code>POST …/threads/{threadId}/visitormessages</code> continues it. The agent answers both.
<code>POST …/threads/{threadId}/messages</code> replies for the team. Your program identifies a visitor by the same
<code>userId</code> each time.</p>
<pre tabindex="0">KEY=&#34;Authorization: Bearer ph_…&#34;
JSON=&#34;Content-Type: application/json&#34;
AGENT=https://YOUR-HOST/api/console/v1/org/YOUR-ORGANIZATION/copilotapps/YOUR-AGENT

curl -H &#34;$KEY&#34; -H &#34;$JSON&#34; -H &#34;Idempotency-Key: begin-1&#34; $AGENT/threads \\
  -d '{&#34;data&#34;:{&#34;contact&#34;:{&#34;userId&#34;:&#34;app-7&#34;},&#34;clientId&#34;:&#34;message-1&#34;,&#34;content&#34;:&#34;Hello&#34;}}'
curl -H &#34;$KEY&#34; &#34;$AGENT/threads/THREAD/visitormessages?after=POSITION&#34;</pre>
<p><code>GET …/threads/{threadId}/visitormessages</code> and <code>GET …/threads/{threadId}/visitor</code> have what the visitor can
see: messages, unread messages and, while they wait for a person, their place in the queue.
<code>GET …/threads/{threadId}/messages</code> is for the team and includes notes.</p>
<h3>Visitor actions</h3>
<p>Everything that the chat offers has a call below <code>…/threads/{threadId}/visitor</code>: ask for a person and cancel that
(<code>POST</code>, <code>DELETE …/person</code>), end (<code>POST …/end</code>), rate (<code>PUT …/rating</code>), read
(<code>PUT …/read</code>) and type (<code>POST …/typing</code>). <code>POST …/threads/person</code> starts a conversation that
waits for a person. Single messages have <code>feedback</code>, <code>edit</code>, <code>stop</code> and <code>retry</code> below
<code>…/visitormessages/{messageId}</code>. What is turned off for the chat is refused here too.</p>
<pre tabindex="0">curl -H &#34;$KEY&#34; -H &#34;$JSON&#34; $AGENT/threads/THREAD/visitor/person -d '{&#34;data&#34;:{&#34;clientId&#34;:&#34;person-1&#34;}}'
curl -H &#34;$KEY&#34; -X POST $AGENT/threads/THREAD/visitor/end
curl -H &#34;$KEY&#34; -H &#34;$JSON&#34; -X PUT $AGENT/threads/THREAD/visitor/rating \\
  -d '{&#34;data&#34;:{&#34;score&#34;:5,&#34;remark&#34;:&#34;Quick&#34;}}'</pre>
<h3>Files</h3>
<p>Announce a file, upload it to the answer’s <code>url</code> within 15 minutes with the answer’s <code>fields</code> as headers,
then send its <code>attachmentId</code> with a message. <code>POST …/visitorattachments</code> announces a visitor’s file, with
<code>threadId</code> or, before their first message, with <code>contact</code>. <code>POST …/attachments</code> announces the
team’s. Download files of messages from their <code>url</code> without a key. It is valid for at least 10 minutes, and new each
time you read the message.</p>
<pre tabindex="0">curl -H &#34;$KEY&#34; -H &#34;$JSON&#34; $AGENT/visitorattachments \\
  -d '{&#34;data&#34;:{&#34;threadId&#34;:&#34;THREAD&#34;,&#34;name&#34;:&#34;lamp.png&#34;,&#34;contentType&#34;:&#34;image/png&#34;,&#34;sizeBytes&#34;:48211}}'
curl -X PUT -H &#34;Content-Type: image/png&#34; --data-binary @lamp.png &#34;https://YOUR-HOST$URL&#34;
curl -H &#34;$KEY&#34; -H &#34;$JSON&#34; $AGENT/threads/THREAD/visitormessages \\
  -d '{&#34;data&#34;:{&#34;clientId&#34;:&#34;message-2&#34;,&#34;content&#34;:&#34;This one&#34;,&#34;attachments&#34;:[&#34;ATTACHMENT&#34;]}}'</pre>
</section>
<section id="webhooks-out"><h2>Webhooks</h2>
<p>Owners and admins add addresses for events in Settings, Webhooks. Each event is a POST request with JSON: <code>type</code>,
<code>timestamp</code>, <code>data</code>. The bodies are under <code>webhooks</code> in openapi.json. Any status from 200 to 299
within 15 seconds accepts it. Requests are signed as in Standard Webhooks: <code>webhook-signature</code> is <code>v1,</code>
and the base64 of HMAC-SHA256 over <code>webhook-id.webhook-timestamp.body</code>. The key is the base64 after
<code>whsec_</code>. While a secret is being replaced there are two signatures, with a space between. Refuse timestamps that are
more than five minutes off.</p>
<p>An event arrives at least once, always with the same <code>webhook-id</code>: store the IDs that you have processed. Failed
deliveries are retried 12 times over three days, later if <code>Retry-After</code> says so. Events of one conversation arrive in
order; after six failed attempts of one, the others continue without it. A 410, or three days without a success, turns the
webhook off.</p>
<p>To keep a copy in sync, follow <code>conversation.updated</code> and <code>contact.updated</code>, which list the changed fields
in <code>changed</code> and contain the whole object, and the events that end in <code>deleted</code> or <code>merged</code>,
which contain only IDs. Dependent objects have no events of their own: after <code>contact.merged</code> everything of
<code>contactId</code> belongs to <code>into</code>, a deleted label is on no conversation, and a deleted agent’s conversations
and contacts are deleted too. Ignore IDs that you don’t know: they were deleted before you got their first event.</p>
</section>`;

function drawCall({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: Operation;
}): string {
  const { summary, tags: _, ...rest } = operation;
  return `<details>
<summary><b class="${escape(method)}">${escape(method.toUpperCase())}</b> <code>${escape(path)}</code> <span>${escape(summary)}</span></summary>
<pre tabindex="0">${escape(JSON.stringify(rest, null, 2))}</pre>
</details>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const style = `
:root { color-scheme: light dark; --ink: #17212b; --soft: #52606d; --line: #dde3e8; --ground: #fff; --code: #f4f6f8; --accent: #0e6a72;
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7edf2; --soft: #a3b0bc; --line: #2b3640; --ground: #11181f; --code: #1a232c; --accent: #6cc5cc; }
}
* { box-sizing: border-box; }
body { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem 5rem; color: var(--ink); background: var(--ground); overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.bar { display: flex; align-items: center; gap: .5rem 1.5rem; flex-wrap: wrap; padding: .75rem 0; border-bottom: 1px solid var(--line); }
.bar a { text-decoration: none; line-height: 2.5rem; }
.bar a:hover { text-decoration: underline; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; border-radius: 0 0 .5rem .5rem; background: var(--ground); }
.skip:focus { left: 1.25rem; }
main:focus { outline: none; }
.brand { font-weight: 700; }
nav { display: flex; gap: .25rem 1.25rem; flex-wrap: wrap; padding: .5rem 0; }
.bar nav { padding: 0; }
.bar form { display: flex; flex: 1 1 16rem; gap: .5rem; justify-content: end; }
.bar input { flex: 1; max-width: 22rem; min-width: 0; }
.bar input, .bar button { height: 2.5rem; padding: 0 .75rem; border: 1px solid var(--line); border-radius: .5rem; color: inherit; background: var(--code); font: inherit; }
.bar button { cursor: pointer; }
h1 { margin: 2rem 0 .5rem; font-size: 2rem; letter-spacing: -.02em; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; text-transform: capitalize; }
h3 { margin: 1.2rem 0 .2rem; font-size: 1rem; }
.summary { margin: 0 0 1.5rem; color: var(--soft); font-size: 1.0625rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.cards a { display: block; height: 100%; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .75rem; color: inherit; text-decoration: none; }
.cards a:hover { border-color: var(--accent); }
.cards b { display: block; min-width: 0; font-size: 1rem; letter-spacing: 0; color: var(--accent); }
.cards span { color: var(--soft); font-size: .9375rem; }
.steps { max-width: 46rem; padding-left: 1.5rem; }
.steps li { padding: .35rem 0 .35rem .25rem; }
.steps p { margin: 0 0 .4rem; }
li::marker { color: var(--accent); font-weight: 600; }
.onward { display: flex; gap: .25rem 1.5rem; flex-wrap: wrap; margin-top: 2rem; padding-top: 1rem; border-top: 1px solid var(--line); }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .4rem 0; }
summary { cursor: pointer; padding: .6rem .8rem; }
summary span { color: var(--soft); }
summary b { display: inline-block; min-width: 4.5rem; font-size: .8rem; letter-spacing: .03em; }
.get { color: #1667c0; } .post { color: #2c7a30; } .put, .patch { color: #8a5800; } .delete { color: #b3261e; }
pre { margin: 0; padding: .8rem; overflow: auto; max-height: 30rem; border-radius: .5rem; background: var(--code); font-size: .85rem; overflow-wrap: normal; }
.steps pre { white-space: pre-wrap; overflow-wrap: anywhere; }
details pre { border-top: 1px solid var(--line); border-radius: 0; }
@media (prefers-color-scheme: dark) {
  .get { color: #8ab8f0; } .post { color: #86c98a; } .put, .patch { color: #e3b062; } .delete { color: #f2a19b; }
}
`;
