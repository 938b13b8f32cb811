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
