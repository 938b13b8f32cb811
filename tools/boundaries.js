import path from "node:path";
import { sentences } from "./sentences.js";

/**
 * Which server module may use which, always through its public.ts. A name may only use names above it.
 * @type {Record<string, string[]>}
 */
export const modules = {
  media: [],
  stock: [],
  accounts: ["stock"],
  codes: [],
  catalog: ["codes", "media", "stock"],
  imports: ["stock", "codes", "catalog"],
  calendars: ["imports"],
  labels: [],
  circulation: ["accounts", "calendars", "catalog", "media", "stock"],
  borrowers: ["accounts", "circulation", "stock"],
  queue: ["circulation", "stock"],
  cart: ["catalog", "circulation", "stock"],
  news: ["media"],
  content: ["media"],
  settings: [],
  audit: [],
  mail: [],
  jobs: [],
  system: [],
  schools: ["imports"],
  "stock-take": ["stock"],
};

/**
 * @typedef {{ from: string; to: string }} Arrow `from` is a file of the repository; `to` is one too, or "npm:name".
 * @typedef {(arrow: Arrow) => string | false | undefined} Rule Answers with a sentence when the arrow is wrong.
 */

/** @type {(file: string, pattern: RegExp) => string | undefined} */
const part = (file, pattern) => pattern.exec(file)?.[1];
/** @type {(file: string) => string | undefined} */
const moduleOf = (file) => part(file, /^server\/modules\/([^/]+)\//);
/** @type {(file: string) => string | undefined} */
const featureOf = (file) => part(file, /^web\/features\/([^/]+)/);
const isTest = /\.test\.tsx?$|^server\/test\//;
const speaksSql = /\.queries\.ts$|^server\/platform\/(connection\/|(database|migrate)\.ts$)/;

/**
 * The walls between the rooms.
 * @type {Rule[]}
 */
const rooms = [
  ({ from, to }) =>
    from.startsWith("contract/") &&
    !to.startsWith("contract/") &&
    !/^npm:zod(\/mini)?$/.test(to) &&
    "The contract imports nothing but zod and itself: browser and server both load it.",
  ({ from, to }) =>
    /^(server|db)\//.test(from) && to.startsWith("web/") && "The server never imports the web: they meet in contract/.",
  ({ from, to }) =>
    from.startsWith("web/") &&
    /^(server|db)\//.test(to) &&
    "The web never imports the server or the database: they meet in contract/.",
  ({ from, to }) =>
    from.startsWith("db/") && to.startsWith("server/modules/") && "The database room knows no server module.",
  ({ from, to }) =>
    /^(contract|db|server|web)\//.test(from) &&
    /^(tools|e2e)\//.test(to) &&
    "The product never imports tools/ or e2e/: they look at it from outside.",
];

/**
 * The walls inside the server.
 * @type {Rule[]}
 */
const server = [
  ({ to }) => to.startsWith("server/test/") && "server/test/ is for tests: the product may not import it.",
  ({ from, to }) =>
    from.endsWith(".rules.ts") &&
    !/^contract\/|\.rules\.ts$/.test(to) &&
    "Rules are pure: they import only the contract and other rules.",
  ({ from, to }) =>
    from.endsWith(".present.ts") &&
    (/^npm:|^node:|^server\/(http|platform)\//.test(to) || to.endsWith(".routes.ts")) &&
    "Presenters are pure: rows in, wire objects out.",
  ({ from, to }) =>
    from.startsWith("server/") &&
    (/^npm:kysely(\/|$)/.test(to) || to === "db/schema.ts") &&
    !speaksSql.test(from) &&
    "SQL lives in *.queries.ts, server/platform/connection/, server/platform/database.ts and server/platform/migrate.ts.",
  ({ from, to }) =>
    from.startsWith("server/") &&
    /^npm:pg(\/|$)/.test(to) &&
    !from.startsWith("server/platform/") &&
    "Only server/platform/ speaks to the database driver.",
  ({ from, to }) =>
    /^server\/(http|platform)\//.test(from) &&
    to.startsWith("server/modules/") &&
    "http/ and platform/ know no module: app.ts hands them what they need.",
  ({ from, to }) =>
    /^server\/(modules|platform|refusals)\//.test(from) &&
    !from.endsWith(".routes.ts") &&
    to.startsWith("server/http/") &&
    "Only routes know HTTP: a use case, a rule or a query refuses by server/refusals/.",
  ({ from, to }) =>
    from.startsWith("server/refusals/") &&
    !/^contract\/|^npm:zod$|^server\/refusals\//.test(to) &&
    "server/refusals/ imports only the contract: everything in the server may refuse.",
  ({ from, to }) =>
    /^server\/modules\/.*\.routes\.ts$/.test(to) && from !== "server/app.ts" && "Only server/app.ts mounts routes.",
  ({ from, to }) => {
    const [here, there] = [moduleOf(from), moduleOf(to)];
    if (!there || here === there || to.endsWith(".routes.ts")) return undefined;
    if (to !== `server/modules/${there}/public.ts`) return `Enter ${there} through its public.ts.`;
    if (here && !modules[here]?.includes(there))
      return `${here} may not use ${there}: see the table in tools/boundaries.js.`;
    return undefined;
  },
];

const layers = ["language", "lib", "ui", "features", "pages", "app"];

/**
 * The walls inside the web.
 * @type {Rule[]}
 */
const web = [
  ({ from, to }) => {
    const [here, there] = [from, to].map((file) => layers.indexOf(part(file, /^web\/([^/]+)\//) ?? ""));
    if (here === undefined || there === undefined || here < 0 || there <= here) return undefined;
    return `web/${layers[here]}/ may not import web/${layers[there]}/: language <- lib, ui <- features <- pages <- app.`;
  },
  ({ from, to }) => {
    const [here, there] = [featureOf(from), featureOf(to)];
    return here && there && here !== there && "Features meet in pages, not in each other.";
  },
  ({ from, to }) =>
    /^web\/pages\/.*\.tsx?$/.test(from) &&
    /^web\/pages\/.*\.tsx?$/.test(to) &&
    "A page does not use another page: what two pages share is a feature.",
  ({ from, to }) =>
    from.startsWith("web/ui/") && to.startsWith("contract/") && "ui/ knows no word of the product: hand it in.",
];

/**
 * Why `from` may not import `to`, or undefined when it may.
 * @param {string} from path of a file, relative to the repository
 * @param {string} to path of a file, relative to the repository, or "npm:name" for a package
 * @returns {string | undefined}
 */
export function objection(from, to) {
  if (isTest.test(from) || /^(tools|e2e)\//.test(from)) return undefined;
  for (const rule of [...rooms, ...server, ...web]) {
    const sentence = rule({ from, to });
    if (sentence) return sentence;
  }
  return undefined;
}

/**
 * What an import names, relative to the repository.
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
 * @typedef {{ source?: { value?: unknown } | null }} Importing
 * @typedef {{ cwd: string; filename: string; report(problem: { node: unknown; message: string }): void }} Context
 * @param {Context} context
 */
function create(context) {
  const root = context.cwd;
  const from = posix(path.relative(root, context.filename));
  /** @param {Importing} node */
  const check = (node) => {
    if (typeof node.source?.value !== "string") return;
    const message = objection(from, locate(root, context.filename, node.source.value));
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

export default { meta: { name: "house" }, rules: { boundaries: { create }, sentences } };
