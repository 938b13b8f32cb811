export { addTitles, changeTitles, learnWords, takenNumbers } from "../collection.queries.ts";
export type { TitleToWrite } from "../collection.queries.ts";
