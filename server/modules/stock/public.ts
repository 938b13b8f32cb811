export { copyById, holdStock, recountStock, setCopyAside, takeFreeCopies } from "./stock.queries.ts";
