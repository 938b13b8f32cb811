import { useRef } from "react";

/** A form's running uploads: a save before they finish does not include them. */
export function useUploads() {
  const underWay = useRef(new Map<Promise<boolean>, string>());
  return {
    /** Takes an upload that began in this field; it tells whether the file was stored. */
    waitFor: (field: string) => (upload: Promise<boolean>) => {
      underWay.current.set(upload, field);
      void upload.then(() => underWay.current.delete(upload));
    },
    /** Waits for all of them. The field of a failed one shows the error and takes the focus. */
    areThere: async (): Promise<boolean> => {
      for (const [upload, field] of underWay.current) {
        if (await upload) continue;
        document.getElementById(field)?.focus();
        return false;
      }
      return true;
    },
  };
}
