export { addTitles, changeTitles, learnWords, takenNumbers } from "../collection.queries.ts";
