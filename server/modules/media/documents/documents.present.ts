import type { SiteDocument } from "#contract/media.ts";
import { documentFile } from "./documents.rules.ts";

/** A document on the wire. */
export function presentDocument(row: {
  document_id: number;
  content_hash: string;
  file_name: string;
  size: number;
}): SiteDocument {
  return {
    documentId: row.document_id,
    documentUrl: `/media/documents/${documentFile(row.content_hash)}`,
    fileName: row.file_name,
    size: row.size,
  };
}
