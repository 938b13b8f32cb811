export { checkStock } from "./check-stock.ts";
export { copyById, holdStock, recountStock, setCopyAside, takeFreeCopies } from "./stock.queries.ts";
export { countLoans } from "./loans.queries.ts";
