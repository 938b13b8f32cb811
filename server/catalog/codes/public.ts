export { type Codes, codesOf, followCodes } from "./codes.queries.ts";
export { spanishNames } from "./codes.rules.ts";
export { rewriteSearchWords } from "./code-lists.ts";
