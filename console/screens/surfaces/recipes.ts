import type { SnippetSource } from "../../../shared/frame/snippet.ts";
import { scriptSnippet } from "../../../shared/frame/snippet.ts";

interface Recipe {
  value: string;
  label: string;
  /** Where it goes. */
  where: string;
  code: (source: SnippetSource) => string;
}

/** How the chat gets onto sites that are built with something; a few lines each. */
export const recipes: readonly Recipe[] = [
  {
    value: "react",
    label: "React",
    where: "Chat.jsx, rendered once near the root. It follows your router.",
    code: ({ host, token }) => `// Once, beside it: curl -O ${host}/widget-react.mjs
// With TypeScript also: curl -O ${host}/widget-react.d.mts -O ${host}/widget.d.mts
import { Pilothouse, usePilothouse } from "./widget-react.mjs";

export function Chat() {
  return <Pilothouse host="${host}" token="${token}" onMessageReceived={console.log} />;
}

export function AskButton() {
  const { widget, state } = usePilothouse();
  return <button onClick={() => widget?.open()}>Ask us ({state.unread} new)</button>;
}`,
  },
  {
    value: "next",
    label: "Next.js",
    where: "app/layout.jsx, inside <body>.",
    code: ({ host, token }) => `import Script from "next/script";

<Script src="${host}/widget.js?token=${token}" strategy="afterInteractive" referrerPolicy="origin" crossOrigin="anonymous" />`,
  },
  {
    value: "vue",
    label: "Vue",
    where: "App.vue.",
    code: ({ host, token }) => `<script setup>
import { onMounted } from "vue";

onMounted(async () => {
  const { createWidget } = await import(/* @vite-ignore */ "${host}/widget.mjs");
  await createWidget({ token: "${token}" });
});
</script>`,
  },
  {
    value: "svelte",
    label: "Svelte",
    where: "src/routes/+layout.svelte.",
    code: (source) => `<svelte:head>
  ${scriptSnippet(source)}
</svelte:head>`,
  },
  {
    value: "wordpress",
    label: "WordPress",
    where: "functions.php of your child theme, or a plugin for code snippets.",
    code: (source) => `add_action('wp_footer', function () {
    echo '${scriptSnippet(source)}';
});`,
  },
  {
    value: "shopify",
    label: "Shopify",
    where: "Online Store › Themes › Edit code › layout/theme.liquid, before </body>.",
    code: scriptSnippet,
  },
  {
    value: "gtm",
    label: "Tag Manager",
    where: "New tag › Custom HTML, with the trigger All Pages. Then submit the container.",
    code: scriptSnippet,
  },
];
