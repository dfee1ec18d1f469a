/**
 * The platform's fetch, for addresses that the operator set in the environment: they are trusted, and may well be
 * private. Nothing that came from a person goes through it; model providers have a way of their own (providerFetch.ts).
 */
export const operatorFetch: typeof fetch = (input, init) => fetch(input, init);
