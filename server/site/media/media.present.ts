import type { Attachment, SiteDocument } from "#contract/site/media.ts";
import { documentFile, pictureFile } from "./media.rules.ts";

/** The picture columns of a joined row, all null without a picture. */
export type PictureRow = { content_hash: string | null; file_name: string | null; widths: number[] | null };

/** A picture's address in a medium width, all widths as an `srcset`, and its original name. */
type PictureAddresses = Pick<Attachment, "attachmentUrl" | "attachmentSrcset" | "fileName">;

const mediumWidth = 640;

export function pictureAddresses({ content_hash, file_name, widths }: PictureRow): PictureAddresses | null {
  const smallest = widths?.[0];
  if (content_hash === null || widths === null || smallest === undefined) return null;
  const address = (width: number) => `/media/${pictureFile(content_hash, width)}`;
  return {
    attachmentUrl: address(widths.findLast((width) => width <= mediumWidth) ?? smallest),
    attachmentSrcset: widths.map((width) => `${address(width)} ${width}w`).join(", "),
    fileName: file_name ?? "",
  };
}

type StoredPicture = { attachment_id: number; width: number; height: number } & {
  [Column in keyof PictureRow]: NonNullable<PictureRow[Column]>;
};

export function presentAttachment(row: StoredPicture): Attachment {
  const { attachment_id: attachmentId, width, height, file_name: fileName } = row;
  const addresses = pictureAddresses(row) ?? { attachmentUrl: "", attachmentSrcset: "", fileName };
  return { attachmentId, ...addresses, width, height };
}

type StoredDocument = { document_id: number; content_hash: string; file_name: string; size: number };

export const presentDocument = ({ document_id, content_hash, file_name, size }: StoredDocument): SiteDocument => ({
  documentId: document_id,
  documentUrl: `/media/documents/${documentFile(content_hash)}`,
  fileName: file_name,
  size,
});
