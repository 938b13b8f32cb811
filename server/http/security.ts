import { randomBytes, timingSafeEqual } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpError } from "#server/refusals/http-error.ts";

/** Headers of API answers: nothing may run if a browser takes one for a page. */
export const dataHeaders = {
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
} as const;

export function commonHeaders(publicUrl: string): Record<string, string> {
  return {
    "referrer-policy": "same-origin",
    ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
  };
}

/** Adds headers that allow pages only our own scripts, styles, fonts, and pictures, and no framing. */
export async function securityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  const secure = publicUrl.startsWith("https:");
  const headers = commonHeaders(publicUrl);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(headers);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        // the QR code reader is WebAssembly
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'"],
        // React sets single properties (a width, a hue) through the style attribute
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: false,
    referrerPolicy: false,
    xFrameOptions: { action: "deny" },
    crossOriginEmbedderPolicy: false,
  });
}

const cookie = "XSRF-TOKEN";

/** Rejects changes whose header does not match the cookie: another site can make the browser send only the cookie. */
export function checkForgery(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const expected = request.cookies[cookie];
    if (request.method === "GET" || request.method === "HEAD" || !expected) return;
    const header = Buffer.from(String(request.headers["x-xsrf-token"] ?? ""));
    const value = Buffer.from(expected);
    if (header.length !== value.length || !timingSafeEqual(header, value)) throw new HttpError(403);
  });
}

/** Sets the anti-forgery cookie unless the visitor has one. */
export function setForgeryCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  if (request.cookies[cookie]) return;
  reply.setCookie(cookie, randomBytes(16).toString("base64url"), { path: "/", sameSite: "strict", secure });
}
