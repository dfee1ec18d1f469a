import tseslint from "typescript-eslint";

/** What preact/compat has not: components that two runtimes draw must do without (shared/ui, widget). */
const reactOnly = [
  "Activity",
  "ViewTransition",
  "useActionState",
  "useOptimistic",
  "useFormStatus",
  "useFormState",
  "Profiler",
  "cache",
];

const everywhere = {
  "no-debugger": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-new-func": "error",
  "no-var": "error",
  "prefer-const": "error",
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-constant-condition": ["error", { checkLoops: false }],
  "no-unsafe-finally": "error",
  "no-self-compare": "error",
  "no-prototype-builtins": "error",
  "max-params": ["error", 3],
  "@typescript-eslint/no-explicit-any": "error",
  "@typescript-eslint/no-non-null-assertion": "error",
  "@typescript-eslint/consistent-type-imports": [
    "error",
    { fixStyle: "separate-type-imports", disallowTypeAnnotations: false },
  ],
  "@typescript-eslint/no-unused-vars": [
    "error",
    { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
  ],
};

export default [
  { ignores: ["node_modules/", "dist/", "data/", "coverage/", "tests/fixtures/"] },
  {
    files: ["**/*.{ts,tsx,mjs}"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: everywhere,
  },
  {
    files: ["console/**", "widget/**", "embed/**", "shared/**", "server/**"],
    ignores: ["server/{boot,build,cli,main}.ts", "server/cli/**"],
    rules: { "no-console": ["error", { allow: ["warn", "error"] }] },
  },
  {
    files: ["server/**/*.ts"],
    ignores: ["**/*.test.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": ["error", { allowForKnownSafeCalls: [] }],
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/await-thenable": "error",
    },
  },
  // A row of a table of cases has as many columns as it needs.
  { files: ["**/*.test.{ts,tsx}"], rules: { "max-params": "off" } },
  {
    files: ["console/**"],
    ignores: ["console/parts/lazy.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "react",
          importNames: ["lazy"],
          message:
            "React's lazy keeps for ever that a part did not arrive: console/parts/lazy.ts tries again.",
        },
      ],
    },
  },
  {
    files: ["shared/ui/**", "widget/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: ["react", "react-dom"].map((name) => ({
            name,
            importNames: reactOnly,
            message: "Preact has no such thing: shared/ui and widget use the part of React that both have.",
          })),
        },
      ],
    },
  },
];
