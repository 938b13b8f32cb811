export { copyById, holdStock, recountStock, takeFreeCopies } from "./stock.queries.ts";
