import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { ownMessages } from "#contract/wire/messages.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { failure } from "../envelope.ts";
import type { StartupStatus } from "../health.ts";
import { languageOf, wantsPage } from "../pages/send-page.ts";
import { shortPage, shortPageHeaders } from "../pages/short-page.ts";
import { dataHeaders } from "../security.ts";

const retryAfter = "5"; // seconds
const timeouts = { requestTimeout: 5000, headersTimeout: 5000, connectionsCheckingInterval: 1000 }; // ms

const words: Record<LanguageCode, { title: string; text: string; again: string }> = {
  en: {
    title: "The library is starting",
    text: "It will open in a moment. Please try again in a few seconds.",
    again: "Try again",
  },
  es: {
    title: "La biblioteca está iniciando",
    text: "Abrirá en un momento. Vuelva a intentarlo en unos segundos.",
    again: "Volver a intentarlo",
  },
};

/**
 * Creates the server that answers until the application can: `/health/live` and `/health/ready` work from the first
 * moment, and every other request gets 503. The caller makes it listen.
 */
export function serverWhileStarting(status: () => StartupStatus, commonHeaders: Record<string, string>): Server {
  return createServer(timeouts, (request, response) => {
    // so that the next request opens a connection to the application
    for (const [name, value] of Object.entries({ ...commonHeaders, connection: "close" }))
      response.setHeader(name, value);
    request.resume();
    answer(request, response, status());
  });
}

function answer(
  { method = "GET", url = "/", headers }: IncomingMessage,
  response: ServerResponse,
  status: StartupStatus,
) {
  const path = url.split("?")[0]?.replace(/\/$/, "").toLowerCase();
  const json = { ...dataHeaders, "content-type": "application/json; charset=utf-8" };
  if (path === "/health/live") return void response.writeHead(200, json).end(JSON.stringify({ status: "live" }));
  const retry = { "retry-after": retryAfter };
  if (path === "/health/ready")
    return void response.writeHead(503, { ...json, ...retry }).end(JSON.stringify({ status }));
  if (!wantsPage({ method, url }))
    return void response.writeHead(503, { ...json, ...retry }).end(failure(ownMessages.serverBusy));
  const language = languageOf({ headers, url });
  response.writeHead(503, { ...shortPageHeaders, ...retry }).end(shortPage(language, words[language]));
}
