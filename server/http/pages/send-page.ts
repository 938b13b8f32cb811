import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  languageAskedFor,
  languageChosen,
  type LanguageCode,
  languageNamed,
  languageNames,
} from "#contract/site/languages.ts";
import { cookieName } from "#contract/wire/cookies.ts";
import {
  type PageAnswer,
  type RenderPage,
  type SiteFacts,
  siteFacts,
  type WrittenData,
} from "#contract/site/rendering.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setForgeryCookie } from "../security.ts";
import { type Inlined, pageTemplate } from "./page-template.ts";
import { isPath } from "../connections/refuse-odd-requests.ts";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isOutage } from "#server/platform/errors/database-errors.ts";
import { compressed, compressionFor } from "../public-answers.ts";

/** The parts that pages are built from. `written` returns the data embedded in the page at a path, in a language. */
export type PageParts = {
  folder: string;
  publicUrl: string;
  written: (pathname: string, language: LanguageCode) => Promise<WrittenData>;
  /** The version of the code lists. */
  codes: () => Promise<string>;
  /** Without it, the browser renders every page. */
  renderer?: Renderer | undefined;
};

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const timeoutMs = { written: 300, rendered: 8000 }; // after which the browser fetches and renders by itself
const year = 31_536_000; // seconds
const byTheBrowser: PageAnswer = { kind: "by the browser" };

