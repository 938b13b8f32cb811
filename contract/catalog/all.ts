export * from "./archive.ts";
export * from "./catalog.ts";
export * from "./code-lists.ts";
export * from "./facets.ts";
export * from "./isbn.ts";
export * from "./labels.ts";
export * from "./synonyms.ts";
export * from "./title-files.ts";
