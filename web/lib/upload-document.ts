import { documentLimits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { useMutation } from "@tanstack/react-query";
import type { CallOptions } from "./call.ts";
import { call, CallFailed } from "./call.ts";

/** A stored PDF in a form; `size` in bytes. */
export type StoredPdf = { id: number; url: string; fileName: string; size: number };

/** The accepted type for a file picker. */
export const documentKind = "application/pdf,.pdf";

/** Why a file can be refused without uploading it, or undefined. The server judges the content. */
export function documentObjection({ size, type }: Pick<File, "size" | "type">): string | undefined {
  if (size === 0) return ownMessages.documentMissing;
  // a browser that does not know a file extension gives it no type
  if (type !== "" && type !== "application/pdf") return ownMessages.documentKind;
  return size > documentLimits.bytes ? ownMessages.documentTooLarge : undefined;
}

type Upload = { file: File } & CallOptions;

/** Sends the load for `seconds` over some connections, and returns the figures. */
export function useUploadDocument(): (file: File, options: CallOptions) => Promise<StoredPdf> {
  const { mutateAsync } = useMutation({
    mutationFn: async ({ file, ...options }: Upload): Promise<StoredPdf> => {
      const { data } = await call("POST Site/UploadDocument", { upload: file }, options);
      return { id: data.documentId, url: data.documentUrl, fileName: data.fileName, size: data.size };
    },
    meta: { ownFaults: (error) => !(error instanceof CallFailed && (error.status === 401 || error.status === 403)) },
  });
  return (file, options) => mutateAsync({ file, ...options });
}
