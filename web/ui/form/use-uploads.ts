import { useRef } from "react";

/** Tracks a form's running uploads, which a save must wait for. */
export function useUploads() {
  const running = useRef(new Map<Promise<boolean>, string>());
  return {
    /** Registers an upload of a field; it resolves to whether the file was stored. */
    waitFor: (field: string) => (upload: Promise<boolean>) => {
      running.current.set(upload, field);
      void upload.then(() => running.current.delete(upload));
    },
    /** Waits for all uploads; on failure, focuses the field and returns false. */
    allStored: async (): Promise<boolean> => {
      for (const [upload, field] of running.current) {
        if (await upload) continue;
        document.getElementById(field)?.focus();
        return false;
      }
      return true;
    },
  };
}