/** Returns a function that sends public pages rendered and others as a shell for the browser; undefined without a build. */
export function pageSender(app: FastifyInstance, parts: PageParts): SendPage | undefined {
  const { folder, publicUrl, renderer } = parts;
  const fill = pageTemplate(folder, renderer ?? { pages: [], languages: {} });
  if (!fill) return undefined;
  const secure = publicUrl.startsWith("https:");
  const secretPages = new Set(renderer?.pages.filter(({ hasSecret }) => hasSecret).map((page) => `/${page.path}`));
  const languageCookie = cookieName(languageNames.cookie, secure);
  const ask = internalApi(app, parts.codes);

  const render = async (request: FastifyRequest, data: Promise<WrittenData>): Promise<PageAnswer> => {
    if (!renderer) return byTheBrowser;
    try {
      const language = languageOf(request);
      return await renderer.renderPage({ address: request.url, publicUrl, language, written: await data, ask });
    } catch (err) {
      const level = isTemporary(err) ? "debug" : "error";
      request.log[level]({ err }, "a page could not be rendered; the browser will render it");
      return byTheBrowser;
    }
  };

  return async (request, reply) => {
    const { to, chosen } = languageOfAddress(request);
    if (chosen) reply.setCookie(languageCookie, chosen, { path: "/", maxAge: year, sameSite: "lax", secure });
    if (to !== undefined) return reply.header("cache-control", "no-store").redirect(to, 302);
    // staff type this by hand
    if (/^\/admin\/?(?:\?|$)/.test(request.url)) return reply.redirect("/admin/dashboard", 302);
    const language = languageOf(request);
    const data = parts.written(request.url.split("?")[0] ?? "", language);
    const page = (await within(timeoutMs.rendered, render(request, data))) ?? byTheBrowser;
    if (page.kind === "elsewhere") return reply.header("cache-control", "no-cache").redirect(page.to, 302);
    setForgeryCookie(request, reply, secure);
    // the address may contain the secret of an emailed link, which the page's requests must not pass on
    if (secretPages.has(request.pattern))
      reply.headers({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
    reply
      .header("permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=()")
      .type("text/html; charset=utf-8");
    if (page.kind === "by the browser") {
      const available = data.catch(() => undefined);
      const written = (await within(timeoutMs.written, available)) ?? {};
      return reply.header("cache-control", "no-store").send(fill({ written, language }).html);
    }
    return sendRendered(request, reply.code(page.status), fill({ ...page, language }));
  };
}

/** Returns whether the library is overloaded or its database is away, which is no fault of the page. */
const isTemporary = (error: unknown) =>
  isOutage(error) || (error instanceof Error && "status" in error && error.status === 503);

/** Returns the language of a page: the visitor's choice, the address's, or the browser's. */
export function languageOf({ headers, url }: Pick<FastifyRequest, "headers" | "url">): LanguageCode {
  if (isAdminPath.test(url)) return "en"; // the staff pages have no other language
  return (
    languageChosen(headers.cookie) ??
    languageNamed(queryOf(url).get(languageNames.query)) ??
    languageAskedFor(headers["accept-language"])
  );
}

const isAdminPath = /^\/+admin(?:[/?]|$)/i;
const queryOf = (url: string) => new URLSearchParams(url.split("?")[1]);

/**
 * Reads the language in an address. `choose-lang` (for visitors without JavaScript) sets the cookie and redirects; `lang`
 * sets it unless the visitor already chose one.
 */
function languageOfAddress({ url, headers }: FastifyRequest): { to?: string; chosen?: LanguageCode } {
  const query = queryOf(url);
  const choice = languageNamed(query.get(languageNames.choice));
  const named = languageNamed(query.get(languageNames.query));
  const previous = languageChosen(headers.cookie);
  if (!choice && (!named || named === previous)) return {};
  if (!choice && named && !previous) return { chosen: named };
  query.delete(languageNames.choice);
  query.delete(languageNames.query);
  const [path = ""] = url.split("?");
  // one leading slash: two would lead to another site
  const to = `${path.replace(/^[/\\]+/, "/")}${query.size > 0 ? `?${query.toString()}` : ""}`;
  return choice ? { to, chosen: choice } : { to };
}

async function sendRendered(request: FastifyRequest, reply: FastifyReply, page: Inlined): Promise<FastifyReply> {
  const { html, allowed } = page;
  allow(reply, "script-src", allowed.script);
  allow(reply, "style-src", allowed.style);
  const tag = `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 27)}"`;
  // private: the response may set a visitor's own anti-forgery cookie
  reply.headers({ "cache-control": "private, no-cache", etag: tag, vary: "accept-encoding, accept-language, cookie" });
  if (reply.statusCode === 200 && request.headers["if-none-match"]?.includes(tag)) return reply.code(304).send();
  const encoding = compressionFor(request.headers["accept-encoding"]);
  return encoding
    ? reply.header("content-encoding", encoding).send(await compressed(html, encoding))
    : reply.send(html);
}

/** Allows the inlined files of one response in its content security policy. */
function allow(reply: FastifyReply, directive: "script-src" | "style-src", hash: string) {
  const name = "content-security-policy";
  const policy = reply.getHeader(name);
  if (hash === "" || typeof policy !== "string") return;
  reply.header(name, policy.replace(`${directive} 'self'`, `${directive} 'self' ${hash}`));
}

/** Marks our own requests for the rate limits; no outside connection can have this address. */
export const internalAddress = "this library itself";

/** Calls the API as an anonymous visitor. Code lists are cached until one of them is saved. */
function internalApi(app: FastifyInstance, versionOfCodes: PageParts["codes"]) {
  const codes = new Map<string, { status: number; body: string }>();
  return async (url: string) => {
    const isCodes = /^\/api\/Code\/\w+$/.test(url);
    const name = isCodes ? `${await versionOfCodes()} ${url}` : url;
    const cached = codes.get(name);
    if (cached) return cached;
    const { statusCode, body } = await app.inject({ url, remoteAddress: internalAddress });
    const answer = { status: statusCode, body };
    if (statusCode !== 200 || !isCodes) return answer;
    for (const stale of codes.keys()) if (stale.endsWith(` ${url}`)) codes.delete(stale);
    codes.set(name, answer);
    return answer;
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timeout = new AbortController();
  try {
    return await Promise.race([work, pause(ms, undefined, { signal: timeout.signal, ref: false })]);
  } finally {
    timeout.abort();
    work.catch(() => undefined);
  }
}

/** Returns whether the request is for a page rather than for data or a file. */
export function wantsPage({ method, url }: Pick<FastifyRequest, "method" | "url">): boolean {
  return (
    (method === "GET" || method === "HEAD") &&
    isPath(url) &&
    !/^\/(api|health|assets|media)(\/|$)/i.test(url.split("?")[0] ?? "")
  );
}

/** The server build of the web application. */
export type Renderer = SiteFacts & { renderPage: RenderPage };

/** Loads the renderer from a build folder; undefined if nothing was built. */
export async function loadRenderer(folder: string): Promise<Renderer | undefined> {
  const file = path.join(folder, "render-page.js");
  if (!existsSync(file)) return undefined;
  const built: unknown = await import(pathToFileURL(file).href);
  return hasRenderPage(built) ? { ...readSiteFacts(folder), renderPage: built.renderPage } : undefined;
}

export function readSiteFacts(folder: string): SiteFacts {
  return siteFacts.parse(JSON.parse(readFileSync(path.join(folder, "site.json"), "utf8")));
}

function hasRenderPage(built: unknown): built is { renderPage: RenderPage } {
  return typeof built === "object" && built !== null && "renderPage" in built && typeof built.renderPage === "function";
}
