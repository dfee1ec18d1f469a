import { writeSlackManifest } from "../../../shared/domain/slackManifest.ts";

/** A page of the documentation that fits on one screen: what it is for, and what to do, in order. */
export interface Guide {
  /** The end of its address. */
  id: string;
  title: string;
  summary: string;
  steps: readonly Step[];
}

interface Step {
  text: string;
  /** What to paste: a command, settings or code. A test checks that everything in it exists. */
  code?: string;
}

/** The guides, in the order in which an installation needs them. */
export const guides: readonly Guide[] = [
  {
    id: "install",
    title: "Install and create the first owner",
    summary: "One process with its database inside. It needs Node 20 or newer and no other service.",
    steps: [
      { text: "Start the server in the folder of the product.", code: "npm ci && npm start" },
      { text: "Open the link that it prints. It works once and creates the first owner." },
      {
        text: "On a server, set its address before you start it.",
        code: "HOST=0.0.0.0\nPUBLIC_URL=https://agents.example.com",
      },
    ],
  },
  {
    id: "container",
    title: "Run it in a container",
    summary: "The image runs as its own user, with a read-only file system and one volume for data.",
    steps: [
      { text: "Start one container.", code: "docker compose -f examples/deploy/compose.yaml up -d" },
      {
        text: "Or start it behind Caddy, which fetches the certificate.",
        code: "docker compose -f examples/deploy/compose.caddy.yaml up -d",
      },
      { text: "Keep the volume /data. It has the database, the files and the secret key." },
    ],
  },
  {
    id: "https",
    title: "Put it behind a proxy with https",
    summary: "Browsers allow microphones, notifications and secure cookies only with https.",
    steps: [
      {
        text: "Use the recipe for your proxy: examples/deploy/nginx.conf, examples/deploy/Caddyfile or examples/deploy/haproxy.cfg.",
      },
      {
        text: "Tell the server about the proxy.",
        code: "PUBLIC_URL=https://agents.example.com\nTRUST_PROXY=1",
      },
      { text: "Check it.", code: "npm run cli -- doctor" },
    ],
  },
  {
    id: "below-a-path",
    title: "Serve it below a path of your site",
    summary: "Everything can be below a path, such as https://example.com/helm/.",
    steps: [
      {
        text: "Set the origin and the path.",
        code: "PUBLIC_URL=https://example.com\nBASE_PATH=/helm\nTRUST_PROXY=1",
      },
      {
        text: "Let the proxy pass the path on, as examples/deploy/nginx-path.conf does. A proxy that strips it works too, but passing it on keeps one address everywhere.",
      },
      { text: "Register return addresses at providers with the path, and copy snippets from Deploy again." },
    ],
  },
  {
    id: "mail",
    title: "Send mail",
    summary: "Without a mail server, links for passwords and invitations are shown instead of sent.",
    steps: [
      {
        text: "Set the server and the sender.",
        code: "SMTP_URL=smtp://user:password@mail.example.com:587\nMAIL_FROM=agents@example.com",
      },
      { text: "Check that the mail server accepts the sign-in.", code: "npm run cli -- doctor" },
    ],
  },
  {
    id: "sign-in",
    title: "Sign in with Google or OpenID",
    summary: "Members sign in with your provider. They need an invitation unless registration is open.",
    steps: [
      {
        text: "Create a client at the provider and register PUBLIC_URL/api/webhooks/v1.0/authentication/google/return as its return address.",
      },
      {
        text: "Set the client. Leave out the issuer for Google.",
        code: "GOOGLE_CLIENT_ID=pilothouse\nGOOGLE_CLIENT_SECRET=…\nOIDC_ISSUER=https://login.example.com/realms/team",
      },
      {
        text: "If the provider is down, send yourself a password link.",
        code: "npm run cli -- password-link ana@example.com",
      },
    ],
  },
  {
    id: "model-keys",
    title: "Add a language model",
    summary: "The built-in model quotes your sources. With a key, a language model writes the answer.",
    steps: [
      {
        text: "Set a key for the whole installation, or add one under Model keys of an organization.",
        code: "OPENAI_API_KEY=…\nANTHROPIC_API_KEY=…",
      },
      {
        text: "Your own server needs its address, and permission if the address is private.",
        code: "OPENAI_BASE_URL=http://localhost:11434/v1\nEGRESS_ALLOW=127.0.0.0/8",
      },
      { text: "Limit what each organization spends per day.", code: "MODEL_CREDITS_PER_DAY=1000" },
    ],
  },
  {
    id: "website",
    title: "Put the chat on a website",
    summary: "One line of HTML. Each agent’s Deploy tab has it with your address and token.",
    steps: [
      {
        text: "Paste the tag.",
        code: '<script async src="https://agents.example.com/widget.js?token=TOKEN" referrerpolicy="origin" crossorigin></script>',
      },
      {
        text: "If the site has a Content Security Policy, add the address to script-src, frame-src and connect-src.",
      },
      { text: "Check your page under Deploy. It says what is missing." },
    ],
  },
  {
    id: "slack",
    title: "Add to Slack",
    summary:
      "With one Slack app of this installation, teams connect workspaces with a button. Without it, Deploy has a manifest for an app of their own.",
    steps: [
      {
        text: "Create an app from this manifest at api.slack.com/apps, with your address in it.",
        code: writeSlackManifest({
          name: "Assistant",
          address: "https://agents.example.com/api/channels/slack",
          returnAddress: "https://agents.example.com/api/webhooks/v1/slack-return",
        }),
      },
      {
        text: "Set its credentials from Basic Information, and start the server again. Slack then verifies the address under Event Subscriptions.",
        code: "PUBLIC_URL=https://agents.example.com\nSLACK_CLIENT_ID=1234.5678\nSLACK_CLIENT_SECRET=SECRET\nSLACK_SIGNING_SECRET=SECRET",
      },
      { text: "For other companies' workspaces, turn on public distribution under Manage Distribution." },
      { text: "Choose Add to Slack under Deploy, Channels. Answers grow in Slack while they are written." },
    ],
  },
  {
    id: "visitors",
    title: "Recognize signed-in visitors",
    summary: "Your server signs the visitor’s identity. Unsigned data is shown as unverified.",
    steps: [
      { text: "Copy the agent’s secret from Deploy, Domains & identity." },
      {
        text: "Sign a token on your server and give it to the chat.",
        code: 'Pilothouse.identify({ token: "JWT" })',
      },
      { text: "Tell the chat when your visitor signs out.", code: "Pilothouse.logout()" },
    ],
  },
  {
    id: "api",
    title: "Call the API",
    summary: "With an API key, programs make the calls in the reference. You choose its permissions.",
    steps: [
      { text: "Create a key in Settings, API keys. It is shown once." },
      {
        text: "List the agents.",
        code: 'curl -H "Authorization: Bearer $PILOTHOUSE_KEY" https://agents.example.com/api/organisation/v1.0/org/ORGANIZATION/apps',
      },
      {
        text: "Or use the typed client, which this installation serves.",
        code: 'import { createClient } from "https://agents.example.com/client.mjs";\nconst pilothouse = createClient({ url, apiKey, organizationId });\nconst { items } = await pilothouse.listAgents();',
      },
    ],
  },
  {
    id: "webhooks",
    title: "Receive webhooks",
    summary:
      "Your server gets a signed request for each event. Failed deliveries are retried for three days.",
    steps: [
      { text: "Add an address in Settings, Webhooks, and choose events." },
      {
        text: "Check the signature of the raw body, and refuse timestamps older than five minutes. The reference describes it.",
      },
      {
        text: "Answer with a status from 200 to 299 within 15 seconds. Keep the webhook-id to recognize repeats.",
      },
    ],
  },
  {
    id: "agents-in-git",
    title: "Keep agents in git",
    summary: "Agents as YAML files: pull them, edit them, see the difference, apply them.",
    steps: [
      {
        text: "Name the server, a key and the organization.",
        code: "PILOTHOUSE_URL=https://agents.example.com\nPILOTHOUSE_API_KEY=…\nPILOTHOUSE_ORG=…",
      },
      {
        text: "Write the files, then compare. The exit code is 2 if something would change.",
        code: "npm run cli -- pull\nnpm run cli -- plan",
      },
      { text: "Apply them, and run the test cases.", code: "npm run cli -- apply\nnpm run cli -- test" },
      { text: "Do the same in pull requests, as in examples/github." },
    ],
  },
  {
    id: "import",
    title: "Move from another product",
    summary:
      "Conversations, contacts, canned replies and articles from Zendesk, Intercom, Chatwoot and Chatbase.",
    steps: [
      {
        text: "See what would be imported, and what would be left out and why.",
        code: "npm run cli -- import zendesk export.json --agent AGENT --dry-run",
      },
      {
        text: "Import it. Repeating the command adds nothing.",
        code: "npm run cli -- import zendesk export.json --agent AGENT",
      },
    ],
  },
  {
    id: "backup",
    title: "Make backups",
    summary: "A backup contains all rows and files. The server keeps running.",
    steps: [
      { text: "Make one now.", code: "npm run cli -- backup --to /backups" },
      {
        text: "Or one every night. The newest seven are kept.",
        code: "BACKUP_DIR=/backups\nBACKUP_AT=03:00\nBACKUP_KEEP=7\nBACKUP_PASSPHRASE=…",
      },
      {
        text: "A bucket works as well. Large objects are sent in parts.",
        code: "BACKUP_DIR=s3://BUCKET/PREFIX\nBACKUP_S3_ENDPOINT=https://s3.eu-central-1.amazonaws.com\nBACKUP_S3_ACCESS_KEY_ID=…\nBACKUP_S3_SECRET_ACCESS_KEY=…",
      },
      { text: "Without BACKUP_PASSPHRASE, keep the secret key elsewhere: a backup does not contain it." },
    ],
  },
  {
    id: "restore",
    title: "Restore a backup",
    summary: "Everything into an empty installation, or one agent or organization into a running one.",
    steps: [
      {
        text: "Name an empty place in DATA_DIR or DATABASE_URL, then restore.",
        code: "npm run cli -- restore /backups/NAME",
      },
      { text: "Restore one deleted agent.", code: "npm run cli -- restore /backups/NAME --agent AGENT" },
      {
        text: "Restore one organization.",
        code: "npm run cli -- restore /backups/NAME --organization ORGANIZATION",
      },
    ],
  },
  {
    id: "postgres",
    title: "Move to Postgres",
    summary: "All rows are copied and compared. Files and the secret key stay where they are.",
    steps: [
      {
        text: "Stop the server, then copy. If it is interrupted, run it again.",
        code: "npm run cli -- move-to postgres://user:password@localhost:5432/pilothouse",
      },
      {
        text: "Start the server with the new database.",
        code: "DATABASE_URL=postgres://user:password@localhost:5432/pilothouse",
      },
      { text: "To move back, name a folder.", code: "npm run cli -- move-to ./data" },
    ],
  },
  {
    id: "scale",
    title: "Run several processes",
    summary: "Web processes answer requests, workers do jobs and schedules. Postgres connects them.",
    steps: [
      {
        text: "Give all processes the same database, secret key and bucket for files.",
        code: "DATABASE_URL=postgres://…\nSECRET_KEY=…\nS3_ENDPOINT=https://s3.eu-central-1.amazonaws.com\nS3_BUCKET=agents\nS3_ACCESS_KEY_ID=…\nS3_SECRET_ACCESS_KEY=…",
      },
      { text: "Start each with its role.", code: "ROLE=web npm start\nROLE=worker npm start" },
      {
        text: "Take a process out of the proxy when /readyz answers 503, and restart one at a time.",
        code: "curl http://localhost:3000/readyz",
      },
      {
        text: "Limit what each organization can use, so that one can't crowd out the others.",
        code: "STORAGE_GB_PER_ORGANIZATION=10\nREQUESTS_PER_MINUTE=3000\nMODEL_CREDITS_PER_DAY=1000",
      },
    ],
  },
  {
    id: "citus",
    title: "Distribute tables with Citus",
    summary: "Every key starts with the organization’s ID, so tables can be distributed by organization.",
    steps: [
      { text: "Start the product once, so that its tables exist, and stop it." },
      {
        text: "Run the recipe in psql. It adapts sixteen indexes with random tokens or names, and distributes the tables.",
        code: "psql $DATABASE_URL -f examples/deploy/citus.sql",
      },
      {
        text: "The statements are checked against the tables, but were not run on Citus. Templates, hosted pages, subscriptions and zones stay reference tables, because their names are unique across organizations. Run the last part again after an upgrade that adds tables.",
      },
    ],
  },
  {
    id: "monitor",
    title: "Monitor it",
    summary: "Health checks for proxies, metrics for Prometheus, traces for OpenTelemetry.",
    steps: [
      { text: "Check whether a process accepts requests.", code: "curl http://localhost:3000/readyz" },
      {
        text: "Set a token and read the metrics.",
        code: 'METRICS_TOKEN=…\ncurl -H "Authorization: Bearer $METRICS_TOKEN" http://localhost:3000/metrics',
      },
      {
        text: "A Prometheus file and a dashboard are in examples/grafana. For traces, set your collector.",
        code: "OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318",
      },
    ],
  },
  {
    id: "upgrade",
    title: "Upgrade",
    summary: "The new version saves all rows before it changes a table.",
    steps: [
      {
        text: "See the steps and how long they take. Nothing changes.",
        code: "npm run cli -- migrate --dry-run",
      },
      { text: "Start the new version. With several processes, restart one at a time." },
      {
        text: "To go back, restore the saved rows with the old version.",
        code: "npm run cli -- restore DATA_DIR/upgrades/NAME",
      },
    ],
  },
  {
    id: "problems",
    title: "Find problems",
    summary: "The doctor checks database, keys, disk, proxy, mail and network, and gives the line to paste.",
    steps: [
      { text: "Check the settings first.", code: "npm run cli -- config check" },
      {
        text: "Run the doctor, or open Installation in Settings.",
        code: "npm run cli -- doctor",
      },
      { text: "Log requests and statements that take long.", code: "SLOW_MS=500" },
      { text: "Each error shows a request ID. The log has the same ID." },
    ],
  },
];
