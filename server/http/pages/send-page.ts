import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { LanguageCode } from "#contract/site/languages.ts";
import { languageAskedFor, languageChosen, languageNamed, languageNames } from "#contract/site/languages.ts";
import { cookieName } from "#contract/wire/cookies.ts";
import type { PageAnswer, WrittenData } from "#contract/site/rendering.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compressed, compressionFor } from "#server/http/files/compress.ts";
import { giveForgeryCookie } from "#server/http/security.ts";
import type { Renderer } from "./load-renderer.ts";
import { type Inlined, pageTemplate } from "./page-template.ts";

/** What pages are made of. `written` gives the data embedded in a page, by path, for readers of a language. */
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

const patience = { written: 300, rendered: 8000 }; // ms; after that the browser fetches and renders by itself
const year = 31_536_000; // seconds
const byTheBrowser: PageAnswer = { kind: "by the browser" };

/**
 * Sends the pages of the site: public pages rendered by the server, others as an empty shell for the browser. Undefined
 * without a build.
 */
export function pageSender(app: FastifyInstance, parts: PageParts): SendPage | undefined {
  const { folder, publicUrl, renderer } = parts;
  const fill = pageTemplate(folder, renderer ?? { pages: [], languages: {} });
  if (!fill) return undefined;
  const secure = publicUrl.startsWith("https:");
  const languageCookie = cookieName(languageNames.cookie, secure);
  const ask = askOurselves(app, parts.codes);

  const rendered = async (request: FastifyRequest, told: Promise<WrittenData>): Promise<PageAnswer> => {
    if (!renderer) return byTheBrowser;
    try {
      const asked = { address: request.url, publicUrl, language: languageOf(request) };
      return await renderer.renderPage({ ...asked, written: await told, ask });
    } catch (err) {
      request.log.error({ err }, "a page could not be rendered; it is left to the browser");
      return byTheBrowser;
    }
  };

  return async (request, reply) => {
    const { to, chosen } = languageOfAddress(request);
    if (chosen) reply.setCookie(languageCookie, chosen, { path: "/", maxAge: year, sameSite: "lax", secure });
    if (to !== undefined) return reply.header("cache-control", "no-store").redirect(to, 302);
    // what staff type by hand
    if (/^\/admin\/?(?:\?|$)/.test(request.url)) return reply.redirect("/admin/dashboard", 302);
    const language = languageOf(request);
    const told = parts.written(request.url.split("?")[0] ?? "", language);
    const page = (await within(patience.rendered, rendered(request, told))) ?? byTheBrowser;
    if (page.kind === "elsewhere") return reply.header("cache-control", "no-cache").redirect(page.to, 302);
    giveForgeryCookie(request, reply, secure);
    reply
      .header("permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=()")
      .type("text/html; charset=utf-8");
    if (page.kind === "by the browser") {
      const known = told.catch(() => undefined);
      const written = (await within(patience.written, known)) ?? {};
      return reply.header("cache-control", "no-store").send(fill({ written, language }).html);
    }
    return sendRendered(request, reply.code(page.status), fill({ ...page, language }));
  };
}

/** The language of a page: chosen earlier, named by the address, or preferred by the browser. */
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
 * The language part of an address. A choosing address (for visitors without script) sets the cookie and redirects to
 * the address without it. An address in one language is shown in it and keeps it for the visit, unless the visitor
 * chose earlier.
 */
function languageOfAddress({ url, headers }: FastifyRequest): { to?: string; chosen?: LanguageCode } {
  const query = queryOf(url);
  const choice = languageNamed(query.get(languageNames.choice));
  const named = languageNamed(query.get(languageNames.query));
  const before = languageChosen(headers.cookie);
  if (!choice && (!named || named === before)) return {};
  if (!choice && named && !before) return { chosen: named };
  query.delete(languageNames.choice);
  query.delete(languageNames.query);
  const [path = ""] = url.split("?");
  // a single leading slash: more would lead to another site
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
  const how = compressionFor(request.headers["accept-encoding"]);
  return how ? reply.header("content-encoding", how).send(await compressed(html, how)) : reply.send(html);
}

/** Allows the embedded files of one response in its content policy, and nothing else. */
function allow(reply: FastifyReply, directive: "script-src" | "style-src", hash: string) {
  const name = "content-security-policy";
  const policy = reply.getHeader(name);
  if (hash === "" || typeof policy !== "string") return;
  reply.header(name, policy.replace(`${directive} 'self'`, `${directive} 'self' ${hash}`));
}

/** The address of internal requests for the rate limits; no outside connection can have this name. */
export const insider = "this library itself";

/** The API as an anonymous visitor gets it. Code lists are kept until one of them is saved. */
function askOurselves(app: FastifyInstance, versionOfCodes: PageParts["codes"]) {
  const codes = new Map<string, { status: number; body: string }>();
  return async (url: string) => {
    const isCodes = /^\/api\/Code\/\w+$/.test(url);
    const name = isCodes ? `${await versionOfCodes()} ${url}` : url;
    const known = codes.get(name);
    if (known) return known;
    const { statusCode, body } = await app.inject({ url, remoteAddress: insider });
    const answer = { status: statusCode, body };
    if (statusCode !== 200 || !isCodes) return answer;
    for (const before of codes.keys()) if (before.endsWith(` ${url}`)) codes.delete(before);
    codes.set(name, answer);
    return answer;
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([work, pause(ms, undefined, { signal: late.signal, ref: false })]);
  } finally {
    late.abort();
    work.catch(() => undefined);
  }
}
