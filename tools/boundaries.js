import path from "node:path";
import { sentences } from "./sentences.js";
import { plainWords } from "./words.js";

/** The nouns. Each may use those before it, except that the waitlist may not use the desk. */
const nouns = ["imports", "site", "catalog", "people", "orders", "desk", "waitlist", "admin"];

/** @type {(file: string) => string | undefined} */
const nounOf = (file) => {
  const noun = part(file, /^(?:server|web)\/([^/]+)\//);
  return noun && nouns.includes(noun) ? noun : undefined;
};

/** @type {(from: string, to: string) => string | undefined} */
const notAbove = (from, to) => {
  const [here, there] = [nounOf(from), nounOf(to)];
  if (!here || !there || here === there) return undefined;
  const isBeside = here === "waitlist" && there === "desk";
  if (nouns.indexOf(there) < nouns.indexOf(here) && !isBeside) return undefined;
  return `${here} may not use ${there}: see the nouns in tools/boundaries.js.`;
};

/**
 * @typedef {{ from: string; to: string; isType?: boolean }} Arrow `from` is a file of the repository; `to` is another,
 *   or "npm:name".
 * @typedef {(arrow: Arrow) => string | false | undefined} Rule Returns a sentence if the arrow is wrong.
 */

/** @type {(file: string, pattern: RegExp) => string | undefined} */
const part = (file, pattern) => pattern.exec(file)?.[1];
const isTest = /\.test\.tsx?$|^server\/test\//;
/** The code of the worker processes, and its packages. */
const isWorkerCode =
  /\/(draw|drawable)-[\w-]+\.ts$|^server\/platform\/pdf\/pdf-fonts\.ts$|\/(re-encode|read-calendar-file|events-of-calendar|read-directory)\.ts$|^npm:(pdfkit|fontkit|sharp|ical\.js)$/;
const speaksSql = /\.queries\.ts$|^server\/platform\/(connection\/|(database|migrate)\.ts$)/;

/**
 * The boundaries between the top-level folders.
 * @type {Rule[]}
 */
const rooms = [
  ({ from, to }) =>
    from.startsWith("contract/") &&
    !to.startsWith("contract/") &&
    !/^npm:zod(\/mini)?$/.test(to) &&
    "The contract imports only zod and itself, because browser and server both load it.",
  ({ from, to }) =>
    /^(server|db)\//.test(from) &&
    to.startsWith("web/") &&
    "The server never imports the web: share code in contract/.",
  ({ from, to }) =>
    from.startsWith("web/") &&
    /^(server|db)\//.test(to) &&
    "The web never imports the server or the database: share code in contract/.",
  ({ from, to }) =>
    from.startsWith("db/") && to.startsWith("server/") && nounOf(to) && "db/ may not import a noun of the server.",
  ({ from, to }) =>
    /^(contract|db|server|web)\//.test(from) &&
    /^(tools|e2e)\//.test(to) &&
    "The product never imports tools/ or e2e/: they use it from outside.",
];

/**
 * The boundaries inside the server.
 * @type {Rule[]}
 */
const server = [
  ({ to }) => to.startsWith("server/test/") && "server/test/ is for tests: the product may not import it.",
  ({ from, to }) =>
    from.endsWith(".rules.ts") &&
    !/^contract\/|\.rules\.ts$|^npm:isbn3$/.test(to) &&
    "Rules are pure: they import only the contract, other rules, and isbn3.",
  ({ from, to }) =>
    from.endsWith(".present.ts") &&
    (/^npm:|^node:|^server\/(http|platform)\//.test(to) || to.endsWith(".routes.ts")) &&
    "Presenters are pure: rows in, wire objects out.",
  ({ from, to }) =>
    from.startsWith("server/") &&
    (/^npm:kysely(\/|$)/.test(to) || to === "db/schema.ts") &&
    !speaksSql.test(from) &&
    "SQL lives in *.queries.ts, server/platform/connection/, server/platform/database.ts and server/platform/migrate.ts.",
  ({ from, to, isType }) =>
    from.startsWith("server/") &&
    !isType &&
    isWorkerCode.test(to) &&
    !isWorkerCode.test(from) &&
    "Files are read and PDFs are drawn in processes of their own: see server/platform/workers/worker.ts.",
  ({ from, to }) =>
    from.startsWith("server/") &&
    /^npm:pg(\/|$)/.test(to) &&
    !from.startsWith("server/platform/") &&
    "Only server/platform/ uses the database driver.",
  ({ from, to }) =>
    /^server\/(http|platform)\//.test(from) &&
    nounOf(to) &&
    "http/ and platform/ may not import a noun: app.ts passes them what they need.",
  ({ from, to }) =>
    (/^server\/(platform|refusals)\//.test(from) || (from.startsWith("server/") && nounOf(from))) &&
    !from.endsWith(".routes.ts") &&
    to.startsWith("server/http/") &&
    "Only routes use HTTP: a use case, a rule, or a query refuses with server/refusals/.",
  ({ from, to }) =>
    from.startsWith("server/refusals/") &&
    !/^contract\/|^npm:zod$|^server\/refusals\//.test(to) &&
    "server/refusals/ imports only the contract, because everything in the server may use it.",
  ({ from, to }) => {
    if (!/^server\/.*\.(routes|jobs)\.ts$/.test(to)) return undefined;
    const main = to.endsWith(".jobs.ts") ? "server/jobs.ts" : "server/app.ts";
    const isNoun = /^server\/(\w+)\/\1\./.test(to); // orders/orders.routes.ts
    if (isNoun ? from === main : from.endsWith(".routes.ts") && nounOf(from) === nounOf(to)) return undefined;
    return "Only server/app.ts mounts a noun’s routes, and server/jobs.ts lists its jobs; a noun’s routes mount its others.";
  },
  ({ from, to }) => {
    const [here, there] = [nounOf(from), nounOf(to)];
    if (!to.startsWith("server/") || !there || here === there || /\.(routes|jobs)\.ts$/.test(to)) return undefined;
    return to === `server/${there}/public.ts` ? notAbove(from, to) : `Import ${there} only through its public.ts.`;
  },
];

const layers = ["language", "lib", "ui", "nouns", "app"];

/** @type {(file: string) => number} */
const layerOf = (file) => layers.indexOf(nounOf(file) ? "nouns" : (part(file, /^web\/([^/]+)\//) ?? ""));

/**
 * The boundaries inside the web.
 * @type {Rule[]}
 */
const web = [
  ({ from, to }) => {
    if (!from.startsWith("web/") || !to.startsWith("web/")) return undefined;
    const [here, there] = [layerOf(from), layerOf(to)];
    if (here < 0 || there <= here) return undefined;
    return `${layers[here]} may not import ${layers[there]}: language <- lib, ui <- nouns <- app.`;
  },
  // a page may show parts of all nouns
  ({ from, to }) => from.startsWith("web/") && !from.endsWith("-page.tsx") && notAbove(from, to),
  ({ from, to }) =>
    nounOf(from) &&
    from.endsWith("-page.tsx") &&
    to.endsWith("-page.tsx") &&
    "A page doesn't use another page: put what they share in a file of its own.",
  ({ from, to }) =>
    from.startsWith("web/ui/") &&
    to.startsWith("contract/") &&
    "ui/ may not import the contract: pass what it needs as props.",
];

/**
 * Returns why `from` may not import `to`, or undefined if it may.
 * @param {string} from path of a file, relative to the repository
 * @param {string} to path of a file, relative to the repository, or "npm:name" for a package
 * @param {boolean} isType whether only types are imported
 * @returns {string | undefined}
 */
export function objection(from, to, isType = false) {
  if (isTest.test(from) || /^(tools|e2e)\//.test(from)) return undefined;
  for (const rule of [...rooms, ...server, ...web]) {
    const sentence = rule({ from, to, isType });
    if (sentence) return sentence;
  }
  return undefined;
}

/**
 * Returns the file or package that an import names, relative to the repository.
 * @param {string} root
 * @param {string} file
 * @param {string} source
 */
export function locate(root, file, source) {
  if (source.startsWith("#")) return source.slice(1);
  if (source.startsWith(".")) return posix(path.relative(root, path.resolve(path.dirname(file), source)));
  return source.startsWith("node:") ? source : `npm:${source}`;
}

/** @type {(file: string) => string} */
const posix = (file) => file.split(path.sep).join("/");

/**
 * @typedef {{ source?: { value?: unknown } | null; importKind?: string }} Importing
 * @typedef {{ cwd: string; filename: string; report(problem: { node: unknown; message: string }): void }} Context
 * @param {Context} context
 */
function create(context) {
  const root = context.cwd;
  const from = posix(path.relative(root, context.filename));
  /** @param {Importing} node */
  const check = (node) => {
    if (typeof node.source?.value !== "string") return;
    const message = objection(from, locate(root, context.filename, node.source.value), node.importKind === "type");
    if (message) context.report({ node: node.source, message });
  };
  return {
    ImportDeclaration: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    ImportExpression: check,
    TSImportType: check,
  };
}

export default { meta: { name: "house" }, rules: { boundaries: { create }, sentences, words: plainWords } };
