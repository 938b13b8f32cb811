export { pictureAddresses, type PictureRow } from "./media.present.ts";
export { attachmentIsThere, documentThere } from "./media.queries.ts";
export { cleanUpMedia } from "./clean-up-media.ts";
