import type { Attachment } from "#contract/media.ts";
import { fileNameOf } from "./pictures.rules.ts";

/** What a joined row knows of its picture; all null without one. */
export type PictureRow = { content_hash: string | null; file_name: string | null; widths: number[] | null };

/** Where a picture is found: one address at a middle width, all widths as an `srcset`, and the name it was sent under. */
export type PictureAddresses = { attachmentUrl: string; attachmentSrcset: string; fileName: string };

const middle = 640;

/** The addresses of a row's picture, or null when it has none. */
export function pictureAddresses({ content_hash, file_name, widths }: PictureRow): PictureAddresses | null {
  const smallest = widths?.[0];
  if (content_hash === null || widths === null || smallest === undefined) return null;
  const address = (width: number) => `/media/${fileNameOf(content_hash, width)}`;
  return {
    attachmentUrl: address(widths.findLast((width) => width <= middle) ?? smallest),
    attachmentSrcset: widths.map((width) => `${address(width)} ${width}w`).join(", "),
    fileName: file_name ?? "",
  };
}

type KeptPicture = { attachment_id: number; width: number; height: number } & {
  [Column in keyof PictureRow]: NonNullable<PictureRow[Column]>;
};

/** A picture as the upload answers it. */
export function presentAttachment(row: KeptPicture): Attachment {
  const { attachment_id: attachmentId, width, height, file_name: fileName } = row;
  const addresses = pictureAddresses(row) ?? { attachmentUrl: "", attachmentSrcset: "", fileName };
  return { attachmentId, ...addresses, width, height };
}
