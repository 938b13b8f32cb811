import { useRef } from "react";

/** The uploads of a form that are under way: what is saved before they arrive is saved without them. */
export function useUploads() {
  const underWay = useRef(new Map<Promise<boolean>, string>());
  return {
    /** Takes an upload that began in this field; it tells whether the file was stored. */
    waitFor: (field: string) => (upload: Promise<boolean>) => {
      underWay.current.set(upload, field);
      void upload.then(() => underWay.current.delete(upload));
    },
    /** Waits for all of them. The field of one that was not stored says why, and takes the focus. */
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
