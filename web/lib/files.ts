import { documentLimits, pictureLimits } from "#contract/wire/size-limits.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { useMutation } from "@tanstack/react-query";
import { call, CallFailed, type CallOptions } from "./call.ts";

export type Picture = { id: number; url: string; srcset: string; fileName: string };

export type StoredPdf = { id: number; url: string; fileName: string; size: number };

export const pictureKinds = "image/jpeg,image/png,image/webp,image/gif,image/avif";
export const documentKind = "application/pdf,.pdf";

// browsers give unknown file extensions no type, so the server checks the content

/** Returns the reason to reject a picture before uploading it, or undefined. */
export function pictureObjection({ size, type }: Pick<File, "size" | "type">): string | undefined {
  if (type !== "" && !pictureKinds.split(",").includes(type)) return ownMessages.pictureKind;
  return size > pictureLimits.bytes ? ownMessages.pictureTooLarge : undefined;
}

/** Returns the reason to reject a document before uploading it, or undefined. */
export function documentObjection({ size, type }: Pick<File, "size" | "type">): string | undefined {
  if (size === 0) return ownMessages.documentMissing;
  if (type !== "" && type !== "application/pdf") return ownMessages.documentKind;
  return size > documentLimits.bytes ? ownMessages.documentTooLarge : undefined;
}

type Send<Stored> = (file: File, options: CallOptions) => Promise<Stored>;

/** Sends a file. The caller shows failures; the site handles an expired login. */
export function useSentFile<Stored>(send: Send<Stored>): Send<Stored> {
  const { mutateAsync } = useMutation({
    mutationFn: ({ file, options }: { file: File; options: CallOptions }) => send(file, options),
    meta: { ownFaults: (error) => !(error instanceof CallFailed && (error.status === 401 || error.status === 403)) },
  });
  return (file, options) => mutateAsync({ file, options });
}

export function useUploadPicture(): Send<Picture> {
  return useSentFile(async (file, options) => {
    const { data } = await call("POST Inventory/UploadAttachment", { upload: file }, options);
    return { id: data.attachmentId, url: data.attachmentUrl, srcset: data.attachmentSrcset, fileName: data.fileName };
  });
}

export function useUploadDocument(): Send<StoredPdf> {
  return useSentFile(async (file, options) => {
    const { data } = await call("POST Site/UploadDocument", { upload: file }, options);
    return { id: data.documentId, url: data.documentUrl, fileName: data.fileName, size: data.size };
  });
}

export function saveFile({ fileName, content }: { fileName: string; content: Blob }): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // later, because the browser reads the address after the click
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

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
