export { type ContentReader, createContentReader, readClosedDays } from "./content/current-content.ts";
export { mailContent, ownWordsOf } from "./content/mail-content.ts";
export { mediaUpkeep } from "./media/upload.ts";
export { encodePicture } from "./media/encoding/picture-reader.ts";
export { type PictureRow, pictureAddresses } from "./media/media.present.ts";
export { isStoredAttachment } from "./media/media.queries.ts";
export { keepPicture } from "./media/upload.ts";
export { optInLetter } from "./mailing-list-letters.ts";
