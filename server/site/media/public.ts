export { pictureAddresses, type PictureRow } from "./media.present.ts";
export { attachmentIsThere, documentThere } from "./media.queries.ts";
export { encodePicture } from "./encoding/picture-reader.ts";
export { mediaUpkeep } from "./clean-up-media.ts";
export { keepPicture } from "./upload.ts";
