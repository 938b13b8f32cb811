import { checkStock } from "./check-stock.ts";
import { countLoans } from "./loans.queries.ts";
import { bookDays, countWithoutCopy, titlesWithoutMore, titlesWithoutRoom } from "./planning/book-days.ts";
import { followTheDay } from "./planning/follow-the-day.ts";

export { copyById, holdStock, recountStock, setCopyAside, takeFreeCopies } from "./stock.queries.ts";

/** What the library does about the stock by itself. */
export const stockUpkeep = { checkStock, countLoans, followTheDay };
/** Orders by teaching days. */
export const daysOfTitles = { titlesWithoutRoom, titlesWithoutMore, bookDays, countWithoutCopy };
