export { addTitles, changeTitles, learnWords, takenNumbers } from "../collection.queries.ts";
export type { WrittenTitles } from "../collection.queries.ts";
