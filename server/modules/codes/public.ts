export { type Codes, codesOf, followCodes, readCodesAgain } from "./codes.queries.ts";
export { spanishNames } from "./codes.rules.ts";
export { rewriteSearchWords } from "./rewrite-words.ts";
