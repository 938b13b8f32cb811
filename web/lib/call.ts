import type { CallName, CallOf } from "#contract/all.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { type Answer, callParts, type FieldError, type Request } from "#contract/wire/endpoint.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import { currentSession } from "./session.ts";

/** A refusal, or no answer at all (status 0). Decide by `reason`; `errors` belong to the fields of a form. */
export class CallFailed extends Error {
  readonly status: number;
  readonly reason: Reason | undefined;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, { reason, errors = [] }: Details = {}) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.errors = errors;
  }

  /** A business refusal: the request was understood, and nothing was changed. */
  get isRefusal(): boolean {
    return this.status === 200;
  }

  /** A temporary failure of the server or the network: an idempotent request may be sent again. */
  get isTemporary(): boolean {
    return [0, 502, 503, 504].includes(this.status);
  }
}

/** Sends an idempotent request again after a temporary failure. */
export async function again<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallFailed && error.isTemporary)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 600));
    return send();
  }
}

type Details = { reason?: Reason | undefined; errors?: readonly FieldError[] | undefined };

/** Returns a refusal, undefined for other failures, which the site handles. */
export const refusalOf = (error: unknown) => (error instanceof CallFailed && error.isRefusal ? error : undefined);

export function isRefusedFor(error: unknown, kind: Reason["kind"]): boolean {
  return error instanceof CallFailed && error.reason?.kind === kind;
}

type Reach = (address: string, init: RequestInit) => Promise<Response>;

let reach: Reach = async (address, init) => fetch(address, init);

/** Replaces how calls reach the API, for the server that renders pages. */
export function reachBy(newReach: Reach): void {
  reach = newReach;
}

type LooseRequest = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  upload?: Blob;
};

export type CallOptions = { signal?: AbortSignal; onProgress?: (part: number) => void };

/** Makes a call of the API by its name in the contract. Throws CallFailed on every failure. */
export function call<const Name extends CallName>(
  name: Name,
  request: Request<CallOf<Name>>,
  options?: CallOptions,
): Promise<Answer<CallOf<Name>>>;
export async function call(name: CallName, request: LooseRequest, options: CallOptions = {}): Promise<unknown> {
  const { method } = callParts(name);
  const headers: Record<string, string> = { authorization: `Bearer ${currentSession()?.token ?? ""}` };
  const forgery = method === "GET" ? undefined : /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (forgery) headers["x-xsrf-token"] = decodeURIComponent(forgery);
  if (request.upload) {
    // only loaded when a file is sent
    const { sendFile } = await import("./files.ts");
    return read(await responseOf(sendFile(addressOf(name, request), headers, request.upload, options)));
  }
  let body: BodyInit | undefined;
  if (request.body !== undefined) {
    headers["content-type"] = "application/json";
    body = JSON.stringify(request.body);
  }
  const response = reach(addressOf(name, request), {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(options.signal && { signal: options.signal }),
  });
  return read(await responseOf(response));
}

export function addressOf(name: CallName, { params = {}, query = {} }: LooseRequest): string {
  const path = callParts(name).path.replace(/\/?\{(\w+)(\??)\}/g, (part, parameter: string) => {
    const value = params[parameter];
    if (value === undefined || value === null || value === "") return "";
    return `${part.startsWith("/") ? "/" : ""}${encodeURIComponent(asText(value))}`;
  });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, asText(value));
  }
  return `/api/${path}${search.size > 0 ? `?${search}` : ""}`;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function responseOf(response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new CallFailed(0, "We can’t reach the library. Check your connection and try again.");
  }
}

/** Reads a file, a bare number, or an envelope. */
async function read(response: Response): Promise<unknown> {
  const file = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "");
  if (file && response.ok) return { fileName: file[1], content: await response.blob() };
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer === "number" && response.ok) return answer;
  const { isSuccess, message, reason, data } = envelope(answer);
  if (response.ok && isSuccess) return answer;
  throw new CallFailed(response.status, message ?? messages.trouble.reallyWrong, { reason, errors: data?.errors });
}

type Envelope = { isSuccess?: boolean; message?: string; reason?: Reason; data?: { errors?: FieldError[] } };

function envelope(answer: unknown): Envelope {
  return typeof answer === "object" && answer !== null ? answer : {};
}
