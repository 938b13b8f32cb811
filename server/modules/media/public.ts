export { attachmentIsThere } from "./attachment-is-there.ts";
export { pictureAddresses, type PictureRow } from "./pictures.present.ts";
export { sweepPictures } from "./sweep-pictures.ts";
