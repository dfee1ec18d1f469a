/** Lets the product's rules count in the file that imports this before the product (cleanup.ts says why they don't). */
Object.defineProperty(document, "adoptedStyleSheets", { configurable: true, writable: true, value: [] });

export {};
