import type { CallOptions } from "#web/lib/call.ts";

/** Sends a file by POST, without `fetch`, which has no upload progress. */
export function sendFile(
  address: string,
  headers: Readonly<Record<string, string>>,
  file: Blob,
  { signal, onProgress }: CallOptions,
): Promise<Response> {
  const body = new FormData();
  body.append("uploadFile", file);
  const request = new XMLHttpRequest();
  request.open("POST", address);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError("The upload didn’t reach the server."));
    request.onabort = () => reject(new DOMException("The upload was canceled.", "AbortError"));
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) reject(new DOMException("The upload was canceled.", "AbortError"));
    else request.send(body);
  });
}
