export { pictureAddresses, type PictureRow } from "./pictures.present.ts";
