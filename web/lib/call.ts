import { type Answer, callParts, type Endpoint, type FieldError, type Request } from "#contract/endpoint.ts";
import { messages } from "#contract/messages.ts";
import { currentSession } from "./session.ts";

/** The server said no, or did not answer (status 0). `errors` are the fields of a refused form. */
export class CallFailed extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }

  /** Business said no: the request was understood, and nothing was done. */
  get isRefusal(): boolean {
    return this.status === 200;
  }
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; upload?: Blob };

/** Calls the API as the contract declares it. Throws CallFailed for everything that is not a success. */
export async function call<const E extends Endpoint>(endpoint: E, request: Request<E>, options: { signal?: AbortSignal } = {}): Promise<Answer<E>> {
  const { method } = callParts(endpoint.call);
  // Typed for the caller by the declaration; here any declaration is sent alike.
  const sent = request as Loose;
  const headers: Record<string, string> = { authorization: `Bearer ${currentSession()?.token ?? ""}` };
  const forgery = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (method !== "GET" && forgery) headers["x-xsrf-token"] = decodeURIComponent(forgery);
  let body: BodyInit | undefined;
  if (endpoint.upload && sent.upload) {
    body = new FormData();
    body.append(endpoint.upload, sent.upload);
  } else if (sent.body !== undefined) {
    headers["content-type"] = "application/json";
    body = JSON.stringify(sent.body);
  }
  const response = await send(addressOf(endpoint, sent), { method, headers, ...(body !== undefined && { body }), ...(options.signal && { signal: options.signal }) });
  // The server writes its answers from the same declaration.
  return (await read(endpoint, response)) as Answer<E>;
}

/** The address of a call with its parameters filled in, each encoded once. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Loose): string {
  const path = callParts(endpoint.call).path.replace(/\/?\{(\w+)(\??)\}/g, (part, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === "") return "";
    return `${part.startsWith("/") ? "/" : ""}${encodeURIComponent(String(value))}`;
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  return `/api/${path}${search.size > 0 ? `?${search}` : ""}`;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new CallFailed(0, "The library cannot be reached. Check your connection and try again.");
  }
}

async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
  if ("file" in endpoint && response.ok) {
    const fileName = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "download";
    return { fileName, content: await response.blob() };
  }
  const answer: unknown = await response.json().catch(() => null);
  if ("bare" in endpoint && response.ok) return answer;
  const { isSuccess, message, data } = envelope(answer);
  if (response.ok && isSuccess) return answer;
  throw new CallFailed(response.status, message ?? messages.trouble.reallyWrong, data?.errors);
}

type Envelope = { isSuccess?: boolean; message?: string; data?: { errors?: FieldError[] } };

function envelope(answer: unknown): Envelope {
  return typeof answer === "object" && answer !== null ? answer : {};
}
