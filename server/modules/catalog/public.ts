export { addUpTitles } from "./browsing/add-up-titles.ts";
export { addTitles, changeTitles, addSearchWords, titlesAfter, titlesWithSkus } from "./collection.queries.ts";
export { itemsById } from "./items-in-pages.ts";
