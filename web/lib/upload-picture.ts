import { pictureLimits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { useMutation } from "@tanstack/react-query";
import type { CallOptions } from "./call.ts";
import { call, CallFailed } from "./call.ts";

/** A stored picture in a form. */
export type Picture = { id: number; url: string; srcset: string; fileName: string };

/** The accepted types for a file picker. */
export const pictureKinds = "image/jpeg,image/png,image/webp,image/gif,image/avif";

/** Why a file can be refused without uploading it, or undefined. The server judges the content. */
export function pictureObjection({ size, type }: Pick<File, "size" | "type">): string | undefined {
  // a browser that does not know a file extension gives it no type
  if (type !== "" && !pictureKinds.split(",").includes(type)) return ownMessages.pictureKind;
  return size > pictureLimits.bytes ? ownMessages.pictureTooLarge : undefined;
}

type Upload = { file: File } & CallOptions;

/** Stores a picture. The caller shows refusals; the site handles an expired login. */
export function useUploadPicture(): (file: File, options: CallOptions) => Promise<Picture> {
  const { mutateAsync } = useMutation({
    mutationFn: async ({ file, ...options }: Upload): Promise<Picture> => {
      const { data } = await call("POST Inventory/UploadAttachment", { upload: file }, options);
      return { id: data.attachmentId, url: data.attachmentUrl, srcset: data.attachmentSrcset, fileName: data.fileName };
    },
    meta: { ownFaults: (error) => !(error instanceof CallFailed && (error.status === 401 || error.status === 403)) },
  });
  return (file, options) => mutateAsync({ file, ...options });
}
