export { codesOf } from "../codes.queries.ts";
export { countTitles, countTitlesNamed, titlesAfter, titlesWithSkus } from "./collection.queries.ts";
