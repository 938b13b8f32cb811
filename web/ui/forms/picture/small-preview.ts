const width = 512; // pixels: twice the preview's size, for dense screens

/** A small preview of a picture file as a data address; undefined when this browser cannot decode it. */
export async function smallPreview(file: Blob): Promise<string | undefined> {
  try {
    const drawn = await createImageBitmap(file, { resizeWidth: width, resizeQuality: "medium" });
    const canvas = document.createElement("canvas");
    canvas.width = drawn.width;
    canvas.height = drawn.height;
    canvas.getContext("2d")?.drawImage(drawn, 0, 0);
    drawn.close();
    return canvas.toDataURL("image/webp", 0.8);
  } catch {
    return undefined; // not a picture, or too large to decode: storing it reports why
  }
}
