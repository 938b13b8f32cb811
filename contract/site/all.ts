export * from "./content.ts";
export * from "./media.ts";
export * from "./news.ts";
