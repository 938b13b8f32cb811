export { attachmentIsThere } from "./attachment-is-there.ts";
export { documentThere } from "./documents/document-there.ts";
export { pictureAddresses, type PictureRow } from "./pictures.present.ts";
export { sweepMedia } from "./sweep-media.ts";
