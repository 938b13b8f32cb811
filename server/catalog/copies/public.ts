import { checkStock, followTheDay } from "./upkeep.ts";
import { countLoans, holdStock } from "./stock.queries.ts";
import { giveBackLine, takeOwnOffers } from "./offers.queries.ts";
import { beginLibraryDays, bookDays, bookNewOrder, countWithoutCopy, titlesWithoutMore } from "./planning/book-days.ts";
import { freeCopiesByDay, moveToDays, otherDays, titlesOnDays } from "./planning/titles-on-days.ts";

export { copyById, recountStock, setCopyAside, takeFreeCopies } from "./stock.queries.ts";

/** Holding copies of titles by number; what was held for who waited in line; and the line of a title that is lent again. */
export const holding = { holdStock, takeOwnOffers, giveBackLine };

export const stockUpkeep = { checkStock, countLoans, followTheDay };
export const daysOfTitles = {
  beginLibraryDays,
  bookNewOrder,
  titlesWithoutMore,
  bookDays,
  countWithoutCopy,
  moveToDays,
  otherDays,
  titlesOnDays,
  freeCopiesByDay,
};
