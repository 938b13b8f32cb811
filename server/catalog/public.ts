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
export { copyById, holdStock, recountStock, setCopyAside, takeFreeCopies } from "./copies/stock.queries.ts";
export { isbn13 } from "./isbn/isbn.rules.ts";
export { titleImports } from "./imports/title-imports.ts";
export { presentInList, presentName } from "./titles/catalog.present.ts";
export { itemsById } from "./titles/items-in-pages.ts";
