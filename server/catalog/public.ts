export { rewriteSearchWords } from "./codes/code-lists.ts";
export { codesOf } from "./codes/codes.queries.ts";
export { spanishNames } from "./codes/codes.rules.ts";
export { takeOwnOffers } from "./copies/offers.queries.ts";
export {
  beginLibraryDays,
  bookDays,
  bookNewOrder,
  countWithoutCopy,
  titlesWithoutMore,
} from "./copies/planning/book-days.ts";
export { freeCopiesByDay, moveToDays, otherDays, titlesOnDays } from "./copies/planning/titles-on-days.ts";
export { copyById, countLoans, holdStock, recountStock, setCopyAside, takeFreeCopies } from "./copies/stock.queries.ts";
export { checkStock, followTheDay } from "./copies/upkeep.ts";
export { renameInWords } from "./imports/steer-import.ts";
export { importJob, inOwnProcess, runImportProcess } from "./imports/own-process.ts";
export { tableOf } from "./imports/reading/csv-rows.ts";
export { cleanUpImports } from "./imports/steer-import.ts";
export { undoJob } from "./imports/undo-import.ts";
export { itemsById } from "./titles/items-in-pages.ts";
