export { attachmentIsThere } from "./attachment-is-there.ts";
export { documentThere } from "./documents/document-there.ts";
export { pictureAddresses, type PictureRow } from "./pictures.present.ts";
export { cleanUpMedia } from "./clean-up-media.ts";
