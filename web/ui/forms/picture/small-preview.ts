const width = 512; // pixels; the place of a preview, twice over for dense screens

/** A small drawing of a picture's file, as a data address; undefined when this browser cannot draw it. */
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
    return undefined; // not a picture, or one too large to draw: whoever stores it says so
  }
}
