import type { KeptReason } from "#contract/imports/undo.ts";

/** A title that an import added or changed, and what became of it since. */
export type ImportedTitle = {
  row: number;
  itemId: number;
  kind: "added" | "changed";
  /** How many copies the import added to it, and how many of these there are. */
  copies: number;
  own: number;
  isEdited: boolean;
  isOrdered: boolean;
  isInCart: boolean;
  /** There are copies after those of the import. */
  hasLaterCopies: boolean;
  /** One of its copies has a label, was on an order, or is not as the import left it. */
  isLabeled: boolean;
  isLent: boolean;
  isChanged: boolean;
  /** Fewer copies are on the shelf than would have to go. */
  isPromised: boolean;
};

/** Why what an import did to a title cannot be taken back; undefined when it can. */
export function whyKept(title: ImportedTitle): KeptReason | undefined {
  if (title.kind === "added" && title.isOrdered) return "ordered";
  if (title.kind === "added" && title.isInCart) return "in-cart";
  if (title.isLent) return "lent";
  if (title.isEdited) return "edited";
  if (title.isLabeled) return "labeled";
  if (title.hasLaterCopies) return "copies-added";
  if (title.isChanged || title.own !== title.copies) return "copies-changed";
  return title.isPromised ? "promised" : undefined;
}
