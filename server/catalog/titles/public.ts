export { addTitles, changeTitles, addSearchWords, titlesAfter, titlesWithSkus } from "./collection.queries.ts";
export { itemsById } from "./items-in-pages.ts";
